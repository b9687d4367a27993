/** The address of a service or a folder as an attribute gives it, with a slash at its end; null: there is none. @param page for relative values */
export function serviceAddress(text: string | null, page: string): string | null {
  if (text === null || !URL.canParse(text, page)) return null;
  const { origin, pathname, protocol } = new URL(text, page);
  return /^https?:$/.test(protocol) ? `${origin}${pathname.replace(/\/?$/, '/')}` : null;
}
