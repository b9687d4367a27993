import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { type CacheBudget, openBudget } from '../../cache/cache_budget.ts';
import { negotiateEncoding } from '../../protocol/accept.ts';
import { type Coding, codings } from './compress.ts';

/** The content codings of one service: which one a request prefers, and the compressed variants of its answers. */
export interface ContentCodings<Variant> {
  /** @param field value of `Accept-Encoding`; null for no coding */
  preferred(field: string | undefined): Coding | null;
  /** A name for an answer that no other one has. */
  newName(): string;
  find(name: string, coding: Coding): Variant | undefined;
  /** @param weight bytes that the variant takes */
  keep(name: string, coding: Coding, variant: Variant, weight: number): void;
  /** Makes the variant of a long answer, one at a time, and once for all who wait for it. */
  makeLater(name: string, coding: Coding, make: () => Promise<Variant>): Promise<Variant>;
}

/** One character each, so that a key is made quickly. */
const marks: Readonly<Record<Coding, string>> = { br: 'b', zstd: 'z', gzip: 'g' };

/** Longer fields are read each time: only hostile ones are that long. */
const longestField = 256;

/**
 * Variants are kept apart from the answers that they are made of, so that each is counted when it is made. Those of an answer that
 * is forgotten are not asked for again, and are forgotten in turn.
 */
export function createContentCodings<Variant>(budget: CacheBudget): ContentCodings<Variant> {
  const preferences = createBoundedCache<Coding | 'none'>(budget.boundOf('encodings'));
  const variants = createBoundedCache<Variant>(budget.boundOf('compressed'));
  /** Variants that are being made, by key. As many as connections wait for, which the server bounds. */
  const underWay = new Map<string, Promise<Variant>>();
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
      let making = underWay.get(key);
      if (making === undefined) {
        making = last.then(make).finally(() => underWay.delete(key));
        last = making.catch(() => undefined);
        underWay.set(key, making);
      }
      return making;
    },
  };
}

/** Codings of a program that says nothing of memory. */
export function defaultContentCodings<Variant>(): ContentCodings<Variant> {
  return createContentCodings(openBudget(16 * 1024 * 1024));
}
