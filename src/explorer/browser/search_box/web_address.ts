/** An address that is safe in a link: the page's author may not control the service, so `javascript:` is not allowed. */
export function webAddress(text: string, base: string): string | null {
  if (!URL.canParse(text, base)) return null;
  const { protocol, href } = new URL(text, base);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
