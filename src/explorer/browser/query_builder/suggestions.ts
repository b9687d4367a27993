import { useEffect } from 'preact/hooks';
import type { SearchAnswer } from '../../../client/api_types.ts';
import { readJson } from '../site.ts';
import type { Completion, Schemas } from './json_completion.ts';

/** Members of a query whose values are names of what the site has. */
export type NamedValue = 'tag' | 'path' | 'from' | 'slug';

const shownValues = 8;

let schemas: Promise<Schemas> | null = null;
let tags: Promise<readonly Completion[]> | null = null;

/** The schemas of the description of the API; none when it cannot be read. */
export function readSchemas(): Promise<Schemas> {
  schemas ??= readJson<{ readonly components: { readonly schemas: Schemas } }>('/api/openapi.json').then(
    (api) => api?.components.schemas ?? {},
  );
  return schemas;
}

/** Values of the site that begin with a word, or are found by it. */
export async function valuesOfSite(member: NamedValue, word: string): Promise<readonly Completion[]> {
  if (member === 'tag') return beginning(await readTags(), word);
  const words = word.replaceAll(/[/_-]+/g, ' ').trim();
  const query = new URLSearchParams({ ...(words !== '' && { q: words }), limit: String(shownValues), sections: '0' });
  const found = await readJson<SearchAnswer>(`/api/search?${query}`);
  return (found?.items ?? []).map(({ path, title }) => {
    const value = member === 'slug' ? path.slice(path.lastIndexOf('/') + 1) : path;
    return { text: JSON.stringify(value), label: value, meaning: title };
  });
}

/** A page of the site for examples: its path, and the longest word of its title as readers type it. */
export async function examplePage(): Promise<{ readonly path: string; readonly word: string } | null> {
  const page = (await readJson<SearchAnswer>('/api/search?limit=1&sections=0'))?.items[0];
  if (page === undefined) return null;
  const words = (page.title.match(/\p{L}+/gu) ?? []).toSorted((one, other) => other.length - one.length);
  return { path: page.path, word: words[0]?.toLowerCase() ?? 'search' };
}

function readTags(): Promise<readonly Completion[]> {
  interface Tags {
    readonly items: readonly { readonly slug: string; readonly title: string; readonly total: number }[];
  }
  tags ??= readJson<Tags>('/api/tags').then((list) =>
    (list?.items ?? [])
      .toSorted((one, other) => other.total - one.total)
      .map(({ slug, title }) => ({ text: JSON.stringify(slug), label: slug, meaning: title })),
  );
  return tags;
}

function beginning(all: readonly Completion[], word: string): readonly Completion[] {
  const begins = word.toLowerCase();
  return all.filter(({ label }) => label.toLowerCase().startsWith(begins)).slice(0, shownValues);
}

/** Milliseconds between the last change and the call. */
const pause = 120;

/**
 * Calls `ask` after a pause in the changes of the inputs, and uses its answer unless they have changed since.
 * @param ask null: there is nothing to ask
 */
export function useAfterPause<Answer>(
  ask: (() => Promise<Answer>) | null,
  take: (answer: Answer) => void,
  inputs: readonly unknown[],
): void {
  useEffect(() => {
    if (ask === null) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const answer = await ask();
      if (!isOld) take(answer);
    }, pause);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, inputs);
}
