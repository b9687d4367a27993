import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { isInRange, readersRange } from './language_range.ts';

test.each([
  [['en-US'], ['en', 'fr'], 'en'],
  [['en-US'], ['en-GB', 'fr'], 'en-GB'],
  [['en-US'], ['en', 'en-US', 'fr'], 'en-US'],
  [['en-AU'], ['en', 'en-US', 'fr'], 'en'],
  [['en'], ['en-GB', 'en-US', 'fr'], 'en'],
  [['EN-us'], ['en', 'fr'], 'en'],
  [['pt_BR'], ['en', 'pt-BR'], 'pt-BR'],
  [['zh-Hant-TW'], ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
  [['pt-PT'], ['en', 'pt-BR'], 'pt-BR'],
  [['fi', 'de-AT'], ['de', 'en'], 'de'],
  [['fi'], ['de', 'en'], null],
  [['en'], ['en'], null],
  [['en-US'], ['en', 'en-GB'], null],
  [['e'], ['en', 'fr'], null],
  [[], ['en', 'fr'], null],
  [[''], ['en', 'fr'], null],
])('a reader of %j finds pages in %j by the range %j', (wanted, languages, range) => {
  expect(readersRange(wanted, languages)).toBe(range);
});

const tag = fc
  .tuple(fc.constantFrom('en', 'fr', 'zh', 'pt'), fc.constantFrom('', '-US', '-Hant', '-Hant-TW', '-BR'))
  .map((parts) => parts.join(''));

it('admits a page and not all, and every page of exactly the wanted language', () => {
  fc.assert(
    fc.property(fc.array(tag), fc.uniqueArray(tag), (wanted, languages) => {
      const range = readersRange(wanted, languages);
      if (range === null) return;
      const admitted = languages.filter((each) => isInRange(each.toLowerCase(), range.toLowerCase()));
      expect(admitted.length).toBeGreaterThan(0);
      expect(admitted.length).toBeLessThan(languages.length);
      const exact = wanted.find((each) => languages.includes(each));
      if (exact === wanted[0] && exact !== undefined) expect(admitted).toContain(exact);
    }),
  );
});
