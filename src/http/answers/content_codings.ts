import { type CacheBudget, openBudget } from '../../cache/cache_budget.ts';
import { negotiateEncoding } from '../../protocol/accept.ts';
import { type Coding, codings } from './compress.ts';

/** The content codings of one service: which one a request prefers, and the compressed variants of its answers. */
export interface ContentCodings<Variant> {
  /** @param field value of `Accept-Encoding`; null for no coding */
  preferred(field: string | undefined): Coding | null;
  /** A unique name for an answer. */
  newName(): string;
  find(name: string, coding: Coding): Variant | undefined;
  /** @param weight bytes that the variant takes */
  keep(name: string, coding: Coding, variant: Variant, weight: number): void;
  /** Makes the variant of a long answer: one at a time, and once for all requests that wait for it. */
  makeLater(name: string, coding: Coding, make: () => Promise<Variant>): Promise<Variant>;
}

/** One character each, so that a cache key is built quickly. */
const marks: Readonly<Record<Coding, string>> = { br: 'b', zstd: 'z', gzip: 'g' };

/** Longer fields are not cached: only hostile clients send them. */
const longestField = 256;

/**
 * Variants have a cache of their own, so that each one counts against the budget from the moment it is made. When an answer is
 * evicted, nothing requests its variants any more and they are evicted in time.
 */
export function createContentCodings<Variant>(budget: CacheBudget): ContentCodings<Variant> {
  const preferences = budget.createCache<Coding | 'none'>('encodings');
  const variants = budget.createCache<Variant>('compressed');
  /** Variants that are being made, by key. Bounded, because the server bounds the connections that wait for them. */
  const pending = new Map<string, Promise<Variant>>();
  let last: Promise<unknown> = Promise.resolve();
  let names = 0;
  return {
    preferred(field) {
      if (field === undefined) return null;
      let coding = preferences.get(field);
      if (coding === undefined) {
        coding = negotiateEncoding(field, codings) ?? 'none';
        if (field.length <= longestField) preferences.set(field, coding, 0);
      }
      return coding === 'none' ? null : coding;
    },
    newName: () => String(names++),
    find: (name, coding) => variants.get(marks[coding] + name),
    keep: (name, coding, variant, weight) => variants.set(marks[coding] + name, variant, weight),
    makeLater(name, coding, make) {
      const key = marks[coding] + name;
      let making = pending.get(key);
      if (making === undefined) {
        making = last.then(make).finally(() => pending.delete(key));
        last = making.catch(() => undefined);
        pending.set(key, making);
      }
      return making;
    },
  };
}

/** Content codings with a default budget. */
export function defaultContentCodings<Variant>(): ContentCodings<Variant> {
  return createContentCodings(openBudget(16 * 1024 * 1024));
}
