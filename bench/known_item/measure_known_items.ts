import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { EngineName } from '../engine.ts';
import { ARTEFACT } from '../engines/catchword.ts';
import { bakeSite, readDocuments } from '../pages/site_documents.ts';
import { EngineClient } from '../process/engine_client.ts';
import { drawKnownItems, KNOWN_ITEM_KINDS, type KnownItemKind } from './draw_known_items.ts';

/** The sites that are measured when none is named. */
const SITES = ['astro-docs', 'redis-docs', 'hugodocs', 'trpc', 'vue-docs', 'cpp-docs', 'cncf-glossary'];

/** How often the wanted page is first, and the mean of 1 / its place among the first ten (0 when it is not there). */
export interface KnownItemQuality {
  readonly first: number;
  readonly reciprocalRank: number;
}

export interface KnownItemResult {
  readonly site: string;
  readonly kind: KnownItemKind;
  readonly queries: number;
  readonly quality: Partial<Record<EngineName, KnownItemQuality>>;
}

export interface KnownItemOptions {
  /** The folder of one site; null: the usual sites that are in `corpora`. */
  readonly content: string | null;
  readonly corpora: string;
  readonly engines: readonly EngineName[];
  readonly seed: number;
  /** Of the site, and of the pages that are drawn. */
  readonly language: string;
  readonly scratch: string;
  readonly progress: (line: string) => void;
}

/** Searches sites for pages by name. */
export async function measureKnownItems(options: KnownItemOptions): Promise<KnownItemResult[]> {
  const { content, corpora, progress } = options;
  const results: KnownItemResult[] = [];
  for (const folder of content === null ? SITES.map((site) => join(corpora, site)) : [content]) {
    if (existsSync(folder)) results.push(...(await measureSite(folder, options)));
    else progress(`${basename(folder)} is not in ${corpora}: passed over`);
  }
  return results;
}

async function measureSite(
  content: string,
  { engines, seed, language, scratch, progress }: KnownItemOptions,
): Promise<KnownItemResult[]> {
  const site = basename(content);
  progress(`baking ${site}`);
  const folder = join(scratch, `known-${site}`);
  mkdirSync(folder, { recursive: true });
  const out = join(folder, ARTEFACT);
  await bakeSite(content, out, language);
  const documents = readDocuments(loadArtefact(out));
  const queries = drawKnownItems(documents, seed, language);
  const files = { documents: join(folder, 'documents.jsonl'), texts: join(folder, 'texts.json') };
  writeFileSync(files.documents, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  writeFileSync(files.texts, JSON.stringify(queries.map(({ text }) => text)));
  const quality: Partial<Record<EngineName, Record<KnownItemKind, KnownItemQuality>>> = {};
  for (const name of engines) {
    progress(`asking ${name} for ${queries.length} pages of ${site} by name`);
    const client = new EngineClient(name, null);
    try {
      const found = await client.call('find', { ...files, folder });
      const ranks = found.map((ids, i) => ids.indexOf(queries[i]!.wanted) + 1);
      quality[name] = Object.fromEntries(
        KNOWN_ITEM_KINDS.map((kind) => [kind, qualityOf(ranks.filter((_, i) => queries[i]!.kind === kind))]),
      ) as Record<KnownItemKind, KnownItemQuality>;
    } catch (error) {
      progress(`${name} is left out of ${site}: ${(error as Error).message}`);
    } finally {
      client.stop();
    }
  }
  return KNOWN_ITEM_KINDS.map((kind) => ({
    site,
    kind,
    queries: queries.filter((query) => query.kind === kind).length,
    quality: Object.fromEntries(Object.entries(quality).map(([name, found]) => [name, found[kind]])),
  }));
}

/** @param ranks place of the wanted page from 1, or 0 when it is not among the first ten */
export function qualityOf(ranks: readonly number[]): KnownItemQuality {
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    first: mean(ranks.map((rank) => (rank === 1 ? 1 : 0))),
    reciprocalRank: mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank))),
  };
}
