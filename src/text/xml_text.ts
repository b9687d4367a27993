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
