import { SeededRandom } from '../../bench/queries/seeded_random.ts';

/** The site of a page: a generator's, by whose rules the page is read. */
export interface HostileSite {
  /** The file by which the generator is known. */
  readonly mark: string;
  /** Where its pages are. */
  readonly pages: string;
}

/** A page made of one or two tokens that are repeated. */
export interface HostilePage {
  readonly name: string;
  readonly extension: 'md' | 'mdx';
  /** Made when it is asked for: a sample has few of all. */
  readonly markdown: string;
  readonly site: HostileSite;
}

/** How a page is made of tokens: `make` gives the text at each repetition. `%` in a token stands for the number of the repetition. */
interface Form {
  readonly name: string;
  readonly before?: string;
  make(token: string, at: number): string;
}

/**
 * What Markdown, MDX, HTML, templates and the extensions of generators are written with, between blanks. Within a token `␣` is a blank, `␤` a
 * line end, `⇥` a tab, `␍` a carriage return, `⍽` a space that does not break and `␊` a line separator.
 */
const WRITTEN = [
  '> >␣ >> >␣>␣ -␣ *␣ +␣ 1.␣ 1)␣ %.␣ -⇥ -␣[␣]␣ -␣[x]␣a␤ >␣-␣ -␣>␣ 1.␣>␣-␣ -␣-␣-␣ #␣ ##␣a␤ ######␣ #␣h%␤',
  '#␣a␤ #␣a-%␤ a␤===␤ a␤---␤ a␤:- a␤|: a␤--| = ---␤ *** _␣_␣_␤ #␣a␣{#b}␤ #␣a␣{#b%}␤ ``` ```␤ ~~~␤ ```{note}␤ `````',
  '␣␣␣␣a␤ ⇥a␤ ⇥ ␣ ␤ \\␤ ␣␣␤ ␍ ⍽ ␊ |␣a␣ | |- |-|␤ |a|b|␤|-|-|␤ |a|␤|-|␤|b|␤ ␤|:-:|␤ [ ] [] []( ]( ](<',
  '[a](b [a](b) [a](<b [a](b␣" ![ ![]( ![a](b) [![ [a](b␣( [a](/p%) [a][ [a][b] [b%] [a]:␣b␤ [a%]:␣b␤',
  '[a%][a%]␤␤[a%]:␣/b␤␤ [a]:␤ [a]:␣< [a]:␣b␣" [^ [^a] [^a%] [^a]:␣ [^a%]:␣b␤ [^a%]␤␤[^a%]:␣b[^a%]␤␤ ^[',
  '[[ ]] [[a]] [[h%]] [[#h%]] [[#h%]]␣#␣h%␤␤ #␣h%␤␤[[#h%]]␤␤ [[a| [[a|b]] ![[a]] ![[a%.png]] [a]([[b]])',
  '[a]([[ [[a#^ [[a^ <http://a.b> <a@b.c> http://a.b␣ www. www.a. http:// https://a.b/( a@b.c␣ a@ a.b@',
  '<http: mailto:a@b.c␣ * ** *** _ __ *a *a␣ *a* a**b *a_ **a* _a ~ ~~ ~a ~~a *_ == ^ ^a^ ++a ` `` `a',
  '`a`␣ `␣`` ``a`␣ \\ \\* \\` \\[ & &amp; &amp &# &#1; &#x &a &lt; &nbsp; $ $$ $a $a$ $$␤ \\( \\begin{a} \' "',
  '... -- : :a: :smile: a a␣ word% \u0301 a\u0301 é 漢 漢* 😀 \u200d \u202e \ufdd0 \u0000 İ ﬃ 가 \u1100\u1161 < <a <a> <a␣ </a> </ <! <!-- -->',
  '<!--␣a␣--> <!--␣a <? <?a <![CDATA[ ]]> <!A <x <x␤ <x␣y <x␣y= <x␣y=" <x␣y=\' <x␣y=z␣ <x␣y="z"␣ <div>',
  '<div>␤ <div>␤␤ </div> <div></div> <p> <b> <i>a <b><i> <a␣href="b"> <a␣href= <a␣name="b%"> <h1>',
  '<h2>a</h2> <li> <ul><li> <table> <table><tr><td> <td> <tr> <pre> <code> <pre><code> <script> <style>',
  '<textarea> <template> <svg> <svg><a> <math> <select> <option> <button> <form> <details>',
  '<details><summary> <img␣src=a> <img <br> <br/> <input> <svg><foreignObject> <title> <iframe>',
  '<noscript> <frameset> <plaintext> <font> <nobr> <b␣id=%> <b␣id=%>␤␤ <b></i> <p><b> <a><b> <dl><dt>',
  '<Tab> <Tab>␤ <Tab>␤␤ </Tab> <Tab␣/> <Tab␣a={ <Tab␣a={b}␣ <Tab␣a=" <A␣a=" <A <A. <A: <A␤ Foo< <> </>',
  '<>␤ { } {} {a {a} {" {\' {` {/* */} {/*␣a␣*/} {{ }} {... <{ <A␣{ <A␣{...a}␣ (<A> {( {[ {<A> {()␣=>␣',
  'import␣a␤ import␣a␣from␣"a"␤ import␣a␣from␣"a" import␣\'a\'; import␣ import␣{ import␣a,',
  'export␣const␣a␣=␣1␤ export␣const␣a% export␣ export␣default␣( export␣const␣a␣=␣{␤ {{␣a␣}} {{␣a {{<',
  '{{<␣a {{<␣a␣>}} {{<␣a␣>}}␤ {{<␣/a␣>}} {{%␣a {{%␣a␣%}} {%␣a {%␣a␣%} {%␣if␣a␣%}␤ {%␣raw␣%}',
  '{%␣comment␣%} {%␣endcomment␣%} {% {%␣link␣{{ {{␣"a"␣| {{#include␣a}} {#␣a {#a} {:␣.a} {:␣.a}␤ {: {.a',
  '{.a} a{.a} {{<␣ref␣" {{<␣highlight␣>}}␤ <% <%␣a␣%> <%=␣a ::: :::␤ :::a␤ :::␣a␤ :::a[b]␤ :::a{ ::a',
  '::a[ :a[ :a[b]{ :a{b=c} :::{note}␤ ::::{grid}␤ :::␣a.b␤ !!!␣note␤ !!!␣note␣"a"␤␣␣␣␣ ???␣a␤ ===␣"a"␤',
  '///␣a␤ {note}` {ref}`a {ref}`a␣<b>` {doc}`a` (a)=␤ (a%)=␤ [!NOTE] >␣[!NOTE]␤ >␣[!NOTE]␣a␤␤',
  '[!INCLUDE␣[ [!INCLUDE␣[a](b)] [!code[ :name:␣a␤ $$␣(a)␤ \\index{ \\index{a{ \\newpage␤ %% %%␣a %%a%%',
  ':LOGBOOK:␤ #+BEGIN_QUERY␤ #+BEGIN_QUOTE␤ ␣^a␤ a::␣b␤ -␣a::␣b␤ #tag #tag%␣ #a/ ␣# (( ((a))',
  '<div␣markdown="1">␤ </div>␤ `r␣ `r␣a`␣ `{r}␣a` [TOC]␤ [[toc]]␤ <!--␣toc␣-->␤ << <xref: <xref:a> @a',
  '@import␣"a"␤ ..␣note::␤ --8<--␣"a"␤ ;␣ ---␤a:␣b␤---␤ +++␤a␣=␣1␤+++␤',
];
const SIGNS: Readonly<Record<string, string>> = {
  '␣': ' ',
  '␤': '\n',
  '⇥': '\t',
  '␍': '\r',
  '⍽': '\u00a0',
  '␊': '\u2028',
};
export const TOKENS: readonly string[] = WRITTEN.flatMap((line) =>
  line.split(' ').map((token) => token.replace(/[␣␤⇥␍⍽␊]/g, (sign) => SIGNS[sign]!)),
);

