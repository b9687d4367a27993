/** What reads answer: pages, queries, searches as people type, and lists. */
import type { FieldInfo, SiteSettings } from '../../corpus/corpus.ts';
import { caps } from '../../query/ask/caps.ts';
import { SCORE_STEPS } from '../../query/ask/search_plan.ts';
import type { Schema, Schemas } from './openapi_document.ts';
import { count, counted, extended, list, type Members, object, schemaNamed, text } from './schema.ts';

const named = schemaNamed;
const orNull = (schema: Schema, description: string): Schema => ({ description, oneOf: [schema, { type: 'null' }] });
const level = { type: 'integer', minimum: 1, maximum: 6, description: '1 is the highest level.' };
const anchor = text('URL fragment on the page.');
const date = { type: ['string', 'null'], format: 'date', description: 'As the page states it.' };
const ranges = (of: string): Schema => list(named('Range'), `Matches in the ${of}.`);
const relaxed = (description: string): Schema => ({ type: 'boolean', const: true, description });

/** Schemas of a page as a row of an answer, of the single page of `/api/pages/{path}`, and of their parts. */
export function pageSchemas(settings: SiteSettings): Schemas {
  const collections = settings.collections.map(({ name }) => name);
  return {
    // An enumeration needs a value; a site may declare no collection.
    CollectionName: {
      type: 'string',
      description: 'A declared collection.',
      enum: collections.length > 0 ? collections : undefined,
    },
    CollectionOfPage: { description: 'Null for a page in no collection.', enum: [...collections, null] },
    PageTag: object(null, { slug: text('Value to filter by.'), title: text() }),
    PageReference: object(null, { path: text(), title: text(), collection: named('CollectionOfPage') }),
    Heading: object(null, { depth: level, text: text(), anchor }),
    // Rows of searches have these members too.
    PageBasics: object(null, {
      path: text('No slash at either end; the site root is `index`.'),
      canonical: text('Absolute, or root-relative where no origin is known.'),
      title: text(),
      collection: named('CollectionOfPage'),
      tags: list(named('PageTag'), 'Sorted by slug.'),
      published: date,
      updated: date,
      language: text('BCP 47.'),
      ...fieldMembers(settings),
    }),
    Page: extended('PageBasics', null, {
      description: text('The beginning of the text if the page sets none.'),
      indexing: text('Robots directive.', 'index, follow'),
      slug: text('Last segment of the path.'),
      aliases: list({ type: 'string' }, 'Other names of the page.'),
      markdown: text("Address of the page's Markdown."),
    }),
    PageInfo: extended('Page', 'One result.', { 'match?': named('Match') }),
    SinglePage: extended('Page', 'A page with its headings and links.', {
      references: list(named('PageReference'), 'Pages that it links to, in order of first mention.'),
      referencedBy: list(named('PageReference'), 'Pages that link to it, sorted by path.'),
      headings: list(named('Heading'), 'In page order.'),
    }),
    PageAnswer: object(null, { page: named('SinglePage') }),
    Markdown: { type: 'string', contentMediaType: 'text/markdown', description: 'The Markdown of a page.' },
  };
}

const FIELD_TYPES = {
  string: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  list: { type: ['array', 'null'], items: { type: 'string' } },
} as const satisfies Record<FieldInfo['type'], Schema>;

/** The member `fields` of a page; none when the site declares no fields of its own. */
function fieldMembers({ fields = [] }: SiteSettings): Members {
  if (fields.length === 0) return {};
  const values = Object.fromEntries(fields.map(({ name, type }) => [name, FIELD_TYPES[type]]));
  return { fields: object("The site's own front matter keys; null for those that the page does not set.", values) };
}

export const answerSchemas: Schemas = {
  Hit: object('The best match.', {
    score: { type: 'number', minimum: 0, description: 'Relevance; comparable only within this response.' },
    excerpt: text('Plain text around the match, at most 240 characters.'),
    ranges: ranges('excerpt'),
    section: named('SectionOfMatch'),
  }),
  TextMatch: extended('Hit', 'For a text query or a passage.', { titleRanges: ranges('title') }),
  Range: {
    description: 'Start and end of a match, in UTF-16 code units, as in String.slice in JavaScript.',
    type: 'array',
    prefixItems: [count(), count()],
    minItems: 2,
    maxItems: 2,
  },
  SectionOfMatch: orNull(
    object(null, { heading: text(), anchor }),
    'Section of the excerpt; null before the first heading.',
  ),
  TraverseMatch: object('For a link traversal.', {
    distance: { type: 'integer', minimum: 1, maximum: 5, description: 'Number of links from the start page.' },
  }),
  Match: {
    description: 'Absent from look-ups and from queries that only filter.',
    oneOf: [named('TextMatch'), named('TraverseMatch')],
  },
  CollectionFacet: object(null, { value: named('CollectionName'), count: count() }),
  TagFacet: object(null, { value: text('Slug of the tag.'), title: text(), count: counted }),
  FacetCounts: object('Counts over all matches, not only the results returned; most frequent first.', {
    'collection?': list(named('CollectionFacet')),
    'tags?': list(named('TagFacet')),
  }),
  Answer: object(null, {
    items: list(named('PageInfo'), 'Results, best first.'),
    count: count('Number of results in this response.'),
    total: count('Number of pages that match.'),
    'facets?': named('FacetCounts'),
    'relaxed?': relaxed('Few pages contain all the words; some results lack some of them.'),
  }),
  BatchAnswer: object('One response per query, in the order of the queries.', { answers: list(named('Answer')) }),
  QueryAnswer: { description: 'Response to a query or a batch.', oneOf: [named('Answer'), named('BatchAnswer')] },
};

