import { join } from 'node:path';
import { bake } from '../src/bake/site_baker.ts';
import { completeSettings } from '../src/cli/build/bake_content.ts';
import { configName, readConfig } from '../src/cli/settings/read_config.ts';
import { joinArtefact } from '../src/corpus/artefact/artefact_format.ts';
import { openCorpus } from '../src/corpus/open_corpus.ts';
import { handlerOf } from '../src/http/fetch_request.ts';
import { createService } from '../src/http/service.ts';
import type { DemoRequest } from './demo_exchange.ts';

/** The origin of `npm start`, which refusals name. */
const ORIGIN = 'http://127.0.0.1:4777';

export interface DemoAnswer {
  readonly status: number;
  /** The parsed JSON of the body. */
  readonly body: unknown;
}

export type AnswerDemo = (request: DemoRequest) => Promise<DemoAnswer>;

/**
 * Bakes a site in memory, with the settings of `npm start`, and answers the requests of its demos as the running service would. The
 * build is local, as its stamps would change with every page; they are all that is local about it.
 * @param folder holds a `catchword.config.json`
 */
export async function createDemoService(folder: string): Promise<AnswerDemo> {
  const settings = completeSettings(readConfig(join(folder, configName), {}));
  const { artefact } = await bake({ folder, out: null, settings, commit: null, local: true, cache: null, workers: 1 });
  const handle = handlerOf(createService({ corpus: openCorpus(joinArtefact(artefact)) }));
  return async ({ method, target, headers, body }) => {
    const response = await handle(new Request(ORIGIN + target, { method, headers: headers.map(pair), body }));
    return { status: response.status, body: await response.json() };
  };
}

function pair([name, value]: readonly [string, string]): [string, string] {
  return [name, value];
}
