import { webAddress } from './web_address.ts';

/** The address of a service or a folder as an attribute gives it, with a slash at its end; null: there is none. @param page for relative values */
export function serviceAddress(text: string | null, page: string): string | null {
  const address = webAddress(text, page);
  if (address === null) return null;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/?$/, '/')}`;
}
