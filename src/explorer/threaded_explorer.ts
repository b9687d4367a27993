import type { ExplorerParts } from './explorer.ts';
import { explorerAssets } from './explorer_assets.ts';
import { renderThread } from './render_thread.ts';

/** An explorer on Node: its files are on the disk, and a thread renders its pages. */
export const threadedExplorer: ExplorerParts = {
  assets: explorerAssets,
  render: (request, isWanted) => renderThread.render(request, isWanted),
};