export const searchSchemas: Schemas = {
  SearchAnswer: object(null, {
    items: list(named('SearchRow'), 'Results, best first.'),
    count: count('Number of results in this response.'),
    total: count('Number of pages found, with or without typos.'),
    exactTotal: count('Number of pages that contain all the words as typed.'),
    words: list(named('SearchWord'), 'The words typed.'),
    'relaxed?': relaxed('No page contains all the words as typed; some results lack some of them.'),
    didYouMean: named('DidYouMean'),
    'facets?': named('SearchFacets'),
    'suggestions?': list(named('Suggestion'), 'Present if suggest is above 0.'),
  }),
  SearchRow: extended('PageBasics', 'A page that a search found.', {
    'version?': text('The version, from the name of its folder.', '7.22'),
    'copies?': named('Copies'),
    titleRanges: ranges('title'),
    typos: count('Number of edits between the typed words and those on the page.'),
    'rules?': list(named('RowRule'), 'The search rules that changed its rank.'),
    match: orNull(named('Hit'), 'Where the page contains the words; null without q.'),
    sections: list(named('SearchSection'), 'Matching sections, those with the most words first.'),
    moreSections: count('Number of matching sections that are not returned.'),
    'explain?': list(named('ScoreStep'), 'With explain=1: the steps of the score, in order.'),
  }),
  ScoreStep: object('One step of a score. The gains of all steps add up to the score.', {
    step: { enum: SCORE_STEPS },
    'word?': text('The query word.'),
    'weight?': { type: 'number', description: "Weighted frequency of the word in the page's fields, 0 to 1." },
    'rarity?': { type: 'number' },
    'typos?': count('Number of edits; results with fewer come first.'),
    gain: { type: 'number' },
  }),
  Copies: object('Versions and translations of the page, and pages with the same title and text.', {
    total: count(),
    items: list(
      object(null, {
        name: text(
          'The version of the copy; otherwise its language; otherwise `current` if the result has a version; otherwise its folder.',
        ),
        language: text('BCP 47.'),
        path: text(),
      }),
      'At most ten copies.',
    ),
  }),
  RowRule: object(null, {
    rule: { enum: ['pin', 'weight', 'synonym'] },
    text: text('The rule, on one line.'),
    line: { type: 'integer', minimum: 1, description: 'Line of the rule in the curation file.' },
  }),
  Days: {
    type: 'string',
    pattern: '^(?=.{11})([0-9]{4}-[0-9]{2}-[0-9]{2})?\\.\\.([0-9]{4}-[0-9]{2}-[0-9]{2})?$',
  },
  Filters: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: caps.length.maximum },
    maxItems: caps.filters.maximum,
  },
  SearchFacets: extended('FacetCounts', null, {
    'fields?': {
      type: 'object',
      description: 'Counts by field name.',
      additionalProperties: list(named('FieldFacet')),
    },
  }),
  FieldFacet: object(null, {
    value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    count: counted,
  }),
  SearchSection: object('A section of a page: from its heading to the next one.', {
    anchor,
    address: text('Address of the section, in the same form as `canonical`.'),
    heading: text(),
    headingRanges: ranges('heading'),
    depth: level,
    trail: list({ type: 'string' }, 'Headings of the sections that contain this one, outermost first.'),
    excerpt: text(),
    ranges: ranges('excerpt'),
  }),
  SearchWord: object(null, {
    text: text(),
    as: {
      enum: ['exact', 'prefix', 'synonym', 'name', 'typo', 'joined', 'split', 'none'],
      description: 'How pages match the word.',
    },
    distance: { type: ['integer', 'null'], minimum: 0, description: 'Number of edits to the nearest word.' },
    matched: list({ type: 'string' }, 'Matching words from the site, at most three.'),
  }),
  DidYouMean: orNull(
    object(null, {
      q: text(),
      total: count(
        'Number of pages that contain all words of the corrected query; for a question that no page matches fully, the number of pages found.',
      ),
    }),
    'A corrected query. The service never runs it in place of q.',
  ),
  Suggestion: object(null, {
    text: text('A title, a heading or a word.'),
    total: count('Number of pages that contain the words of the suggestion.'),
    'path?': text('Path of the page with the title or heading.'),
  }),
};

/** The list resources: their items, each in the envelope that all lists share. */
export function listSchemas(settings: SiteSettings): Schemas {
  const envelope = (item: string) => extended('List', null, { items: list(named(item)) });
  return {
    CollectionItem: object(null, { collection: named('CollectionName'), title: text(), count: count() }),
    TagItem: object(null, {
      slug: text('Value to filter by.'),
      title: text(),
      counts: {
        type: 'object',
        description: 'Number of pages in each collection.',
        // With as many members as there are names, each declared collection has one.
        propertyNames: named('CollectionName'),
        minProperties: settings.collections.length,
        additionalProperties: count(),
      },
      total: count('Number of pages, including site pages.'),
    }),
    SitePageItem: object(null, { path: text(), canonical: text(), title: text(), description: text() }),
    List: {
      type: 'object',
      properties: { count: count('Number of items in this response.'), total: count('Number of all items.') },
      required: ['count', 'total'],
    },
    CollectionList: envelope('CollectionItem'),
    TagList: envelope('TagItem'),
    SitePageList: envelope('SitePageItem'),
  };
}
