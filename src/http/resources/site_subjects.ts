import type { Corpus } from '../../corpus/corpus.ts';
import { createPublicAbout, type PublicAbout } from '../../feedback/public_about.ts';

const decoder = new TextDecoder();

/** What feedback to a site can be about in public: its tools, and its pages by path, canonical address or alias. */
export function siteSubjects({ pages, settings }: Corpus): PublicAbout {
  // Made when a name is first met that is no path, as it takes a look at every page.
  let others: ReadonlyMap<string, string> | null = null;
  return createPublicAbout({
    tools: settings.tools,
    pageNamed(name) {
      if (pages.find(name) !== -1) return name;
      others ??= otherNames(pages);
      return others.get(name) ?? null;
    },
  });
}

/** Paths by canonical address and alias; of several pages with one name the first by path has it. */
function otherNames(pages: Corpus['pages']): ReadonlyMap<string, string> {
  const canonical = new Map<string, string>();
  const aliases = new Map<string, string>();
  for (let page = 0; page < pages.count; page++) {
    const row = JSON.parse(`${decoder.decode(pages.row(page))}}`) as { canonical: string; aliases: string[] };
    if (!canonical.has(row.canonical)) canonical.set(row.canonical, pages.path(page));
    for (const alias of row.aliases) if (!aliases.has(alias)) aliases.set(alias, pages.path(page));
  }
  return new Map([...aliases, ...canonical]);
}
