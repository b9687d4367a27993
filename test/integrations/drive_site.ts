import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from '../explorer/axe_violations.ts';
import { openFolderHost } from '../fixtures/folder_host.ts';
import { freePort } from '../fixtures/free_port.ts';
import type { Search, Shape, Template } from './template.ts';

/** Milliseconds that a result may take, in a site that other programs build beside. */
const PATIENCE = 15_000;
/** Milliseconds from an edit to the search that finds it. */
const EDIT_BOUND = 1000;
/** Seconds from the end of the installation to an answer. */
const FIRST_ANSWER = 60;
const START = 60_000;

/** A site that is built. */
export interface BuiltSite {
  readonly template: Template;
  readonly shape: Shape;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Searches in a built site, then in development. @param picture file for a picture of it, or null @returns what was wrong */
export async function driveSite(
  browser: Browser,
  site: BuiltSite,
  seconds: number,
  picture: string | null,
): Promise<string[]> {
  const { template, shape, folder } = site;
  const home = homeOf(site);
  const faults: string[] = [];
  if (seconds > FIRST_ANSWER) faults.push(`the build took ${seconds.toFixed(0)} s (at most ${FIRST_ANSWER})`);
  const host = await openFolderHost(join(folder, template.built), template.base);
  try {
    await searchAll(browser, host.url, site, 'built', faults);
    if (picture !== null) await takePicture(browser, host.url + home, template.searches(shape.ending)[0]!, picture);
  } finally {
    host.close();
  }
  if (template.develop === undefined) return faults;
  const server = await startDevelopment(site, template.develop);
  try {
    await searchAll(browser, server.url, site, 'in development', faults);
    // A service has its own pages.
    if (shape.server === null) await findEdit(browser, server.url, site, faults);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${server.said().slice(-1500)}`);
  } finally {
    server.close();
  }
  return faults;
}

function homeOf({ template, shape }: BuiltSite): string {
  return template.home?.(shape.ending) ?? template.base;
}

async function searchAll(browser: Browser, origin: string, site: BuiltSite, where: string, faults: string[]) {
  const { template, shape } = site;
  const home = homeOf(site);
  const searches = template.searches(shape.ending);
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const search of searches) {
    const { q, on = home, choose, title, heading, address, needs } = search;
    if ((needs === 'built' && where !== 'built') || (needs === 'files' && shape.server !== null)) continue;
    try {
      await openSearch(page, origin + on);
      if (choose !== undefined) {
        await page.keyboard.press('Escape');
        await choose(page);
        await openSearch(page, origin + on);
      }
      const first = await firstResult(page, q, title);
      const href = await first.getAttribute('href');
      const { pathname } = new URL(href!, page.url());
      if (pathname !== address) faults.push(`${where}, "${q}" leads to ${pathname}, not to ${address}`);
      const response = await fetch(new URL(pathname, origin), { headers: { Accept: 'text/html' }, redirect: 'manual' });
      if (response.status !== 200) faults.push(`${where}, ${pathname} is answered by ${response.status}`);
      if (heading === undefined) await first.click();
      else await page.locator('catchword-search [part~="section"]', { hasText: heading }).first().click();
      await page.waitForURL((url) => url.pathname === pathname, { timeout: PATIENCE });
      await page.locator('h1', { hasText: title }).first().waitFor({ timeout: PATIENCE });
      if (heading !== undefined) await atHeading(page, heading);
    } catch (error) {
      faults.push(`${where}, "${q}" on ${page.url()}: ${firstLine(error)}`);
    }
  }
  try {
    await checkLook(page, origin + home, searches[0]!, where, faults);
  } catch (error) {
    faults.push(`${where}, the look of ${page.url()}: ${firstLine(error)}`);
  }
  await context.close();
}

/** Waits until the address names a heading. */
async function atHeading(page: Page, heading: string): Promise<void> {
  const isThere = (text: string): boolean =>
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.textContent?.includes(text) === true;
  await page.waitForFunction(isThere, heading, { timeout: PATIENCE });
}

async function takePicture(browser: Browser, address: string, { q, title }: Search, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 480 }, reducedMotion: 'reduce' });
  await openSearch(page, address);
  await firstResult(page, q, title);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(file, Buffer.from(data, 'base64'));
  await page.close();
}

/** The dialog has no fault for axe, light and dark. Faults of the theme around it are its own. */
async function checkLook(page: Page, address: string, { q, title }: Search, where: string, faults: string[]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openSearch(page, address);
    await firstResult(page, q, title);
    // The name of a result is its title; the rest describes it.
    const ours = (await axeViolations(page)).filter(
      (fault) => /catchword|part="|class="excerpt/.test(fault) && !fault.startsWith('label-content-name-mismatch'),
    );
    faults.push(...ours.map((fault) => `${where}, ${colorScheme}: axe finds ${fault}`));
  }
}

/** Opens a page, and the search as readers do: by its shortcut, or in the field of the page. */
async function openSearch(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(() => customElements.get('catchword-search') !== undefined, null, { timeout: PATIENCE });
  await page.locator('catchword-search').first().waitFor({ timeout: PATIENCE });
  await page.keyboard.press('/');
}

async function firstResult(page: Page, q: string, title: string) {
  await page.locator('catchword-search [part="input"]').last().fill(q);
  const first = page.locator('catchword-search [role="option"]').first();
  await first.filter({ hasText: title }).waitFor({ timeout: PATIENCE });
  return first;
}

async function findEdit(browser: Browser, origin: string, site: BuiltSite, faults: string[]) {
  const { template, shape, folder } = site;
  const home = origin + homeOf(site);
  const edited = template.edited(shape.ending);
  const page = await browser.newPage();
  await openSearch(page, home);
  const { api, src } = await page.evaluate(() => {
    const box = document.querySelector('catchword-search')!;
    const address = (name: string): string | null => {
      const value = box.getAttribute(name);
      return value === null ? null : new URL(value, document.baseURI).href;
    };
    return { api: address('api'), src: address('src') };
  });
  // Servers of development load open pages anew.
  await page.close();
  const edit = (): void => appendFileSync(join(folder, edited.file), '\nA thylacine was seen.\n');
  const found = src === null ? await findInAnswers(api!, edit) : await findInFiles(browser, src, home, site, edit);
  if (found === null) faults.push('an edit was not found');
  else {
    const { address, took } = found;
    const most = EDIT_BOUND + (template.rebuild ?? 0);
    if (address !== edited.address) faults.push(`the edit is found at ${address}`);
    if (took > most) faults.push(`an edit was found after ${took.toFixed(0)} ms (at most ${most})`);
  }
}

/** An edit in a server of development that answers searches. @returns null: it was not found */
async function findInAnswers(api: string, edit: () => void) {
  edit();
  const search = async (): Promise<string | null> => {
    const response = await fetch(`${api}api/search?q=thylacine`);
    const answer = response.ok ? ((await response.json()) as { items: { canonical: string }[] }) : { items: [] };
    return answer.items[0]?.canonical ?? null;
  };
  const done = await waitFor(search);
  return done === null ? null : { address: done.value, took: done.took };
}

/** An edit of a site that its generator makes anew, with the files of its search. */
async function findInFiles(
  browser: Browser,
  src: string,
  home: string,
  { template, shape }: BuiltSite,
  edit: () => void,
) {
  const manifest = async (): Promise<string> => {
    const response = await fetch(`${src}search.json`).catch(() => null);
    return response?.ok ? response.text() : '';
  };
  const before = await manifest();
  edit();
  const written = await waitFor(async () => {
    const now = await manifest();
    return now !== '' && now !== before ? true : null;
  });
  if (written === null) return null;
  const page = await browser.newPage();
  await openSearch(page, home);
  const { address: edited } = template.edited(shape.ending);
  const { title } = template.searches(shape.ending).find(({ address }) => address === edited)!;
  const first = await firstResult(page, 'thylacine', title);
  const address = new URL((await first.getAttribute('href'))!, page.url()).pathname;
  await page.close();
  return { address, took: written.took };
}

/** Asks until there is an answer. @returns null: there was none in time */
async function waitFor<Value>(ask: () => Promise<Value | null>): Promise<{ value: Value; took: number } | null> {
  const began = performance.now();
  for (;;) {
    const value = await ask();
    const took = performance.now() - began;
    if (value !== null) return { value, took };
    if (took > PATIENCE) return null;
    await sleep(20);
  }
}

async function startDevelopment(site: BuiltSite, develop: NonNullable<Template['develop']>) {
  const { folder, environment } = site;
  const port = await freePort();
  const [program, ...args] = develop(port);
  const server: ChildProcess = spawn(program!, args, { cwd: folder, env: environment, detached: true });
  let said = '';
  server.stdout!.on('data', (data: Buffer) => {
    said += data.toString();
  });
  server.stderr!.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const url = `http://localhost:${port}`;
  const close = (): void => {
    // npx starts further programs, so the whole group ends.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid);
  };
  const began = performance.now();
  for (;;) {
    const isUp = await fetch(url + homeOf(site), { headers: { Accept: 'text/html' } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { url, close, said: () => said };
    if (server.exitCode !== null || performance.now() - began > START) {
      close();
      throw new Error(`the server of development did not start: ${said.slice(-1500)}`);
    }
    await sleep(200);
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!;
}
