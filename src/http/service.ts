import { openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import type { ExplorerParts } from '../explorer/explorer.ts';
import { explorerAssets } from '../explorer/explorer_assets.ts';
import { renderThread } from '../explorer/render_thread.ts';
import { createTurns } from '../questions/turns.ts';
import { type AnswerOptions, assembleService, type EngineServiceOptions, type Service } from './assemble_service.ts';

export type { AnswerOptions, EngineServiceOptions, Service } from './assemble_service.ts';

export interface ServiceOptions extends AnswerOptions {
  readonly corpus: Corpus;
  /** Memory for all caches together, in bytes, without the artefact; 0: no caching. Default 64 MiB. */
  readonly cacheBytes?: number;
}

/** On Node the files of the explorer are on the disk, and a thread renders its pages. */
const explorerParts: ExplorerParts = {
  assets: explorerAssets,
  render: (request, isWanted) => renderThread.render(request, isWanted),
};

const defaultCacheBytes = 64 * 1024 * 1024;

/** A service that answers from an open artefact, in this process. */
export function createService({ corpus, cacheBytes = defaultCacheBytes, ...options }: ServiceOptions): Service {
  const budget = openBudget(cacheBytes);
  return createEngineService({ ...options, engine: createEmbeddedEngine(corpus, budget), budget });
}

/** A service that answers from any engine, in this process. */
export function createEngineService(options: EngineServiceOptions): Service {
  return assembleService(options, { explorerParts, turns: createTurns() });
}
