import type { Kind } from './question.ts';

/** All text of the query builder that readers see. Names of parameters, members and values of the API stay where they are used. */

// Examples
export const examples = 'Examples';
export const words = 'Words';
export const inTitle = 'In the title';
export const counted = 'Collection with counts';
export const notInTitle = 'Not in the title';
export const linked = 'Linked pages';
export const similar = 'Similar to a passage';
export const passage = 'How does search handle misspelled words?';
export const batch = 'Batch of two queries';

// Form
export { collection, countBy, field, limit, run, tag, text } from '../../view/explorer_labels.ts';
export const form = 'Query';
export const queries = 'Queries in the batch';
export const query = (number: number) => `Query ${number}`;
export const add = 'Add query';
export const remove = 'Remove query';
export const kind = 'Query type';
export const kinds = {
  words: 'Words in a field',
  tree: 'Tree of all, any, not (as JSON)',
  like: 'Pages similar to a passage',
  traverse: 'Linked pages',
  slug: 'Pages with a slug',
  path: 'Page at a path',
  filter: 'Filters only',
} satisfies Readonly<Record<Kind, string>>;
export const any = 'any';
export const like = 'Passage';
export const slug = 'Slug';
export const path = 'Path';
export const from = 'From';
export const follow = 'Follow';
export const depth = 'Depth';

// JSON and address
export const asJson = 'As JSON';
export const notAnObject = 'Expected a JSON object.';
export const fault = (line: number | string, column: number | string, reason: string) =>
  `Line ${line}, column ${column}: ${reason}.`;
export const noOffers = 'Suggestions appear here.';
export const offers = 'Suggestions (Ctrl+Space to choose):';
export const asAddress = 'As an address';
export const needsBody = 'This query needs a request body';

// Request to copy
export const copyAs = 'Copy as';
export const copy = 'Copy';
export const copied = 'Copied';

// Response
export const none = 'The response appears here. Press Ctrl+Enter to run the query.';
export const waiting = 'Waiting for the response…';
export const offline = 'The service cannot be reached. Check your connection, then run the query again.';
export const stale = 'You changed the query after this response. Run it again.';
export const bytes = (count: number) => `${count.toLocaleString('en')} bytes`;
export const time = (milliseconds: number) => `${Math.round(milliseconds)} ms`;
export const headers = 'Response headers';
export const showAs = 'Show as';
export const json = 'JSON';
export const list = 'List';
