/**
 * Public entry `catchword/server`: opens an artefact and answers from it, as a plain function from Request to Response on
 * any runtime, or over node:http.
 */
export { loadArtefact } from './corpus/load_artefact.ts';
export { openCorpus } from './corpus/open_corpus.ts';
export { openStore } from './feedback/open_store.ts';
export type { FeedbackOptions } from './http/feedback_options.ts';
export { createHandler } from './http/fetch_handler.ts';
export { createNodeServer, type NodeServer } from './http/node_server.ts';
export { createService, type Service, type ServiceOptions } from './http/service.ts';
