import { BlockList, isIP } from 'node:net';

/** Whether the client at an address is a trusted proxy, whose fields about the request are used. */
export type IsTrustedProxy = (address: string | undefined) => boolean;

/** Whether a text is an IP address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/**
 * @param networks texts that `isNetwork` accepts
 * @returns null for an empty list, so that callers can skip the check
 */
export function trustProxies(networks: readonly string[]): IsTrustedProxy | null {
  if (networks.length === 0) return null;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  // On an IPv6 port the address of an IPv4 client is ::ffff:a.b.c.d, which BlockList compares with IPv4 networks.
  return (address) => address !== undefined && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
