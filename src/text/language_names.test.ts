import { expect, test } from 'vitest';
import { languageName, nameLanguages } from './language_names.ts';

test.each([
  ['en', 'English'],
  ['FR', 'Français'],
  ['pt-BR', 'Português (Brasil)'],
  ['fr-MA', 'Français (MA)'],
  ['zh-TW', '中文（繁體）'],
  ['zh-Hant-TW', '中文（繁體） (TW)'],
  ['tlh', 'tlh'],
  ['', ''],
])('the language %s is called %s', (tag, name) => {
  expect(languageName(tag)).toBe(name);
});

test.each([
  [['en'], 'en', ['en English']],
  [['en', 'fr'], 'fr', ['fr Français', 'en English']],
  [['en-US', 'ja-JP', 'zh-CN'], 'en', ['en-US English', 'zh-CN 中文（简体）', 'ja-JP 日本語']],
  [
    ['en-GB', 'en-US', 'fr'],
    'fr-FR',
    ['fr Français', 'en English', 'en-GB English (United Kingdom)', 'en-US English (United States)'],
  ],
  [['pt', 'pt-BR'], 'pt', ['pt Português', 'pt-BR Português (Brasil)']],
])('readers of a site in %j, whose own is %s, choose from %j', (tags, own, choices) => {
  expect(nameLanguages(tags, own).map(({ code, name }) => `${code} ${name}`)).toEqual(choices);
});
