/** The map of a site as `/explore/graph.bin` has it. */
export interface Graph {
  /** Pages on the map. */
  readonly count: number;
  /** Pages of the site. */
  readonly total: number;
  /** By page: its place, 0 to 65,535. */
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  /** By page: 0 for no collection, else 1 + its number. */
  readonly collection: Uint8Array;
  readonly paths: readonly string[];
  readonly outgoing: readonly (readonly number[])[];
  readonly incoming: readonly (readonly number[])[];
  /** Groups of pages, the largest first. */
  readonly groups: readonly { readonly x: number; readonly y: number; readonly name: string }[];
}

/** Reads the format that `SiteMap` of the engine describes. */
export function readGraph(buffer: ArrayBuffer): Graph {
  const [count = 0, total = 0, linkBytes = 0] = new Uint32Array(buffer, 0, 4);
  const x = new Uint16Array(buffer, 16, count);
  const y = new Uint16Array(buffer, 16 + count * 2, count);
  const collection = new Uint8Array(buffer, 16 + count * 4, count);
  const linksAt = 16 + count * 5;
  const outgoing = readLinks(new Uint8Array(buffer, linksAt, linkBytes), count);
  const incoming: number[][] = Array.from({ length: count }, () => []);
  outgoing.forEach((targets, page) => {
    for (const target of targets) incoming[target]!.push(page);
  });
  const lines = new TextDecoder().decode(new Uint8Array(buffer, linksAt + linkBytes)).split('\n');
  const named = lines.splice(count).filter((line) => line !== '');
  const groups = named.map((line) => {
    const [across = '', down = '', ...words] = line.split(' ');
    return { x: Number(across), y: Number(down), name: words.join(' ') };
  });
  return { count, total, x, y, collection, paths: lines, outgoing, incoming, groups };
}

function readLinks(bytes: Uint8Array, count: number): number[][] {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  return Array.from({ length: count }, () => {
    let last = 0;
    return Array.from({ length: next() }, () => {
      last += next();
      return last;
    });
  });
}
