import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPTH, measureQuery, type Outcome } from '../../src/cli/eval/measure_queries.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { EngineName } from '../engine.ts';
import { ARTEFACT } from '../engines/catchword.ts';
import { bakeSite, readDocuments } from '../pages/site_documents.ts';
import { EngineClient } from '../process/engine_client.ts';
import { createAsker, WAYS } from '../served/ask_service.ts';
import { readQuestions, rightPages } from './read_questions.ts';

/** Engines that rank pages by any of the words, as they usually do. */
export const QUESTION_PEERS = ['tantivy', 'minisearch', 'fts5'] as const satisfies readonly EngineName[];
export type QuestionPeer = (typeof QUESTION_PEERS)[number];

export interface AskedQuestion {
  readonly kind: 'sentence' | 'phrase';
  readonly text: string;
  /** By whom was asked: a way into the service, or the title of a peer. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

export interface QuestionResult {
  readonly site: string;
  readonly pages: number;
  readonly questions: readonly AskedQuestion[];
}

export interface QuestionOptions {
  /** Name of the site, which its questions have. */
  readonly site: string;
  /** The site's folder. */
  readonly folder: string;
  /** The baked site; null: it is baked from the folder. */
  readonly artefact: string | null;
  readonly peers: readonly QuestionPeer[];
  readonly scratch: string;
  readonly progress: (line: string) => void;
}

/** Asks the service and the peers every question of a site, all of the same pages. */
export async function measureQuestions(options: QuestionOptions): Promise<QuestionResult> {
  const { site, peers, scratch, progress } = options;
  const { root, sentences, phrases } = readQuestions(site);
  const corpus = loadArtefact(
    options.artefact ?? (await bakeInto(join(scratch, site), join(options.folder, root), options)),
  );
  const documents = readDocuments(corpus);
  const paths = documents.map(({ id }) => id);
  const questions = [
    ...sentences.map((question) => ({ kind: 'sentence' as const, ...question })),
    ...phrases.map((question) => ({ kind: 'phrase' as const, ...question })),
  ].map((question) => ({ ...question, right: rightPages(question, paths), outcomes: {} as Record<string, Outcome> }));

  progress(`asking the service ${questions.length} questions about ${site}`);
  const ask = createAsker(corpus);
  for (const { outcomes, ...question } of questions) {
    for (const way of WAYS) outcomes[way] = measureQuery(question, await ask(way, question.text, DEPTH));
  }
  const files = { documents: join(scratch, `${site}.jsonl`), texts: join(scratch, `${site}-texts.json`) };
  writeFileSync(files.documents, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  writeFileSync(files.texts, JSON.stringify(questions.map(({ text }) => text)));
  for (const name of peers) {
    progress(`asking ${name}`);
    const client = new EngineClient(name, null);
    try {
      const { title } = await client.call('describe', undefined);
      const found = await client.call('find', { ...files, folder: null });
      for (const [i, { outcomes, ...question }] of questions.entries()) {
        outcomes[title] = measureQuery(question, found[i]!.slice(0, DEPTH));
      }
    } catch (error) {
      progress(`${name} is left out of ${site}: ${(error as Error).message.split('\n')[0]}`);
    } finally {
      client.stop();
    }
  }
  return {
    site,
    pages: paths.length,
    questions: questions.map(({ kind, text, outcomes }) => ({ kind, text, outcomes })),
  };
}

async function bakeInto(folder: string, content: string, { site, progress }: QuestionOptions): Promise<string> {
  progress(`baking ${site}`);
  mkdirSync(folder, { recursive: true });
  const out = join(folder, ARTEFACT);
  await bakeSite(content, out, 'en');
  return out;
}
