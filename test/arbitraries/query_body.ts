import fc from 'fast-check';

/** Collections of the site that the bodies below query. */
export const collections = ['writing', 'glossary', 'demos'];

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  fc.constantFrom('a', 'word', '😀', '..'),
);
const field = fc.constantFrom('title', 'body', 'description', 'aliases', 'tags', 'all');
const clause = fc.record({ text: word, in: field });

const tree = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    clause,
    fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
})).node;

const narrowing = { collection: fc.constantFrom(...collections), tag: word };
const listing = {
  ...narrowing,
  limit: fc.integer({ min: 1, max: 100 }),
  facets: fc.uniqueArray(fc.constantFrom('collection', 'tags'), { minLength: 1, maxLength: 2 }),
};

const traverse = fc.record({
  from: word,
  follow: fc.constantFrom('outgoing', 'incoming', 'both'),
  depth: fc.integer({ min: 1, max: 5 }),
});

/** A valid query; only depth and totals may exceed a cap. */
const goodQuery = fc.oneof(
  fc.record({ match: tree, ...listing }, { requiredKeys: ['match'] }),
  fc.record({ like: word, ...listing }, { requiredKeys: ['like'] }),
  fc.record({ traverse, ...listing }, { requiredKeys: ['traverse'] }),
  fc.record({ slug: word, ...narrowing }, { requiredKeys: ['slug'] }),
  fc.record({ path: word, ...narrowing }, { requiredKeys: ['path'] }),
  fc.record(listing, { requiredKeys: ['collection'] }),
  fc.record(listing, { requiredKeys: ['tag'] }),
);

export const goodBody = fc.oneof(goodQuery, fc.record({ batch: fc.array(goodQuery, { minLength: 1, maxLength: 4 }) }));

const oddity = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, true, 0, -1, 1.5, 6, 101, 1e300, '', 'all', [], {}, ['tags', 'tags'], [[]], 'a'.repeat(1001)),
  clause,
  fc.constantFrom('a'.repeat(8001), '😀'.repeat(1000), '😀'.repeat(1001)),
);
const key = fc.oneof(
  fc.constantFrom('match', 'like', 'slug', 'path', 'traverse', 'tag', 'collection', 'limit', 'facets', 'batch'),
  fc.constantFrom('text', 'in', 'all', 'any', 'not', 'from', 'follow', 'depth', '__proto__', 'constructor'),
  fc.string({ maxLength: 5 }),
);

/** Values just inside and just outside of what a key accepts. */
const edges: Record<string, readonly unknown[]> = {
  text: ['', 'a'.repeat(1000), 'a'.repeat(1001), '😀'.repeat(1000)],
  in: ['', 'ALL', 'slug'],
  all: [[], {}],
  any: [[], null],
  not: [[], {}],
  like: ['', 'a'.repeat(8000), 'a'.repeat(8001), '😀'.repeat(8001)],
  slug: ['', 'a'.repeat(8001)],
  path: ['', '/', 'a'.repeat(8001)],
  tag: ['', 'a'.repeat(8000), 'a'.repeat(8001)],
  collection: ['', 'posts', '__proto__'],
  limit: [0, 1, 100, 101, 1.5, -1, '10', 1e300],
  facets: [[], ['tags', 'tags'], ['collection', 'tags'], ['tag'], 'tags'],
  from: ['', 'a'.repeat(8001)],
  follow: ['', 'both ways'],
  depth: [0, 1, 5, 6, 1.5, 1e300],
  batch: [[], Array(10).fill({ path: 'a' }), Array(11).fill({ path: 'a' }), [{ batch: [{ path: 'a' }] }], [{}]],
};

const fault = fc.record({
  action: fc.constantFrom('edge', 'replace', 'remove', 'add'),
  /** Index of the object or array to change, from the outside in. */
  steps: fc.array(fc.nat(9), { maxLength: 3, size: 'max' }),
  /** Index of its member, and of the edge value for that member. */
  member: fc.nat(9),
  edge: fc.nat(9),
  key,
  value: oddity,
});
type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never;

/** The body with one value changed, as JSON.parse would return it. */
function spoil(body: unknown, { action, steps, member, edge, key, value }: Fault): unknown {
  const copy = JSON.parse(JSON.stringify(body)) as unknown;
  let place = copy;
  for (const step of steps) {
    const inner = Object.values(place ?? {}).filter((child) => typeof child === 'object' && child !== null);
    if (inner.length > 0) place = inner[step % inner.length];
  }
  if (typeof place !== 'object' || place === null) return value;
  const keys = Object.keys(place);
  const chosen = keys[member % Math.max(keys.length, 1)];
  const atEdge = chosen !== undefined && Object.hasOwn(edges, chosen) ? edges[chosen]! : [value];

  if (action === 'add' || chosen === undefined) define(place, Array.isArray(place) ? String(place.length) : key, value);
  else if (action === 'remove' && !Array.isArray(place)) Reflect.deleteProperty(place, chosen);
  else define(place, chosen, action === 'edge' ? atEdge[edge % atEdge.length] : value);
  return JSON.parse(JSON.stringify(copy));
}

/** As in JSON.parse, `__proto__` is an ordinary key. */
function define(place: object, key: string, value: unknown): void {
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A body with one or two faults, most of them of kinds that a validator could miss. */
export const spoiltBody = fc
  .tuple(goodBody, fc.array(fault, { minLength: 1, maxLength: 2 }))
  .map(([body, faults]) => faults.reduce<unknown>(spoil, body));

export const anyBody = fc.oneof(
  { weight: 2, arbitrary: goodBody },
  { weight: 5, arbitrary: spoiltBody },
  fc.jsonValue(),
);
