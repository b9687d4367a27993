/**
 * One link of a `Link` field (RFC 8288 3), its parameters quoted: `</a>; rel="next"; type="text/html"`.
 *
 * @param target a URI reference; characters that are not allowed in one, or would end it early, are percent-encoded
 */
export function renderLink(target: string, parameters: { readonly rel: string; readonly type?: string }): string {
  const reference = target.toWellFormed().replaceAll(/[^\x21-\x7e]|[<>"]/gu, encodeURIComponent);
  const spelled = Object.entries(parameters).map(([name, value]) => `; ${name}="${value}"`);
  return `<${reference}>${spelled.join('')}`;
}
