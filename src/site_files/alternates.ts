import type { PageQuestions } from '../questions/page_questions.ts';
import type { Alternate } from './sitemap.ts';
import type { PageFacts } from './walk_pages.ts';

/** Translated pages whose addresses are kept in memory. Those behind have no alternates. */
const MOST_PAGES = 100_000;

/** The addresses of translated pages: `add` takes all pages that are listed, and `of` is asked afterwards. */
export function createAlternates(
  questions: Pick<PageQuestions, 'translations'>,
  most = MOST_PAGES,
): { readonly count: number; add(page: PageFacts, number: number): void; of(number: number): readonly Alternate[] } {
  const addresses = new Map<number, string>();
  return {
    get count() {
      return addresses.size;
    },
    add({ address }, number) {
      if (address === null || addresses.size === most || questions.translations(number).length === 0) return;
      addresses.set(number, address);
    },
    of(number) {
      if (!addresses.has(number)) return [];
      const listed = questions.translations(number).filter(({ page }) => addresses.has(page));
      const found = listed.map(({ page, language }) => ({ language, address: addresses.get(page)! }));
      // Pages that name one canonical address are no alternatives of each other.
      const distinct = new Set(found.map(({ address }) => address)).size;
      return distinct === found.length && distinct > 1 ? found : [];
    },
  };
}
