/**
 * An origin as browsers write it in `Origin`: scheme and host in lower case, without the default port of the scheme
 * (RFC 6454 6.2), so that two spellings of one origin are equal: `HTTPS://API.Example.org:443/` is `https://api.example.org`.
 * @returns null for any other text, including `null` and an address with a path
 */
export function canonicalOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : null;
}