/** Openers and closers, as many of each. */
const NESTS: readonly (readonly [open: string, close: string])[] = [
  ...([
    ['[', ']'],
    ['[', '](a)'],
    ['![', '](a)'],
    ['(', ')'],
    ['[a](', ')'],
    ['<b>', '</b>'],
    ['<div>', '</div>'],
    ['<div>\n', '</div>\n'],
    ['<div>\n\n', '\n\n</div>'],
    ['<table><tr><td>', '</td></tr></table>'],
  ] as const),
  ...([
    ['*', '*'],
    ['**', '**'],
    ['_a ', ' a_'],
    ['*a **b ', ' b** a*'],
    ['~~', '~~'],
    ['{', '}'],
    ['{{', '}}'],
    ['<A>', '</A>'],
    ['<A>\n', '</A>\n'],
    ['<A a={', '}/>'],
    ['<>', '</>'],
    ['[[', ']]'],
    ['"', '"'],
    ['`', '`'],
  ] as const),
  ...([
    [':::a\n', ':::\n'],
    ['{{< a >}}\n', '{{< /a >}}\n'],
    ['{% if a %}', '{% endif %}'],
    ['<!--', '-->'],
    ['<details>\n<summary>a</summary>\n\n', '\n</details>\n'],
    ['<a href="b">', '</a>'],
    ['<svg>', '</svg>'],
    ['```{note}\n', '```\n'],
    ['<ul><li>', '</li></ul>'],
  ] as const),
];

