import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One of 2,000 made-up words. */
export function word(number: number): string {
  return `w${(number % 2_000).toString(36)}`;
}

/** Writes pages of 600 words each. @returns the folder */
export function writeWordSite(folder: string, name: string, pages: number): string {
  const content = join(folder, name);
  mkdirSync(content);
  writeFileSync(join(content, 'index.md'), `# Words of ${name}\n`);
  for (let page = 0; page < pages; page++) {
    const words = Array.from({ length: 600 }, (_, at) => word(page * 31 + at * at * 17 + at));
    writeFileSync(join(content, `p${page}.md`), `# Page ${page} of ${word(page)}\n\n${words.join(' ')}.\n`);
  }
  return content;
}
