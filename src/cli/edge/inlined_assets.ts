import type { ExplorerAssets } from '../../explorer/explorer_assets.ts';

/** The files of the explorer as text, for runtimes without a disk. */
interface InlinedAssets extends Omit<ExplorerAssets, 'files' | 'search'> {
  readonly files: readonly {
    readonly name: string;
    readonly contentType: string;
    /** In base64: as they are, and compressed. */
    readonly body: string;
    readonly br: string;
    readonly gzip: string;
  }[];
}

/** None in a checkout: `scripts/build_package.ts` writes them into the package. */
export const inlinedAssets: InlinedAssets = {
  ...{ style: 'explorer.css', script: null, box: null, boxFiles: null, feedback: null },
  files: [],
};
