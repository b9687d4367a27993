/**
 * Loads a page of results of the explorer in Chromium on a processor that is made four times slower. No task of the page may
 * take more than 50 ms, or the page does not answer its reader meanwhile.
 */
import { chromiumPath, openExplorer, shippedSite } from '../explorer/open_explorer.ts';
import { conclude, skipWhere } from './verdict.ts';

skipWhere(chromiumPath === undefined ? 'no Chromium' : null);
const explorer = await openExplorer(await shippedSite());
// Before the first page is there, a task belongs to the start of the browser.
const page = await explorer.open('/explore/api', []);
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
await page.addInitScript(() => {
  const kept: number[] = [];
  Object.assign(globalThis, { longTasks: kept });
  new PerformanceObserver((list) => kept.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
});
await page.goto(`${explorer.url}/explore?q=cache`, { waitUntil: 'networkidle' });
const tasks = (await page.evaluate('longTasks')) as number[];
await explorer.close();
conclude(
  `${tasks.length} tasks of more than 50 ms in a page of results`,
  tasks.map((duration) => `a task took ${duration.toFixed(0)} ms`),
);
