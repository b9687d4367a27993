/** Reads lines of Markdown by columns, as containers nest: tabs reach to the next multiple of four. */
export class LineReader {
  readonly #source: string;
  /** The end of the line. */
  end = 0;
  /** The next character that is no white space. */
  at = 0;
  #atColumn = 0;
  /** What is read of the line. */
  #read = 0;
  #readColumn = 0;
  /** The column at which the content of the containers begins; white space before it belongs to them. */
  #column = 0;

  constructor(source: string) {
    this.#source = source;
  }

  begin(start: number, end: number): void {
    this.end = end;
    this.at = start;
    this.#atColumn = 0;
    this.advance(0);
  }

  /** Gives columns of white space to a container. */
  skip(columns: number): void {
    this.#column += columns;
  }

  /** Takes the mark of a quotation. Returns whether there is one. */
  takeQuote(): boolean {
    if (this.indent() > 3 || this.#source[this.at] !== '>' || this.isBlank()) return false;
    this.advance(1);
    if (this.indent() > 0) this.#column++;
    return true;
  }

  /** Reads on, and up to the next character that is no white space. */
  advance(length: number): void {
    this.#read = this.at + length;
    this.#readColumn = this.#atColumn + length;
    this.#column = this.#readColumn;
    this.at = this.#read;
    this.#atColumn = this.#readColumn;
    for (; this.at < this.end; this.at++) {
      const unit = this.#source.charCodeAt(this.at);
      if (unit === 0x09) this.#atColumn += 4 - (this.#atColumn % 4);
      else if (unit === 0x20) this.#atColumn++;
      else break;
    }
  }

  /** Columns of white space before the next character. */
  indent(): number {
    return this.#atColumn - this.#column;
  }

  isBlank(): boolean {
    return this.at >= this.end;
  }

  /** Whether the next character is a letter, or not of ASCII: no block but a paragraph begins with it. */
  isAtLetter(): boolean {
    const unit = this.#source.charCodeAt(this.at) | 0x20;
    return (unit >= 0x61 && unit <= 0x7a) || unit > 0x7f;
  }

  /** Where the content of the line begins behind at most so many columns of white space. */
  contentStart(columns: number): number {
    const until = this.#column + columns;
    let column = this.#readColumn;
    let at = this.#read;
    for (; at < this.at && column < until; at++) column += this.#source[at] === '\t' ? 4 - (column % 4) : 1;
    return at;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.#source);
  }
}
