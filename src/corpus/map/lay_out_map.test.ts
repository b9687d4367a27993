import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutMap, mostMapped } from './lay_out_map.ts';

/** Pages that each link to the next of their group. */
const chains = (groups: number, each: number) => {
  const count = groups * each;
  const links = Array.from({ length: count }, (_, page) => ((page + 1) % each === 0 ? [] : [page + 1]));
  return { links, groups: Array.from({ length: count }, (_, page) => Math.floor(page / each)) };
};

describe('layOutMap', () => {
  test('gives the same places on every machine', () => {
    const { links, groups } = chains(4, 60);
    const { pages, x, y } = layOutMap(links, groups);
    const digest = createHash('sha256').update(pages).update(x).update(y).digest('hex').slice(0, 16);
    expect(digest).toMatchInlineSnapshot(`"a4afae4aea0be1d2"`);
  });

  test('uses no function whose result differs between engines', () => {
    const source = readFileSync(new URL('lay_out_map.ts', import.meta.url), 'utf8');
    expect([...new Set([...source.matchAll(/Math\.(\w+)/g)].map(([, name]) => name))].sort()).toEqual([
      'floor',
      'max',
      'min',
      'sqrt',
    ]);
    expect(source).not.toMatch(/\w \*\* \w|random/);
  });

  test('places linked pages nearer to each other than pages of different groups', () => {
    const { links, groups } = chains(3, 40);
    const { x, y } = layOutMap(links, groups);
    const distance = (a: number, b: number): number => Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!);
    const mean = (distances: readonly number[]): number =>
      distances.reduce((sum, each) => sum + each) / distances.length;
    const linked = links.flatMap((targets, page) => targets.map((target) => distance(page, target)));
    const apart = links.map((_, page) => distance(page, (page + 40) % 120));
    expect(mean(linked) * 3).toBeLessThan(mean(apart));
  });

  test('places every page once, whatever the links', () => {
    const graph = fc.integer({ min: 0, max: 60 }).chain((count) =>
      fc.tuple(
        fc.array(fc.uniqueArray(fc.nat(Math.max(0, count - 1)), { maxLength: 8 }), {
          minLength: count,
          maxLength: count,
        }),
        fc.array(fc.nat(5), { minLength: count, maxLength: count }),
      ),
    );
    fc.assert(
      fc.property(graph, ([links, groups]) => {
        const { pages, x, y } = layOutMap(links, groups);
        expect([...pages]).toEqual(links.map((_, page) => page));
        expect([x.length, y.length]).toEqual([links.length, links.length]);
        expect(new Set(Array.from(x, (each, page) => each * 65_536 + y[page]!)).size).toBe(links.length);
      }),
      { numRuns: 50 },
    );
  });

  test('keeps the pages with the most links of a larger site', () => {
    const count = mostMapped + 5;
    const links = Array.from({ length: count }, (_, page) => (page < 5 ? [] : [(page + 1) % count || 5]));
    expect(layOutMap(links, new Uint8Array(count)).pages).toEqual(
      Uint32Array.from({ length: mostMapped }, (_, index) => index + 5),
    );
  });
});
