/** A query with the pages that answer it. */
export interface JudgedQuery {
  readonly text: string;
  /** The line of the file that has it first. */
  readonly line: number;
  /** Paths of the right pages with their grades: the larger, the better the page answers. In the file's order, at least one. */
  readonly right: ReadonlyMap<string, number>;
}
