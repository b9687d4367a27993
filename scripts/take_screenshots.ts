/**
 * Takes the screenshots of the README and the documentation: six states of the explorer over `site/`, light and dark.
 * They are WebP, a quarter of the size of PNG. take_screenshots.ts [FOLDER]: default `site/images/explorer`. Needs Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { states } from '../test/explorer/explorer_states.ts';
import { chromiumPath, openExplorer, shippedSite } from '../test/explorer/open_explorer.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../site/images/explorer', import.meta.url));

if (chromiumPath === undefined) {
  process.stderr.write('Cannot take screenshots: Chromium is not installed at /usr/bin/chromium.\n');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const explorer = await openExplorer(await shippedSite());
for (const { name, path, act = async () => {} } of states) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = { colorScheme, viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' } as const;
    const page = await explorer.open(path, [], options);
    await act(page);
    await page.evaluate('scrollTo(0, 0)');
    const file = join(folder, `${name}-${colorScheme}.webp`);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    writeFileSync(file, Buffer.from(data, 'base64'));
    process.stdout.write(`${file}\n`);
    await page.context().close();
  }
}
await explorer.close();
