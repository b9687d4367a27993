import type { ServeSettings } from '../serve/live_server.ts';
import type { Terminal } from '../terminal.ts';
import { devEventsPath } from './dev_events.ts';
import type { BuiltInDev, CheckedInDev } from './dev_thread.ts';
import type { PageChanges } from './page_changes.ts';

/** The messages of `catchword dev` on standard error. Standard output has the address, unless it is a terminal. */
export interface DevLog {
  started(first: BuiltInDev, settings: ServeSettings, wantedPort: number, milliseconds: number): void;
  watching(): void;
  /** A new build answers. @param milliseconds since the first of its edits was noticed */
  served(number: number, built: BuiltInDev, milliseconds: number): void;
  /** The content is again what the last build was made of. */
  recovered(number: number): void;
  failed(reason: string, number: number): void;
  checked(result: CheckedInDev): void;
  notice(text: string): void;
}

/** Pages of each kind of change that are named; the others are counted. */
const mostNamed = 5;

/** @param folder as the owner named it, for the messages */
export function createDevLog(folder: string, terminal: Terminal): DevLog {
  const say = (...lines: readonly string[]) => terminal.err(`${lines.join('\n')}\n`);
  let isFirstCheck = true;
  return {
    started(first, { host, port, feedback }, wantedPort, milliseconds) {
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
      const moved = wantedPort !== 0 && port !== wantedPort ? ` (port ${wantedPort} is taken)` : '';
      say(
        '',
        `  catchword dev  ready in ${Math.round(milliseconds)} ms${moved}`,
        `  ├─ API      ${url}/api/pages?q=...`,
        `  ├─ Events   ${url}${devEventsPath}`,
        `  ├─ Feedback ${feedback === null ? 'off; --feedback ADDRESS names a store' : 'on'}`,
        `  └─ ${first.pages} pages, ${first.collections} collections  (Ctrl+C to stop)`,
        '',
        'This is a local build without stamps: answers have no ETag and say "Cache-Control: no-cache".',
      );
      if (terminal.outIsTerminal) return;
      terminal.out(`${JSON.stringify({ listening: true, url, events: url + devEventsPath, ...first.stamps })}\n`);
    },
    watching: () => say(`Watching "${folder}".`),
    served(number, { changes, isReset, pages }, milliseconds) {
      say(
        `Build ${number}: ${describeChanges(changes, isReset)}; ${pages} pages, answered after ${Math.round(milliseconds)} ms.`,
      );
    },
    recovered: (number) => say(`The fault is gone. Build ${number} is up to date.`),
    failed: (reason, number) => say(`${reason.replace(/\.$/, '')}. Answers still come from build ${number}.`),
    checked({ found, foundCount, gone, total }) {
      const isFirst = isFirstCheck;
      isFirstCheck = false;
      if (isFirst && total > 0)
        say(`The content has ${count(total, 'fault')}: "catchword check ${folder}" names them.`);
      const hidden = foundCount - found.length;
      if (foundCount > 0) say(...found, ...(hidden > 0 ? [`and ${count(hidden, 'more new fault')}`] : []));
      if (gone > 0) say(`${count(gone, 'fault')} mended, ${total} left.`);
    },
    notice: (text) => say(text),
  };
}

/** @example 'changed guide/a, guide/b; removed old' */
function describeChanges({ added, changed, removed }: PageChanges, isReset: boolean): string {
  const parts = [
    ...(isReset ? ['new configuration'] : []),
    ...[['added', added] as const, ['changed', changed] as const, ['removed', removed] as const].flatMap(
      ([verb, paths]) => (paths.length === 0 ? [] : [`${verb} ${nameSome(paths)}`]),
    ),
  ];
  return parts.length === 0 ? 'new settings' : parts.join('; ');
}

function nameSome(paths: readonly string[]): string {
  const named = paths
    .slice(0, mostNamed)
    .join(', ')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
  const more = paths.length - mostNamed;
  return more > 0 ? `${named} and ${more} more` : named;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
