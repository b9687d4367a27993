/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  /** In UTF-16 units, as editors count. */
  readonly column: number;
}

/** A text of a file with the place where it begins. */
export interface Written extends Place {
  readonly text: string;
}

/** What a file says: that a page is right for a query. */
export interface Judgement {
  readonly query: Written;
  /** The path of the page. */
  readonly page: Written;
  /** Null: 1. */
  readonly grade: Written | null;
}
