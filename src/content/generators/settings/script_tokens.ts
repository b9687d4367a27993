/** A piece of a script. */
export interface ScriptToken {
  readonly kind: 'name' | 'string' | 'template' | 'number' | 'mark';
  /** A string's value, else the text as written; of a template without its backticks. */
  readonly text: string;
  /** For a bracket the index of its partner; the number of tokens for one without. */
  partner: number;
}

const PLAIN = /[A-Za-z_$][\w$]*|\d[\w.]*|=>|\.\.\.|\?\.(?!\d)|\?\?|\|\||&&|[=!]==?/y;
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
  for (let at = 0; at < text.length; ) {
    const unit = text[at]!;
    if (unit <= ' ' || unit === '\u00a0' || unit === '\ufeff') {
      at++;
      continue;
    }
    const end = commentEnd(text, at);
    if (end !== at) {
      at = end;
      continue;
    }
    if (unit === '"' || unit === "'") {
      const close = stringEnd(text, at, unit);
      tokens.push(tokenOf('string', unescaped(text.slice(at + 1, close))));
      at = close + 1;
    } else if (unit === '`') {
      const close = templateEnd(text, at);
      tokens.push(tokenOf('template', text.slice(at + 1, close)));
      at = close + 1;
    } else if (unit === '/' && beginsExpression(tokens.at(-1))) {
      at = expressionEnd(text, at);
      tokens.push(tokenOf('mark', '/'));
    } else {
      PLAIN.lastIndex = at;
      const plain = PLAIN.exec(text)?.[0] ?? unit;
      tokens.push(tokenOf(/^[A-Za-z_$]/.test(plain) ? 'name' : /^\d/.test(plain) ? 'number' : 'mark', plain));
      if (plain === '(' || plain === '[' || plain === '{') open.push(tokens.length - 1);
      else if (CLOSING[plain] !== undefined) closeBracket(tokens, open, CLOSING[plain]);
      at += plain.length;
    }
  }
  for (const token of tokens) if (token.partner === -1) token.partner = tokens.length;
  return tokens;
}

function tokenOf(kind: ScriptToken['kind'], text: string): ScriptToken {
  return { kind, text, partner: -1 };
}

/** Joins the bracket at the end with the innermost open one, if that is of its kind. */
function closeBracket(tokens: readonly ScriptToken[], open: number[], opening: string): void {
  const start = open.at(-1);
  if (start === undefined || tokens[start]!.text !== opening) return;
  open.pop();
  tokens[start]!.partner = tokens.length - 1;
  tokens.at(-1)!.partner = start;
}

/** The offset after a comment that begins at `at`; `at` if none does. */
function commentEnd(text: string, at: number): number {
  const isLine = text.startsWith('//', at);
  if (!isLine && !text.startsWith('/*', at)) return at;
  const end = isLine ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + (isLine ? 1 : 2);
}

/** The offset of the closing quote; a string ends with its line. */
function stringEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return text.length;
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

/** The offset after a regular expression and its flags; after the slash when its line does not close it. */
function expressionEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1 + /^[a-z]*/.exec(text.slice(at + 1, at + 9))![0].length;
  }
  return start + 1;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(?:\r?\n|(.))/g, '$1') : text;
}
