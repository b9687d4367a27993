/** Public entry `catchword/server`: the service as a plain function from Request to Response. */
export { loadArtefact } from './corpus/load_artefact.ts';
export { openCorpus } from './corpus/open_corpus.ts';
export { createHandler } from './http/fetch_handler.ts';
export type { ServiceOptions } from './http/service.ts';
