/**
 * Public entry `catchword/server`: opens an artefact and answers from it, as a plain function from Request to Response on
 * any runtime, or over node:http.
 */
export { createHandler, createService } from './cli/serve/site_service.ts';
export { loadArtefact } from './corpus/load_artefact.ts';
export { openCorpus } from './corpus/open_corpus.ts';
export { openStore } from './feedback/open_store.ts';
export { createNodeServer, type NodeServer } from './http/node/node_server.ts';
export type { FeedbackOptions } from './http/resources/from_store.ts';
export type { Service, ServiceOptions } from './http/service.ts';
