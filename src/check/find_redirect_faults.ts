import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import type { Finding } from './finding.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

/**
 * Faults of the aliases that are addresses, each a redirect to its page: an alias that is the address of another page, which may
 * itself redirect further, and an alias that two pages declare.
 */
export function findRedirectFaults({ pages }: CheckedSite): Finding[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const owners = new Map<string, CheckedPage>();
  const found: Finding[] = [];
  for (const page of pages) {
    for (const { alias, address } of redirectsOf(page)) {
      const owner = owners.get(address);
      if (owner === undefined) owners.set(address, page);
      else if (owner !== page) {
        const problem = `${owner.file} declares it too, so only one of the two pages is reached`;
        found.push(fault(page, 'duplicate-alias', alias, problem));
      }
    }
  }
  for (const page of pages) {
    for (const { alias, address } of redirectsOf(page)) {
      const taken = byPath.get(address);
      if (taken === undefined) continue;
      found.push(fault(page, 'redirect-chain', alias, chainFrom(taken, page, owners)));
    }
  }
  return found;
}

/** What happens at an alias of `page` that is the address of `taken`. */
function chainFrom(taken: CheckedPage, page: CheckedPage, owners: ReadonlyMap<string, CheckedPage>): string {
  if (taken === page) return 'it is the address of the page itself';
  const steps = [`/${taken.path}`];
  const seen = new Set([taken]);
  for (let next = owners.get(taken.path); next !== undefined; next = owners.get(next.path)) {
    steps.push(`/${next.path}`);
    if (seen.has(next)) return `it is the address of ${taken.file}, and the redirects are a loop: ${steps.join(' → ')}`;
    seen.add(next);
  }
  return `it is the address of ${taken.file}, so one of the two hides the other: ${steps.join(' → ')}`;
}

function redirectsOf({ aliases, path }: CheckedPage): { alias: string; address: string }[] {
  return aliases.flatMap((alias) => {
    if (!alias.includes('/') || /^\w+:/.test(alias)) return [];
    const folder = alias.startsWith('/') || !alias.startsWith('.') ? '' : path.slice(0, path.lastIndexOf('/') + 1);
    // Not `cleanAddress`: `/functions/index` may be a page of that name, and `/a.html` the old address of `/a`.
    const bare = decodePercent(folder + alias.replace(/^(?:\.\.?\/)+/, '')).replace(/\/index\.html?$/i, '');
    const address = normalForm(bare.replace(/^\/+|\/+$/g, ''));
    return [{ alias, address: address === '' ? 'index' : address }];
  });
}

function fault({ file }: CheckedPage, rule: string, target: string, problem: string): Finding {
  return { file, line: 1, column: 1, rule, target, problem, message: `Cannot redirect from "${target}": ${problem}` };
}
