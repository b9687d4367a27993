/**
 * Public entry `catchword/edge`: answers from an artefact in object storage or at an address, on runtimes without a disk, such as Cloudflare
 * Workers, Deno Deploy and Vercel. The artefact is read by parts.
 */
export { type Bucket, fromBucket, fromUrl, type UrlOptions } from './cli/edge/artefact_source.ts';
export { createFetchHandler, type EdgeOptions } from './cli/edge/edge_handler.ts';
export type { ArtefactSource } from './corpus/artefact/distant_sections.ts';
