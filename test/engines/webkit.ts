import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../fixtures/free_port.ts';
import { type EnginePage, keyActions } from './engine_page.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** Milliseconds to wait for a program to start. */
const START = 60_000;

/** Whether the system has WebKit, and a screen in memory for it: it runs in windows only. */
export const hasWebkit = [DRIVER, SCREEN, BROWSER].every((path) => existsSync(path));

/** Starts WebKit as GTK has it, steered by WebDriver. */
export async function openWebkit(): Promise<EnginePage> {
  const home = mkdtempSync(join(tmpdir(), 'catchword-webkit-'));
  const display = `:${await freePort()}`;
  const screen = spawn(SCREEN, [display, '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, DISPLAY: display },
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async function send(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: { message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  }
  const began = performance.now();
  const starting = { binary: BROWSER, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': starting } };
  let session: string | null = null;
  while (session === null) {
    try {
      session = `/session/${(await send('POST', '/session', { capabilities })).sessionId}`;
    } catch (error) {
      if (performance.now() - began > START) {
        driver.kill();
        screen.kill();
        throw error;
      }
      await sleep(50);
    }
  }
  const own = session;
  return {
    faults: () => null,
    open: (url) => send('POST', `${own}/url`, { url }),
    evaluate: (expression) => send('POST', `${own}/execute/sync`, { script: `return (${expression})`, args: [] }),
    type: (text) => send('POST', `${own}/actions`, { actions: keyActions(text) }),
    async close() {
      await send('DELETE', own);
      for (const program of [driver, screen]) {
        const ended = new Promise((resolve) => program.once('exit', resolve));
        program.kill();
        await ended;
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
