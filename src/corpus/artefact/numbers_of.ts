type NumberList = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/**
 * `Kind.from(items, numberOf)` in a tenth of the time: that goes through an iterator.
 *
 * @example numbersOf(Uint8Array, ['a', 'bcd'], ({ length }) => length) // 1, 3
 */
export function numbersOf<Item, List extends NumberList>(
  Kind: new (length: number) => List,
  items: { readonly length: number; readonly [index: number]: Item },
  numberOf: (item: Item) => number,
): List {
  const numbers = new Kind(items.length);
  for (let i = 0; i < items.length; i++) numbers[i] = numberOf(items[i]!);
  return numbers;
}
