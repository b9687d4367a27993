import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderThirdPartyNotices } from './third_party_notices.ts';

it('is what THIRD_PARTY_NOTICES.md has (scripts/write_third_party_notices.ts writes it)', () => {
  const file = new URL('../THIRD_PARTY_NOTICES.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(renderThirdPartyNotices());
});
