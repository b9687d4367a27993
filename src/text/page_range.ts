/** Pages by number, from `from` to `to`, exclusive. */
export type PageRange = readonly [from: number, to: number];
