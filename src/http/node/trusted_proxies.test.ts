import { describe, expect, it } from 'vitest';
import { isNetwork, trustProxies } from './trusted_proxies.ts';

describe('isNetwork', () => {
  it.each(['127.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '192.0.2.1/32', '::1', 'fd00::/8', '2001:db8::1/128', '::/0'])(
    'takes %s',
    (text) => {
      expect(isNetwork(text)).toBe(true);
    },
  );

  it.each(
    [
      '',
      'localhost',
      '10.0.0',
      '10.0.0.256',
      '010.0.0.1',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
    ].concat(['::1/129', ':::1', 'fe80::1%eth0', '[::1]', '10.0.0.1:80', '10.0.0.0/a', ' 10.0.0.1', '/8']),
  )('refuses %j', (text) => {
    expect(isNetwork(text)).toBe(false);
  });
});

describe('trustProxies', () => {
  it('returns null for an empty list', () => {
    expect(trustProxies([])).toBeNull();
  });

  it.each([
    ['127.0.0.1', true],
    ['127.0.0.2', false],
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['::ffff:10.1.2.3', true],
    ['::ffff:11.1.2.3', false],
    ['fd12::1', true],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['', false],
    [undefined, false],
  ])('trusts %s: %s', (address, expected) => {
    expect(trustProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])?.(address)).toBe(expected);
  });
});
