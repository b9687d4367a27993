import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EnginePage, keyActions } from './engine_page.ts';

/** Firefox of the system; undefined where there is none. */
export const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Starts Firefox without a window, steered by WebDriver BiDi. */
export async function openFirefox(): Promise<EnginePage> {
  const profile = mkdtempSync(join(tmpdir(), 'catchword-firefox-'));
  // As before version 131: it takes a text directive for a part of the anchor.
  writeFileSync(join(profile, 'user.js'), 'user_pref("dom.text_fragments.enabled", false);');
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(firefoxPath!, flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    firefox.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)));
    let told = '';
    firefox.stderr.on('data', (chunk) => {
      told += chunk;
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(told)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const page = await connectTo(endpoint);
  return {
    ...page,
    async close() {
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** @param endpoint `ws://127.0.0.1:PORT` */
async function connectTo(endpoint: string): Promise<Omit<EnginePage, 'close'>> {
  const socket = new WebSocket(`${endpoint}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  const faults: string[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id != null) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params.level === 'error') faults.push(message.params.text);
  };
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async function send(method: string, params: object): Promise<any> {
    const id = ++last;
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    faults: () => faults,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const target = { context };
      const answer = await send('script.evaluate', { expression, target, awaitPromise: true, resultOwnership: 'none' });
      return answer.result?.value;
    },
    type: (text) => send('input.performActions', { context, actions: keyActions(text) }),
  };
}
