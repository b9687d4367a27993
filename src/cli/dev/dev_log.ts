import { countOf } from '../../text/count_of.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { explainNoOrigin, renderFacts } from '../build/build_summary.ts';
import { LARGEST_ORDERED } from '../options.ts';
import { httpOrigin } from '../serve/listen.ts';
import type { ServeSettings } from '../serve/live_server.ts';
import { paintErr, type Terminal } from '../terminal.ts';
import { devEventsPath } from './dev_events.ts';
import type { PageChanges } from './dev_site.ts';
import type { BuiltInDev, CheckedInDev } from './dev_thread.ts';

/** Pages of each kind of change that are named; the others are counted. */
const mostNamed = 5;

export type DevLog = ReturnType<typeof createDevLog>;

/**
 * The messages of `catchword dev` on standard error. Standard output has the address, unless it is a terminal.
 * @param folder as the owner named it, for the messages
 */
export function createDevLog(folder: string, terminal: Terminal) {
  const say = (...lines: readonly string[]) => terminal.err(`${lines.join('\n')}\n`);
  const paint = paintErr(terminal);
  let isFirstCheck = true;
  return {
    started(
      first: BuiltInDev,
      { host, port, feedback }: ServeSettings,
      wantedPort: number,
      milliseconds: number,
    ): void {
      const url = httpOrigin(host, port);
      const noOrigin = explainNoOrigin(first.facts.origin.value ?? '');
      const moved = wantedPort !== 0 && port !== wantedPort ? ` (port ${wantedPort} is taken)` : '';
      say(
        '',
        `  ${paint('name', 'catchword dev')}  ready in ${Math.round(milliseconds)} ms${moved}`,
        `  ├─ Explore  ${paint('address', `${url}/explore`)}`,
        `  ├─ API      ${paint('address', `${url}/api/pages?q=...`)}`,
        `  ├─ Events   ${paint('address', url + devEventsPath)}`,
        `  ├─ Feedback ${feedback === null ? 'off (turn it on with --feedback ADDRESS)' : 'on'}`,
        ...renderFacts(first.facts).map(([name, fact]) => `  ├─ ${capitalised(name).padEnd(8)} ${fact}`),
        `  └─ ${countOf(first.pages, 'page')}, ${countOf(first.collections, 'collection')}  (Ctrl+C to stop)`,
        '',
        'This is a local build: responses carry "Cache-Control: no-cache" and no ETag.',
        ...(first.pages > LARGEST_ORDERED
          ? [
              `The order of the top results may differ from that of a build, because the site has more than ${LARGEST_ORDERED} pages.`,
            ]
          : []),
        ...(noOrigin === null ? [] : [noOrigin]),
      );
      if (terminal.outIsTerminal) return;
      terminal.out(`${visibleJson({ listening: true, url, events: url + devEventsPath, ...first.stamps })}\n`);
    },
    watching: () => say(`Watching "${folder}".`),
    /** A new build answers. @param milliseconds since the first of its edits was noticed */
    served(number: number, { changes, isReset, pages }: BuiltInDev, milliseconds: number): void {
      say(
        `Build ${number}: ${describeChanges(changes, isReset)}; ${countOf(pages, 'page')}, served after ${Math.round(milliseconds)} ms.`,
      );
    },
    /** The content is again what the last build was made of. */
    recovered: (number: number) => say(`Fixed. Build ${number} is up to date.`),
    failed: (reason: string, number: number) =>
      say(paint('error', `${reason.replace(/\.$/, '')}. Still serving build ${number}.`)),
    checked({ found, foundCount, gone, total }: CheckedInDev): void {
      const isFirst = isFirstCheck;
      isFirstCheck = false;
      if (isFirst && total > 0)
        say(
          `The content has ${countOf(total, 'finding')}: "catchword check ${folder}" lists ${total === 1 ? 'it' : 'them'}.`,
        );
      const hidden = foundCount - found.length;
      if (foundCount > 0)
        say(
          ...found.map((line) => paint('warning', line)),
          ...(hidden > 0 ? [`and ${countOf(hidden, 'more new finding')}`] : []),
        );
      if (gone > 0) say(`${countOf(gone, 'finding')} fixed, ${total} left.`);
    },
    notice: (text: string) => say(text),
  };
}

/** @example 'changed guide/a, guide/b; removed old' */
function describeChanges({ added, changed, removed }: PageChanges, isReset: boolean): string {
  const parts = [
    ...(isReset ? ['new configuration'] : []),
    ...Object.entries({ added, changed, removed }).flatMap(([verb, paths]) =>
      paths.length === 0 ? [] : [`${verb} ${nameSome(paths)}`],
    ),
  ];
  return parts.length === 0 ? 'new settings or images' : parts.join('; ');
}

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function nameSome(paths: readonly string[]): string {
  const named = visible(paths.slice(0, mostNamed).join(', '));
  const more = paths.length - mostNamed;
  return more > 0 ? `${named} and ${more} more` : named;
}
