import { describeCuratedSearcher } from '../../../test/contracts/curated_searcher.ts';
import { openBudget } from '../../cache/cache_budget.ts';
import type { Searcher } from '../searcher.ts';
import { createEmbeddedEngine } from './embedded_engine.ts';

const searcherOf = (corpus: Parameters<typeof createEmbeddedEngine>[0], bytes: number): Searcher =>
  createEmbeddedEngine(corpus, openBudget(bytes)).searcher;

describeCuratedSearcher('the embedded searcher', (corpus) => searcherOf(corpus, 1 << 24));
describeCuratedSearcher('the embedded searcher without caches', (corpus) => searcherOf(corpus, 0));
