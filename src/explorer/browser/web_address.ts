/** An address that is safe in a link: the page's author may not control the service, so `javascript:` is not allowed. Null: there is none. */
export function webAddress(text: string | null, base: string): string | null {
  if (text === null || !URL.canParse(text, base)) return null;
  const { protocol, href } = new URL(text, base);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
