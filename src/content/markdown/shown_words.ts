/** What readers see of a tag that a generator replaces: its text is among its parameters, not between tags. */

/** Longer tags show nothing. */
export const LONGEST_TAG = 4000;

/** `name="value"`, `name='value'`, `name={"value"}`, `name=value`, and values without a name. */
const PARAMETER =
  /(?:([A-Za-z_][\w.:-]*)[ \t]*=[ \t\n]*)?(?:\{[ \t]*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)(?:[ \t]*\})?|([A-Za-z_][\w.:-]*)=([^\s"'`{}<>]+)/g;
const SHORTCODE = /^\{\{[<%]-?[ \t\n]*([\w/.-]+)/;
/** Shortcodes of Hugo that show a term in a sentence by its first parameter. */
const TERMS =
  /^(?:glossary\w*|term|gloss|g|abbr|tooltip|badge|kbd|key|keyword|mark|label|tag|status|chip|pill|button|btn|link|highlight|skew|command)$/i;
const COMPONENT = /^<([A-Z][\w.]*)/;
/** Components whose parameters readers do not see, or only when they point at them. */
const SILENT =
  /^(?:Image|Img|Picture|Icon\w*|Link|Head|Helmet|Script|Video\w*|YouTube\w*|Iframe|Input|Slot|Meta|Seo|SEO|Redirect|Trans|Svg)$|Icon$|Image$|Video$/;

/** Whether readers see nothing of a component by itself. */
export function isSilent(name: string): boolean {
  return SILENT.test(name);
}

/** The words that readers see of a shortcode of Hugo: its text, else its term; '' when it shows none. */
export function shownByShortcode(tag: string): string {
  const name = tag.length > LONGEST_TAG ? undefined : SHORTCODE.exec(tag)?.[1];
  if (name === undefined) return '';
  const { named, first } = parametersOf(tag.slice(SHORTCODE.exec(tag)![0].length));
  const text = named.get('text') ?? named.get('term');
  const term = named.get('term_id')?.replaceAll('-', ' ');
  return (
    text || term || (TERMS.test(name) ? (named.get('title') ?? named.get('label') ?? named.get('name') ?? first) : '')
  );
}

/** The parameters of a component's opening tag that are texts, by name. Those of computed ones are empty. */
export function componentParameters(tag: string): ReadonlyMap<string, string> {
  return parametersOf(openingOf(tag.slice(0, LONGEST_TAG)).replace(/^<[\w.-]*/, '')).named;
}

/** The words that readers see of a component by its opening tag: its title, label or name, and its text; '' when it shows none. */
export function shownByComponent(tag: string): string {
  const opening = tag.length > LONGEST_TAG ? tag.slice(0, LONGEST_TAG) : tag;
  const name = COMPONENT.exec(opening)?.[1];
  if (name === undefined || SILENT.test(name)) return '';
  const { named } = parametersOf(openingOf(opening).slice(name.length + 1));
  const isTab = /^Tab(?:Item|s?Trigger)?$/.test(name);
  const head =
    named.get('title') ?? named.get('label') ?? named.get('name') ?? (isTab ? named.get('value') : undefined);
  return [head ?? '', named.get('text') ?? ''].filter((each) => each !== '').join(' ');
}

/** A tag up to the `>` that is not in a value, without values that are computed. */
function openingOf(tag: string): string {
  let out = '';
  let quote = '';
  let braces = 0;
  let opened = 0;
  for (let at = 0; at < tag.length; at++) {
    const char = tag[at]!;
    const isOutside = quote === '' && braces === 0;
    if (isOutside && char === '>') break;
    if (isOutside && char === '{') opened = at;
    if (isOutside && char !== '{') out += char;
    else if (braces === 0 && quote !== '') out += char;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '{') braces++;
    else if (char === '}' && braces > 0 && --braces === 0) out += LITERAL.exec(tag.slice(opened, at + 1))?.[1] ?? '""';
  }
  return out;
}

/** A value that is a string between braces. */
const LITERAL = /^\{\s*("[^"\\]*"|'[^'\\]*'|`[^`\\$]*`)\s*\}$/;

function parametersOf(text: string): { readonly named: ReadonlyMap<string, string>; readonly first: string } {
  const named = new Map<string, string>();
  let first: string | null = null;
  for (const [, key, double, single, tick, bareKey, bare] of text.matchAll(PARAMETER)) {
    const value = (double ?? single ?? tick ?? bare ?? '').replace(/\\(.)/g, '$1').replace(/\s+/g, ' ').trim();
    const name = key ?? bareKey;
    if (name === undefined) first ??= value;
    else if (!named.has(name)) named.set(name, value);
  }
  return { named, first: first ?? /^\s+([\w.-]+)\s*[>%/]/.exec(text)?.[1] ?? '' };
}
