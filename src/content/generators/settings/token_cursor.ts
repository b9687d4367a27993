import type { ScriptToken } from './script_tokens.ts';

/** In tokens. */
const LONGEST_TYPE = 500;

/** A place among the tokens of a script, with the moves that need no values. */
export class TokenCursor {
  readonly tokens: readonly ScriptToken[];
  /** Index of the next token. */
  at = 0;

  constructor(tokens: readonly ScriptToken[]) {
    this.tokens = tokens;
  }

  /** Skips the types that a call is given, as in `defineConfig<Theme>({})`; nothing when no call follows. */
  takesTypes(): boolean {
    const start = this.at;
    this.angles();
    if (this.text(this.at) === '(') return true;
    this.at = start;
    return false;
  }

  /** Skips a type: a name with members, arguments in angle brackets and `[]`, or a record. */
  type(): void {
    for (;;) {
      if (this.tokens[this.at]?.kind === 'mark' && /^[{([]$/.test(this.text(this.at))) this.skip();
      else this.at++;
      if (this.text(this.at) === '<') this.angles();
      while (this.text(this.at) === '[') this.skip();
      if (!/^[.|&]$/.test(this.text(this.at))) return;
      this.at++;
    }
  }

  /** Skips type arguments, from their `<`; of very long ones the beginning. */
  angles(): void {
    let depth = 0;
    const end = Math.min(this.tokens.length, this.at + LONGEST_TYPE);
    for (; this.at < end; this.skip()) {
      const mark = this.text(this.at);
      if (mark === '<') depth++;
      else if (mark === '>' && --depth === 0) break;
      else if (mark === ';') return;
    }
    this.at++;
  }

  /** The text of a mark or a name; '' for a string, so that it is never taken for one of them. */
  text(at: number): string {
    const token = this.tokens[at];
    return token === undefined || token.kind === 'string' || token.kind === 'template' ? '' : token.text;
  }

  /** Goes behind the next token if it has this text. @returns whether it has */
  takes(text: string): boolean {
    if (this.text(this.at) !== text) return false;
    this.at++;
    return true;
  }

  /** Skips one token, or a bracket with all that is in it. */
  skip(): void {
    const token = this.tokens[this.at]!;
    this.at = /^[([{]$/.test(this.text(this.at)) ? token.partner + 1 : this.at + 1;
  }

  /** Goes behind the next comma of a record or list. */
  toNext(end: number): void {
    while (this.at < end && this.text(this.at) !== ',') this.skip();
    if (this.at < end) this.at++;
    if (this.at > end) this.at = end;
  }
}
