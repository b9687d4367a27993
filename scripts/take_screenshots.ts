/**
 * Takes the screenshots of the README and the documentation: six states of the explorer over `site/`, and the search box and the
 * feedback element on a site of another origin, light and dark.
 * They are WebP, a quarter of the size of PNG. take_screenshots.ts [FOLDER]: default `site/images/explorer`. Needs Chromium.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExplorerState, states } from '../test/explorer/explorer_states.ts';
import { openExplorer, shippedSite } from '../test/explorer/open_explorer.ts';
import { hostPage, openHostSite } from '../test/explorer/open_host_site.ts';
import { wholeChromiumPath } from '../test/fixtures/chromium.ts';

const folder = process.argv[2] ?? fileURLToPath(new URL('../site/images/explorer', import.meta.url));

if (wholeChromiumPath === undefined) {
  process.stderr.write('Cannot take screenshots: Chromium is not installed at /usr/bin/chromium.\n');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const explorer = await openExplorer(await shippedSite(), undefined, wholeChromiumPath);
const host = await openHostSite(explorer.url, {
  '/': hostPage(
    explorer.url,
    `<p>This page is on another origin than the service.</p>
    <catchword-search><form action="${explorer.url}/explore"><input name="q" aria-label="Search"></form></catchword-search>`,
  ),
  '/feedback': hostPage(
    explorer.url,
    `<p>This page is on another origin than the service.</p><catchword-feedback></catchword-feedback>`,
    'lang="en"',
    'feedback.js',
  ),
  '/host.css':
    ':root { color-scheme: light dark } main { font: 1rem/1.6 system-ui; max-width: 44rem; margin: 3rem auto }',
});
const box: ExplorerState = {
  name: 'search-box',
  path: host.url,
  async act(page) {
    await page.getByRole('combobox').pressSequentially('entity tag');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
  },
};
const feedback: ExplorerState = {
  name: 'feedback',
  path: `${host.url}/feedback`,
  async act(page) {
    // The service of these screenshots does not know the address of the host.
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('**/api/feedback', (route) => route.fulfill({ status: 201, headers }));
    await page.getByRole('button', { name: 'No' }).click();
    await page.getByRole('combobox').selectOption('inaccurate');
    await page.getByRole('textbox').fill('The example needs --origin since version 2.');
  },
};
for (const { name, path, act = async () => {} } of [...states, box, feedback]) {
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
await host.close();
