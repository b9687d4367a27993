import type { TreeNode } from './html_tree.ts';

/**
 * Colours for code by its syntax: comments, strings, numbers, words of the language, names. Each family of languages has one pattern, whose
 * time is linear in the length: those of the known libraries take seconds for a page of 24 KB that was written to that end.
 */

/** Code of a page that is coloured, in UTF-16 code units: in order, as far as blocks fit. */
const mostColoured = 100_000;
/** Elements that colours may add to a page. */
const mostPieces = 12_000;

const STRING = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/.source;
const NUMBER = /(?<![\w.])(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\b/.source;
const CURLY_WORDS =
  'abstract any as asm assert async auto await bool boolean break byte case catch chan char class const constexpr continue crate debugger decltype declare default defer delete do double dyn else enum explicit export extends extern false final finally float fn for foreach from fun func function get go goto if impl implements import in inline instanceof int interface internal is keyof let long loop match mod module move mut mutable namespace native never new nil not null number object of operator or out override package private protected pub public readonly ref register return sealed self set short signed sizeof static string struct super switch template this throw throws trait true try type typedef typename typeof undefined union unsafe unsigned use using val var virtual void volatile when where while with yield';
const HASH_WORDS =
  'alias and as assert async await begin break case class const continue def defmodule defp del do done echo elif else elsif end ensure esac except exit export false fi finally for from function global if import in is lambda let local match module next nil None nonlocal not null or pass raise require rescue return self set source sudo super then true try unless until unset use using when while with yield False True FROM RUN COPY CMD ENTRYPOINT WORKDIR ENV ARG EXPOSE USER';
const SQL_WORDS =
  'add all alter and as asc between by case cast check column commit constraint create cross database default delete desc distinct drop else end exists explain false foreign from full grant group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then true union unique update using values view when where with';

/** A family of languages: the groups of its pattern are named by their colours. */
interface Family {
  readonly names: string;
  readonly pattern: RegExp;
}

/** @param comment pattern of comments @param words of the languages, between blanks */
function program(names: string, comment: string, words: string, flags = 'g'): Family {
  const source = `(?<comment>${comment})|(?<string>${STRING}|\`(?:[^\`\\\\]|\\\\.)*\`?)|(?<number>${NUMBER})|(?<word>(?<![\\w.$-])(?:${words.replaceAll(' ', '|')})(?![\\w-]))|(?<value>\\$\\{?\\w+\\}?)|(?<name>\\b[A-Za-z_]\\w*(?=\\())`;
  return { names, pattern: new RegExp(source, flags) };
}

const FAMILIES: readonly Family[] = [
  program(
    'js jsx mjs cjs javascript ts tsx mts cts typescript java kotlin kt scala groovy gradle c h cpp c++ cc hpp csharp cs c# go golang rust rs swift php dart objc objectivec objective-c solidity zig proto graphql css scss less hcl terraform jsonc json5',
    '//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)|(?<![\\w"\'])#(?:include|define|ifdef|ifndef|endif|pragma)\\b[^\\n]*',
    CURLY_WORDS,
  ),
  program(
    'sh bash zsh shell console terminal shellsession fish powershell ps1 pwsh python py python3 ruby rb perl pl r elixir ex exs julia jl nim nix docker dockerfile makefile make cmake nginx conf apache',
    '(?<![\\w$&])#[^\\n]*',
    HASH_WORDS,
  ),
  program(
    'sql mysql postgres postgresql pgsql plsql tsql sqlite lua haskell hs elm ada',
    '--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$)',
    SQL_WORDS,
    'gi',
  ),
  {
    names: 'json yaml yml toml ini properties env dotenv http',
    pattern: new RegExp(
      `(?<name>"(?:[^"\\\\\\n]|\\\\.)*"(?=[ \\t]*:)|^[ \\t]*(?:- )?[\\w./-]+(?=[ \\t]*[:=](?:[ \\t]|$))|^[ \\t]*\\[[^\\]\\n]*\\]$)|(?<string>${STRING})|(?<comment>(?<![^\\s])[#;][^\\n]*)|(?<number>${NUMBER})|(?<word>\\b(?:true|false|null|yes|no|on|off|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|QUERY)\\b)`,
      'gm',
    ),
  },
  {
    names: 'html xml svg xhtml vue svelte astro mdx markup jinja liquid njk',
    pattern:
      /(?<comment><!--[\s\S]*?(?:-->|$))|(?<word><\/?[A-Za-z][\w.:-]*|\/?>)|(?<string>(?<==)(?:"[^"\n]*"|'[^'\n]*'))|(?<value>\{[{%][^{}\n]*\}\}?)|(?<name>(?<=[ \t\n])[A-Za-z_:@][\w:.-]*(?==))/g,
  },
  { names: 'diff patch', pattern: /(?<good>^\+[^\n]*)|(?<bad>^-[^\n]*)|(?<comment>^(?:@@|diff|index)[^\n]*)/gm },
];

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  FAMILIES.flatMap(({ names, pattern }) => names.split(' ').map((name) => [name, pattern] as const)),
);

/** Colours the code of one page, by classes. The text stays the same. */
export class CodeColours {
  #left = mostColoured;
  #pieces = mostPieces;

  /** @param pre an element with a `code` element alone, which has the name of its language as a class */
  colour(pre: TreeNode): void {
    const [code] = pre.children ?? [];
    const text = code?.children?.[0]?.value;
    const pattern = PATTERNS.get(languageOf(code) ?? '');
    if (text === undefined || pattern === undefined || text.length > this.#left) return;
    this.#left -= text.length;
    const children: TreeNode[] = [];
    let at = 0;
    for (const { 0: piece, index, groups } of text.matchAll(pattern)) {
      if (this.#pieces-- <= 0) return;
      const [colour] = Object.entries(groups!).find(([, value]) => value !== undefined)!;
      if (index > at) children.push({ type: 'text', value: text.slice(at, index) });
      const value: TreeNode = { type: 'text', value: piece };
      children.push({
        type: 'element',
        tagName: 'span',
        properties: { className: [`c-${colour}`] },
        children: [value],
      });
      at = index + piece.length;
    }
    if (at < text.length) children.push({ type: 'text', value: text.slice(at) });
    code!.children = children;
  }
}

function languageOf(code: TreeNode | undefined): string | null {
  const classes = code?.properties?.className;
  const named = Array.isArray(classes) ? classes.map(String).find((name) => name.startsWith('language-')) : undefined;
  return named === undefined ? null : named.slice('language-'.length).toLowerCase();
}
