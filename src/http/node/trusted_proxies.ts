import { BlockList, isIP } from 'node:net';

/** Whether a client of this address is a proxy whose word on the request counts. */
export type IsTrustedProxy = (address: string | undefined) => boolean;

/** Whether a text is an IP address, or a network of them such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || address.includes('%') || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** @param networks texts that `isNetwork` takes; @returns null for none of them: then nobody's address has to be looked at */
export function trustProxies(networks: readonly string[]): IsTrustedProxy | null {
  if (networks.length === 0) return null;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  // An IPv4 client of a port that listens to IPv6 comes as ::ffff:a.b.c.d, which the list knows.
  return (address) => address !== undefined && trusted.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
