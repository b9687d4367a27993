import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoExchange, readDemoExchanges } from './demo_exchange.ts';

/** A page with requests and their answers. */
export interface DemoPage {
  readonly file: string;
  readonly markdown: string;
  readonly exchanges: readonly DemoExchange[];
}

/** The pages of a site's folder that show at least one request, by path. */
export function readDemoPages(folder: string): DemoPage[] {
  return globSync('**/*.md', { cwd: folder })
    .toSorted()
    .map((file) => readDemoPage(join(folder, file)))
    .filter(({ exchanges }) => exchanges.length > 0);
}

export function readDemoPage(file: string): DemoPage {
  const markdown = readFileSync(file, 'utf8');
  return { file, markdown, exchanges: readDemoExchanges(markdown) };
}
