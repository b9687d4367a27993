/** Names of the members of nested objects, innermost last. An object knows where its own names start. */
export interface Names {
  /** Where the names of an object that opens now start. */
  count(): number;
  /** Adds a name to the innermost object, whose names start at `start`; false when it has that name. */
  add(name: string, start: number): boolean;
  /** Forgets the names of the innermost object. */
  leave(start: number): void;
}

/** Up to this many names are compared one by one, which beats a set for the objects that people write. */
const FEW = 8;

/** One list for all objects: an object costs no allocation until it has more than a few names. */
export function createNames(): Names {
  const names: string[] = [];
  /** Sets of the objects with many names, by the start of their names. */
  let many: Map<number, Set<string>> | null = null;

  function isNew(name: string, start: number): boolean {
    if (names.length - start < FEW) {
      for (let other = start; other < names.length; other++) if (names[other] === name) return false;
      return true;
    }
    many ??= new Map();
    const set = many.get(start) ?? new Set(names.slice(start));
    if (set.has(name)) return false;
    set.add(name);
    many.set(start, set);
    return true;
  }

  return {
    count: () => names.length,
    add(name, start) {
      if (!isNew(name, start)) return false;
      names.push(name);
      return true;
    },
    leave(start) {
      if (names.length - start > FEW) many?.delete(start);
      names.length = start;
    },
  };
}