/** Lists of front matter, and values that its parsers may take long for. */
const FRONT_MATTER: readonly (readonly [
  name: string,
  text: (at: number) => string,
  format?: 'toml' | 'json' | undefined,
  before?: string,
])[] = [
  ['tags', (at) => `  - tag ${at}\n`, undefined, 'tags:\n'],
  ['one tag', () => '  - tag\n', undefined, 'tags:\n'],
  ['aliases', (at) => `  - /old/${at}\n`, undefined, 'aliases:\n'],
  ['keys', (at) => `k${at}: v\n`],
  ['same key', () => 'k: v\n'],
  [
    'anchors',
    (at) => `k${at}: &a${at} [*a${Math.max(0, at - 1)}, *a${Math.max(0, at - 1)}]\n`,
    undefined,
    'k: &a0 [a, b]\n',
  ],
  ['nested flow', () => '[', undefined, 'tags: '],
  ['nested map', () => '{a: ', undefined, 'tags: '],
  ['nested lines', () => '- ', undefined, 'tags:\n  '],
  ['flow', (at) => `t${at}, `, undefined, 'tags: ['],
  ['title', () => 'title ', undefined, 'title: '],
  ['quoted', () => '\\"', undefined, 'title: "'],
  ['title of marks', () => '<b', undefined, 'title: '],
  ['title of links', () => '[a](', undefined, 'title: "'],
  ['description of marks', () => '**a [', undefined, 'description: "'],
  ['description of templates', () => '{{ a ', undefined, 'description: "'],
  ['description of references', () => '&amp', undefined, 'description: "'],
  ['block', () => '  a\n', undefined, 'description: |\n'],
  ['folded', () => '  a\n\n', undefined, 'description: >\n'],
  ['comments', () => '# a\n'],
  ['questions', () => '? a\n'],
  ['colons', () => 'a: '],
  ['tags of YAML', () => '!a ', undefined, 'tags: '],
  ['toml keys', (at) => `k${at} = 1\n`, 'toml'],
  ['toml tables', (at) => `[a${at}]\n`, 'toml'],
  ['toml nested', () => '[', 'toml', 'a = '],
  ['toml dotted', () => 'a.', 'toml'],
  ['toml inline', () => '{a = ', 'toml', 'a = '],
  ['toml tags', (at) => `"t${at}", `, 'toml', 'tags = ['],
  ['json nested', () => '[', 'json', '"a": '],
  ['json keys', (at) => `"k${at}": 1,\n`, 'json'],
];

