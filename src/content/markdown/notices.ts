/** Blocks that call attention to what is in them, in the syntax of each generator. */

/** Names of such blocks. Others only arrange what they contain. */
const KINDS =
  /^(?:note|tip|info|important|warning|warn|caution|danger|error|hint|attention|success|question|example|details|seealso|admonition|quote|abstract|alert|callout|notice|aside|box|check|deprecated|experimental)$/i;
/** Names that say nothing of the kind: it is an argument. */
const GENERAL = /^(?:admonition|alert|callout|notice|aside|box|details)$/i;
/** An argument that names the kind: `type="warning"`, `color="info"`, or a bare first word. */
const KIND_ARGUMENT =
  /(?:^|[\s(])(?:type|kind|color|variant|intent|class)\s*=\s*["']?(?:alert-|is-)?([A-Za-z]+)|^\s*["']?([A-Za-z]{3,12})["']?\s*$/;
const TITLE_ARGUMENT = /(?:^|\s)(?:title|header|heading|summary)\s*=\s*(?:"([^"]{1,300})"|'([^']{1,300})')/;

/** How a line opens a notice that ends with a tag. */
export interface OpenedNotice {
  readonly heading: string;
  /** The beginning of the tag that ends it, in small letters. */
  readonly end: string;
  /** What follows the opening tag on its line. */
  readonly rest: string;
}

const COMPONENT = /^[ \t]*<([A-Z][A-Za-z]{2,30})((?:\s[^<>]{0,1000})?)>(.*)$/;
const SHORTCODE = /^[ \t]*\{\{([<%])-?\s*([\w-]{3,30})((?:\s[^{}]{0,1000}?)?)\s*-?[>%]\}\}(.*)$/;

export function isNotice(name: string): boolean {
  return KINDS.test(name);
}

/** `Warning`, `Note: Mind`: the first line of a notice. @param given the title that its author gave, or '' */
export function noticeHeading(name: string, given: string, attributes = ''): string {
  const argument = GENERAL.test(name) ? KIND_ARGUMENT.exec(attributes) : null;
  const kind = argument?.[1] ?? argument?.[2] ?? (GENERAL.test(name) ? '' : name);
  const shown = isNotice(kind) && !GENERAL.test(kind) ? kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase() : '';
  const title = given.trim();
  if (title === '') return shown === '' ? 'Note' : shown;
  return shown === '' || title.toLowerCase() === shown.toLowerCase() ? title : `${shown}: ${title}`;
}

/** Reads a line that begins with the tag of a component or shortcode for a notice: `<Note>`, `{{% alert color="warning" %}}`. */
export function openedNotice(line: string): OpenedNotice | null {
  const component = COMPONENT.exec(line);
  if (component !== null) {
    const [, name, attributes, rest] = component;
    if (!isNotice(name!) || attributes!.endsWith('/')) return null;
    return { heading: headingOf(name!, attributes!), end: `</${name!.toLowerCase()}`, rest: rest! };
  }
  const shortcode = SHORTCODE.exec(line);
  if (shortcode === null) return null;
  const [, mark, name, attributes, rest] = shortcode;
  if (!isNotice(name!) || attributes!.trimEnd().endsWith('/')) return null;
  return { heading: headingOf(name!, attributes!), end: `{{${mark} /${name!.toLowerCase()}`, rest: rest! };
}

function headingOf(name: string, attributes: string): string {
  const title = TITLE_ARGUMENT.exec(attributes);
  return noticeHeading(name, title?.[1] ?? title?.[2] ?? '', attributes);
}
