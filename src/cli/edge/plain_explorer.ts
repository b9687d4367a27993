import { lazily } from '../../corpus/lazily.ts';
import type { ExplorerParts } from '../../explorer/explorer.ts';
import type { ExplorerAssets } from '../../explorer/explorer_assets.ts';
import { readingDocument } from '../../explorer/reading_document.ts';
import { inlinedAssets } from './inlined_assets.ts';

/** The parser of Markdown is a program for one machine, which an isolate does not load. */
const refusal = 'this server does not format pages';

/** An explorer without files and threads. It shows the text of a page as it is written. */
export function plainExplorer(): ExplorerParts {
  return {
    assets: lazily(decodeAssets),
    render: async (request) => readingDocument(request, () => ({ tree: null, refusal })),
  };
}

function decodeAssets(): ExplorerAssets {
  const { files, ...names } = inlinedAssets;
  const decode = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
  return {
    ...names,
    search: null,
    files: files.map((file) => ({ ...file, body: decode(file.body), br: decode(file.br), gzip: decode(file.gzip) })),
  };
}