const FORMS: readonly Form[] = [
  { name: 'repeated', make: (token) => token },
  { name: 'in lines', make: (token) => `${token}\n` },
  { name: 'in blocks', make: (token) => `${token}\n\n` },
  { name: 'with words', make: (token, at) => `w${at % 97}${token} ` },
  { name: 'in headings', make: (token) => `# a ${token}\n` },
  { name: 'in a list', make: (token) => `- ${token}\n` },
  { name: 'in quotes', make: (token) => `> ${token}\n` },
  { name: 'in a table', before: '|a|b|\n|-|-|\n', make: (token) => `|${token.replaceAll('\n', ' ')}|b|\n` },
  { name: 'in a paragraph of HTML', before: '<div>', make: (token) => token.replaceAll('\n\n', '\n') },
  { name: 'after an import', before: 'import A from "a";\n\n', make: (token) => token },
  { name: 'lines after an import', before: 'import A from "a";\n\n', make: (token) => `${token}\n` },
  { name: 'before spaces', make: (token) => `${token}${' '.repeat(3000)}!\n` },
  { name: 'before letters', make: (token) => `${token}${'a'.repeat(3000)}!\n` },
  { name: 'before words', make: (token) => `${token}${' a'.repeat(1500)}!\n` },
  { name: 'ever deeper', make: (token, at) => `${' '.repeat(at % 300)}${token}\n` },
];

export const plainSite: HostileSite = { mark: 'README.txt', pages: '.' };
export const vault: HostileSite = { mark: '.obsidian/app.json', pages: '.' };
const SITES = [
  plainSite,
  vault,
  { mark: 'logseq/config.edn', pages: 'pages' },
  { mark: 'myst.yml', pages: '.' },
  { mark: 'hugo.toml', pages: 'content' },
];

/** All pages of one token, of nests, of front matter, and some pairs of tokens. @param pairs how many */
export function* hostilePages(sizes: readonly number[], pairs: number, seed = 1): Generator<HostilePage> {
  const random = new SeededRandom(seed);
  let made = 0;
  for (const size of sizes) {
    for (const extension of ['md', 'mdx'] as const) {
      const page = (name: string, write: () => string): HostilePage => ({
        name: `${JSON.stringify(name.slice(0, 60))} ${size / 1000} KB .${extension}`,
        extension,
        get markdown() {
          return write();
        },
        // Every sample has pages of each.
        site: SITES[Math.floor(made++ / 7) % SITES.length]!,
      });
      for (const form of FORMS) {
        for (const token of TOKENS) yield page(`${token} ${form.name}`, () => written(form, token, size));
      }
      for (const [open, close] of NESTS) {
        const times = Math.floor(size / (open.length + close.length));
        yield page(`${open} ${close} nested`, () => `${open.repeat(times)}a${close.repeat(times)}\n`);
        yield page(`${open} ${close} repeated`, () =>
          `${open}a${close} `.repeat(Math.floor(size / (open.length + close.length + 2))),
        );
        for (const depth of [10, 60, 400, 2000]) {
          const nest = `${open.repeat(depth)}a${close.repeat(depth)}\n\n`;
          yield page(`${open} ${close} nested by ${depth}`, () =>
            nest.repeat(Math.max(1, Math.floor(size / nest.length))),
          );
        }
      }
      for (let at = 0; at < pairs; at++) {
        const [one, other, form] = [random.pick(TOKENS), random.pick(TOKENS), random.pick(FORMS)];
        const token = random.below(3) === 0 ? null : one + other;
        const write = (): string =>
          token === null
            ? written(form, one, size / 2) + written({ ...form, before: '' }, other, size / 2)
            : written(form, token, size);
        yield page(`${one} and ${other} ${token === null ? 'in halves ' : ''}${form.name}`, write);
      }
      if (extension === 'mdx') continue;
      for (const [name, make, format, before = ''] of FRONT_MATTER) {
        const [start, end] = format === 'toml' ? ['+++', '+++'] : format === 'json' ? ['{', '}'] : ['---', '---'];
        const lines: Form = { name, before, make: (_, at) => make(at) };
        yield page(`front matter of ${name}`, () => `${start}\n${written(lines, '', size)}\n${end}\n# Title\n\ntext\n`);
      }
    }
  }
}

function written(form: Form, token: string, size: number): string {
  const parts: string[] = [form.before ?? ''];
  for (let at = 0, length = 0; length < size; at++) {
    const part = form
      .make(token, at)
      .replaceAll('%', token.length > 1 && !/%%|\{%|%\}|%>|<%/.test(token) ? String(at) : '%');
    parts.push(part);
    length += Math.max(1, part.length);
  }
  return parts.join('');
}
