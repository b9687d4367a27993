const registeredName = /^[A-Za-z0-9._~-]+(?::(\d{0,5}))?$/;
const ipv6Literal = /^\[[0-9A-Fa-f:.]{2,45}\](?::(\d{0,5}))?$/;
const highestPort = 65_535;

/**
 * Whether a `Host` value may be echoed in addresses: a name, an IPv4 or a bracketed IPv6 address, and an optional port.
 * Stricter than RFC 9110 7.2 (no percent-encoding, no sub-delimiters), so that the value cannot close a quoted string or an
 * HTML tag.
 */
export function isHost(value: string): boolean {
  if (value.length > 255) return false;
  const match = registeredName.exec(value) ?? ipv6Literal.exec(value);
  return match !== null && Number(match[1] ?? 0) <= highestPort;
}

/** Whether a host name without a port leads to this machine alone (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return name === '::1' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

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
