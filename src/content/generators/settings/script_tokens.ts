/** A piece of a script. */
export interface ScriptToken {
  readonly kind: 'name' | 'string' | 'template' | 'number' | 'mark';
  /** A string's value, else the text as written; of a template without its backticks. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** For a bracket the index of its partner; the number of tokens for one without. */
  partner: number;
}

const PLAIN = /[A-Za-z_$][\w$]*|\d[\w.]*|=>|\.\.\.|\?\.(?!\d)|\?\?|\|\||&&|[=!]==?/y;
/** White space and comments. */
const SILENT = /(?:[\0- \u00a0\ufeff]|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
/** A string up to its closing quote; it ends with its line. */
const STRING = /"(?:\\[\s\S]?|[^"\\\n])*|'(?:\\[\s\S]?|[^'\\\n])*/y;
/** A regular expression with its flags. A slash whose line does not close it is none. */
const EXPRESSION = /\/(?:\\[\s\S]|\[(?:\\[\s\S]|[^\]\\\n])*\]|[^/\\\n[])*\/[a-z]{0,8}/y;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Names after which a slash begins a regular expression. */
const BEFORE_EXPRESSION = /^(?:return|typeof|case|in|of|do|else|void|delete|await|yield)$/;

/**
 * Cuts a script of JavaScript or TypeScript into its tokens, without comments, and finds the partner of each bracket. It takes time
 * linear in the length and never fails: what it does not know becomes a mark.
 */
export function scriptTokens(text: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  const open: number[] = [];
  let line = 1;
  let counted = 0;
  const tokenOf = (kind: ScriptToken['kind'], written: string, at: number): ScriptToken => {
    for (; counted < at; counted++) if (text[counted] === '\n') line++;
    return { kind, text: written, line, partner: -1 };
  };
  for (let at = 0; at < text.length; ) {
    at += matchAt(SILENT, text, at)?.length ?? 0;
    const unit = text[at];
    if (unit === undefined) break;
    const string = matchAt(STRING, text, at);
    if (string !== null) {
      tokens.push(tokenOf('string', unescaped(string.slice(1)), at));
      at += string.length + 1;
    } else if (unit === '`') {
      const close = templateEnd(text, at);
      tokens.push(tokenOf('template', text.slice(at + 1, close), at));
      at = close + 1;
    } else if (unit === '/' && beginsExpression(tokens.at(-1))) {
      tokens.push(tokenOf('mark', '/', at));
      at += matchAt(EXPRESSION, text, at)?.length ?? 1;
    } else {
      const plain = matchAt(PLAIN, text, at) ?? unit;
      const kind = /^[A-Za-z_$]/.test(plain) ? 'name' : /^\d/.test(plain) ? 'number' : 'mark';
      tokens.push(tokenOf(kind, plain, at));
      if (plain === '(' || plain === '[' || plain === '{') open.push(tokens.length - 1);
      else if (CLOSING[plain] !== undefined) closeBracket(tokens, open, CLOSING[plain]);
      at += plain.length;
    }
  }
  for (const token of tokens) if (token.partner === -1) token.partner = tokens.length;
  return tokens;
}

/** What a sticky pattern matches at a place, or null. */
function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Joins the bracket at the end with the innermost open one, if that is of its kind. */
function closeBracket(tokens: readonly ScriptToken[], open: number[], opening: string): void {
  const start = open.at(-1);
  if (start === undefined || tokens[start]!.text !== opening) return;
  open.pop();
  tokens[start]!.partner = tokens.length - 1;
  tokens.at(-1)!.partner = start;
}

/** The offset of the closing backtick, behind the templates inside of `${}`. */
function templateEnd(text: string, start: number): number {
  /** For each open `${` the number of braces open in it; -1 is a template itself. */
  const levels = [-1];
  for (let at = start + 1; at < text.length; at++) {
    const inText = levels.at(-1) === -1;
    if (text[at] === '\\') at++;
    else if (text[at] === '`') {
      if (inText) levels.pop();
      else levels.push(-1);
      if (levels.length === 0) return at;
    } else if (inText) {
      if (text[at] === '$' && text[at + 1] === '{') levels.push(0);
    } else if (text[at] === '{') levels[levels.length - 1]!++;
    else if (text[at] === '}' && --levels[levels.length - 1]! <= 0) levels.pop();
  }
  return text.length;
}

function beginsExpression(before: ScriptToken | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'name') return BEFORE_EXPRESSION.test(before.text);
  return before.kind === 'mark' && !/^[)\]}]$/.test(before.text);
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(?:\r?\n|(.))/g, '$1') : text;
}

/** In tokens. */
const LONGEST_TYPE = 500;

/** A place among the tokens of a script, with the moves that need no values. */
export class TokenCursor {
  tokens: readonly ScriptToken[];
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
