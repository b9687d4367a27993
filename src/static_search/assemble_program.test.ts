import { describe, expect, test } from 'vitest';
import { stemAlgorithm, stemmerFor } from '../corpus/analysis/stem.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { builtAssets } from '../explorer/explorer_assets.ts';
import { assembleProgram } from './assemble_program.ts';

const WORDS: Readonly<Record<string, string>> = {
  ...{
    en: 'installations',
    de: 'erklärungen',
    fr: 'continuellement',
    ru: 'поездками',
    tr: 'kitaplarımızdan',
    ar: 'والمكتبات',
  },
  ...{
    es: 'rápidamente',
    fi: 'taloissammekin',
    hu: 'házainkban',
    ta: 'பறவைகள்',
    nl: 'lichamelijkheden',
    cs: 'nejkrásnějšími',
  },
};

const siteOf = (languages: readonly string[], language: string) =>
  ({ analyser: { algorithms: languages.map(stemAlgorithm) }, settings: { language } }) as unknown as Corpus;

/** The stemmers before a core that only gives them. */
async function stemmersOf(site: Corpus) {
  const { search } = await builtAssets();
  const script = Buffer.from(assembleProgram({ ...search!, core: 'return STEMMERS;' }, site)).toString();
  type Program = { setCurrent(word: string): void; stem(): void; getCurrent(): string };
  return new Function(script)() as Record<string, () => Program>;
}

describe('the program of a site', () => {
  test('has the stemmers of its languages and no others', async () => {
    expect(Object.keys(await stemmersOf(siteOf(['de', 'fr', 'ja'], 'de')))).toEqual(['german', 'french']);
    expect(Object.keys(await stemmersOf(siteOf([], 'en')))).toEqual(['english']);
    expect(Object.keys(await stemmersOf(siteOf(['ja'], 'ja')))).toEqual([]);
  });

  test.each(Object.entries(WORDS))('stems a word in %s as the library does', async (language, word) => {
    const algorithm = stemAlgorithm(language);
    const stemmer = (await stemmersOf(siteOf([language], language)))[algorithm]!();
    stemmer.setCurrent(word);
    stemmer.stem();
    const stem = stemmer.getCurrent();
    expect(stem).toBe(stemmerFor(algorithm)(word));
    expect(stem).not.toBe(word);
  });

  test('names whose work is in it', async () => {
    const { search } = await builtAssets();
    const script = Buffer.from(assembleProgram(search!, siteOf(['en'], 'en'))).toString();
    expect(script).toMatch(/^\/\* Catchword search, with snowball-stemmers \(ISC\)\. .*\*\/\nconst STEMMERS=/);
  });
});
