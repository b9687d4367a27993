/** Control and direction characters, and noncharacters: what could change what a terminal shows. All are of one UTF-16 unit. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufdd0-\ufdef]/gu;
/** The same without the white space between the lines of a text. */
const HIDDEN_IN_LINES = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufdd0-\ufdef]/gu;

/** A text of others as one line that is safe to show: control and direction characters are written as `\u{1b}`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN_IN_LINES, escaped);
}

/** A value as JSON in which these characters are escapes, so that it has the same value and is safe to show. */
export function visibleJson(value: unknown, indent?: number): string {
  return visibleInJson(JSON.stringify(value, null, indent));
}

/** A JSON text with these characters as escapes. */
export function visibleInJson(json: string): string {
  return json.replace(HIDDEN_IN_LINES, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escaped(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16)}}`;
}

/** Characters that have another form in XML, and those that XML 1.0 cannot hold (2.2 Char). */
const SPECIAL = /[&<>"'\t\n\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const FORMS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser would read these as a space in an attribute, and a carriage return as a line feed anywhere.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text as content of an XML element or attribute. What XML cannot hold, a lone surrogate too, becomes U+FFFD. */
export function xmlText(text: string): string {
  return text.replace(SPECIAL, (character) => FORMS[character] ?? '\ufffd');
}
