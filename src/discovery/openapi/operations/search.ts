import { SEARCH_PARAMETERS } from '../../../query/ask/read_search.ts';
import type { ApiFacts } from '../api_facts.ts';
import { fields } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/search`: search as people type. */
export function describeSearch({ settings }: ApiFacts): ResourceDescription<'search'> {
  const without = settings.collections.length === 0 ? 'collection' : null;
  const names = SEARCH_PARAMETERS.filter((name) => name !== without);
  return {
    tag: 'Pages',
    GET: {
      summary: 'Search as people type',
      description: [
        'For a search box that asks with every letter: the last word may be a beginning, and near words count when few pages hold the words.',
        'Pages with fewer typos come first, then those with the higher score.',
        'Link rel="next" names the rows behind these.',
        'Parameters are given once, except tag and those of fields; unknown ones are ignored.',
      ].join(' '),
      parameters: [
        ...names.map((name) => `typed-${name}` as const),
        'typed-final',
        ...(settings.fields ?? []).map(({ name }) => `field-${name}` as const),
      ],
      content: { 'application/json': { schema: schemaNamed('SearchAnswer') } },
      headers: fields('Link'),
      refused: ['invalid-query'],
    },
  };
}
