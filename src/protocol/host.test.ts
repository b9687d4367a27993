import { describe, expect, it } from 'vitest';
import { isHost } from './host.ts';

describe('isHost', () => {
  it.each(['a', 'api.example.org', 'a:80', 'a:', '127.0.0.1:4777', '[::1]', '[::1]:80', 'a:65535'])(
    'takes %j',
    (value) => {
      expect(isHost(value)).toBe(true);
    },
  );

  it.each([
    '',
    '"><script>',
    'a@b',
    'a b',
    'a/b',
    'a:x',
    'a:123456',
    'a:65536',
    '[::1]:99999',
    '[::1',
    'a, b',
    'ä',
    'a'.repeat(256),
  ])('refuses %j', (value) => {
    expect(isHost(value)).toBe(false);
  });
});
