import fc from 'fast-check';

/** Declared collections of the site that the bodies below ask about. */
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

/** A query as it should be; only depth and totals may be beyond a cap. */
export const goodQuery = fc.oneof(
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

/** The body with one place changed: a value replaced, a member added or removed. Always a JSON value. */
function spoil(body: unknown, steps: readonly number[], member: string, value: unknown): unknown {
  const text = JSON.stringify(body);
  const copy = JSON.parse(text) as unknown;
  let place = copy;
  for (const step of steps.slice(1)) {
    if (typeof place !== 'object' || place === null) break;
    const inner = Object.values(place).filter((child) => typeof child === 'object' && child !== null);
    if (inner.length === 0) break;
    place = inner[step % inner.length];
  }
  if (typeof place !== 'object' || place === null) return value;
  const keys = Object.keys(place);
  const chosen = keys[(steps[0] ?? 0) % Math.max(keys.length, 1)];
  const action = (steps[0] ?? 0) % 3;
  const define = (name: string, content: unknown) =>
    Object.defineProperty(place, name, { value: content, enumerable: true, configurable: true, writable: true });
  if (action === 0 && chosen !== undefined) define(chosen, value);
  else if (action === 1 && chosen !== undefined && !Array.isArray(place)) Reflect.deleteProperty(place, chosen);
  else if (Array.isArray(place)) place.push(value);
  else define(member, value);
  // What a service reads is what JSON.parse makes.
  return JSON.parse(JSON.stringify(copy));
}

/** A body with one to three faults, most of them where a mistake could pass unseen. */
export const spoiltBody = fc
  .tuple(
    goodBody,
    fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 5 }), key, oddity), { minLength: 1, maxLength: 3 }),
  )
  .map(([body, faults]) =>
    faults.reduce<unknown>((spoilt, [steps, member, value]) => spoil(spoilt, steps, member, value), body),
  );

export const anyBody = fc.oneof(goodBody, spoiltBody, fc.jsonValue());
