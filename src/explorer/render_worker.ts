import { parentPort } from 'node:worker_threads';
import { parsePage } from './page_tree.ts';
import { type ReadingRequest, readingDocument } from './reading_document.ts';
import type { Rendered } from './render_thread.ts';

parentPort!.on('message', (request: ReadingRequest) => {
  let rendered: Rendered;
  try {
    rendered = { document: readingDocument(request, parsePage) };
  } catch (error) {
    rendered = { error };
  }
  parentPort!.postMessage(rendered);
});
