import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { askAddresses } from '../check/ask_addresses.ts';
import type { CheckReport } from '../check/check_site.ts';
import { externalLinks, withExternal } from '../check/external_links.ts';
import type { IgnoreEntry } from '../check/finding.ts';
import { isFresh, type LinkResult, NO_HOST, parseResults, writeResults } from '../check/link_results.ts';
import type { CheckedPage } from '../check/read_site.ts';
import { failed, reasonOf } from './command_error.ts';
import { createProgress, type Terminal } from './terminal.ts';

/**
 * A report with the links to other sites.
 * @param file keeps what they answered; it is written again when that changed
 * @throws CommandError
 */
export async function followExternal(
  report: CheckReport,
  pages: readonly CheckedPage[],
  ignore: readonly IgnoreEntry[],
  file: string,
  terminal: Terminal,
  version: string,
  ask = askAddresses,
): Promise<CheckReport> {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const known = before === '' ? new Map<string, LinkResult>() : parseResults(before);
  if (known === null)
    throw failed(`Cannot use "${file}": it does not contain link results. Specify a new file, or delete this one.`);
  // A file that cannot be written is known before sites are asked.
  if (before === '') writeOutput(file, writeResults(known));
  const links = externalLinks(pages);
  const addresses = [...links.keys()];
  const stale = addresses.filter((address) => !isFresh(known.get(address) ?? NEVER, Date.now()));
  const progress = createProgress(terminal, 'Following links to other sites');
  const askAll = (some: readonly string[]) => ask(some, `catchword/${version} (link check)`, progress.show);
  const asked = await askAll(stale);
  if (asked.size > 0 && areAbsent(asked)) {
    // Where a site that was there is absent too, so is the network.
    const there = addresses.filter((address) => (known.get(address)?.status ?? 0) > 0).slice(0, 1);
    const isOffline = there.length === 0 ? asked.size >= FEWEST_ABSENT : areAbsent(await askAll(there));
    if (isOffline)
      throw failed('Cannot follow links to other sites: no host name could be resolved. Is this machine online?');
  }
  progress.clear();
  const results = new Map(addresses.map((address) => [address, asked.get(address) ?? known.get(address)!]));
  const after = writeResults(results);
  if (after !== before) writeOutput(file, after);
  return withExternal(report, links, results, ignore);
}

/** So many addresses without a host, and none with one, are more likely a machine without a network. */
const FEWEST_ABSENT = 3;
const NEVER: LinkResult = { checked: '1970-01-01', status: 0 };

function areAbsent(results: ReadonlyMap<string, LinkResult>): boolean {
  return [...results.values()].every(({ fault }) => fault === NO_HOST);
}

function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw failed(`Cannot write "${file}": ${reasonOf(code)}. Specify another file with --external.`);
  }
}
