import { expect, test } from 'vitest';
import { fold } from '../../text/fold.ts';
import { functionWords } from './function_words.ts';

test.each([
  ['en', 'the'],
  ['en-GB', "don't"],
  ['DE', 'für'],
  ['fr', 'été'],
  ['nn', 'på'],
  ['ru', 'её'],
])('%s has %j among its function words, folded and without apostrophes', (language, word) => {
  expect(functionWords(language)).toContain(fold(word).replaceAll("'", ''));
});

test.each(['ja', '', 'x-none', 'constructor', '__proto__'])('%j has no function words', (language) => {
  expect(functionWords(language).size).toBe(0);
});

test('no language’s list has an empty word', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'ru'])
    expect(functionWords(language)).not.toContain('');
});
