import { isRecord } from '../../markdown/front_matter/parse_front_matter.ts';
import type { ScriptToken } from './script_tokens.ts';
import { isPlain, oneMember, ScriptCall, type ScriptValue } from './script_value.ts';

/** Values nest less; a bound on the work that a hostile script causes. */
const DEEPEST_VALUE = 64;
const LONGEST_TYPE = 500;
/** Methods of lists whose result is taken to be the list itself. */
const LIST_METHOD = /^(?:filter|concat|flat|slice|sort|toSorted|reverse)$/;
/** Functions that make a path of their arguments. */
const PATH_FUNCTION = /^(?:path\.(?:posix\.)?)?(?:join|resolve)$/;
const OF_ITS_ARGUMENT = /^(?:fileURLToPath|URL|require\.resolve|String)$/;
/** What stands before a value; a function is also after `async`. */
const PREFIX = /^(?:await|async|new|typeof|!|-|\+|\.\.\.)$/;

/** What a script exports: by default, and by name. */
export interface Exports {
  readonly whole: ScriptValue;
  readonly named: ReadonlyMap<string, ScriptValue>;
}

/** Reads the values of one script from its tokens. */
export class ScriptReader {
  readonly #tokens: readonly ScriptToken[];
  readonly #import: (target: string) => Exports;
  readonly #constants = new Map<string, ScriptValue>();
  #whole: ScriptValue = null;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly ScriptToken[], importFile: (target: string) => Exports) {
    this.#tokens = tokens;
    this.#import = importFile;
  }

  read(): Exports {
    this.#statements(this.#tokens.length);
    return { whole: this.#whole, named: this.#constants };
  }

  /** Reads statements up to a token. Returns the value that the last `return` among them gives. */
  #statements(end: number): ScriptValue {
    let returned: ScriptValue = null;
    while (this.#at < end) {
      const name = this.#tokens[this.#at]!;
      if (name.kind !== 'name') {
        this.#skip();
        continue;
      }
      this.#at++;
      if (name.text === 'import') this.#importStatement();
      else if (name.text === 'export' && this.#takes('default')) this.#whole = this.#value();
      else if (/^(?:const|let|var)$/.test(name.text)) this.#declaration();
      else if (name.text === 'function') this.#functionStatement();
      else if (name.text === 'return') returned = this.#value();
      else if (name.text === 'module' && this.#takes('.') && this.#takes('exports') && this.#takes('='))
        this.#whole = this.#value();
    }
    return returned;
  }

  #importStatement(): void {
    if (this.#takes('type')) return;
    const start = this.#at;
    let from = start;
    while (from < start + 400 && this.#text(from) !== 'from' && this.#text(from) !== ';' && from < this.#tokens.length)
      from++;
    const target = this.#tokens[from + 1];
    if (this.#text(from) !== 'from' || target?.kind !== 'string') return;
    const { whole, named } = this.#import(target.text);
    const isStar = this.#text(start) === '*';
    for (let at = start; at < from; at++) {
      const token = this.#tokens[at]!;
      if (token.kind !== 'name' || token.text === 'as' || this.#text(at + 1) === 'as') continue;
      const original = this.#text(at - 1) === 'as' ? this.#text(at - 2) : token.text;
      const isDefault = at === start || original === 'default';
      const value = isStar ? Object.fromEntries(named) : isDefault ? whole : (named.get(original) ?? null);
      this.#constants.set(token.text, value);
    }
    this.#at = from + 2;
  }

  /** `const name: Type = value`; a pattern of names is not read. */
  #declaration(): void {
    const name = this.#tokens[this.#at];
    if (name?.kind !== 'name') return;
    this.#at++;
    if (this.#text(this.#at) === ':')
      while (this.#at < this.#tokens.length && !/^[=;]$/.test(this.#text(this.#at))) this.#skip();
    if (this.#takes('=')) this.#constants.set(name.text, this.#value());
  }

  #functionStatement(): void {
    const name = this.#tokens[this.#at];
    const value = this.#function();
    if (name?.kind === 'name') this.#constants.set(name.text, value);
  }

  /** The value of the expression that begins here; null when it is not known. */
  #value(): ScriptValue {
    if (this.#depth >= DEEPEST_VALUE) return null;
    this.#depth++;
    const value = this.#operators(this.#primary());
    this.#depth--;
    return value;
  }

  #operators(first: ScriptValue): ScriptValue {
    let value = first;
    for (;;) {
      const mark = this.#text(this.#at);
      if (mark === 'as' || mark === 'satisfies') this.#typeBehind();
      else if (mark === '!' && this.#text(this.#at + 1) !== '=') this.#at++;
      else if (mark === '??' || mark === '||') {
        this.#at++;
        const other = this.#value();
        value ??= other;
      } else if (mark === '&&') {
        this.#at++;
        value = this.#value();
      } else if (mark === '+') {
        this.#at++;
        const other = this.#value();
        value = typeof value === 'string' && typeof other === 'string' ? value + other : null;
      } else if (mark === '?') {
        this.#at++;
        this.#value();
        if (this.#takes(':')) this.#value();
        value = null;
      } else if (/^(?:[=!]==?|[<>*%-]|instanceof|in)$/.test(mark)) {
        this.#at++;
        this.#value();
        value = null;
      } else return value;
    }
  }

  #primary(): ScriptValue {
    let isNegative = false;
    let isUnknown = false;
    for (; PREFIX.test(this.#text(this.#at)); this.#at++) {
      isNegative ||= this.#text(this.#at) === '-';
      isUnknown ||= /^(?:!|typeof|\+)$/.test(this.#text(this.#at));
    }
    const value = this.#operand();
    if (isNegative) return typeof value === 'number' ? -value : null;
    return isUnknown ? null : value;
  }

  #operand(): ScriptValue {
    const token = this.#tokens[this.#at];
    if (token === undefined) return null;
    const { kind, text } = token;
    if (kind === 'string' || kind === 'number') {
      this.#at++;
      return this.#chain(kind === 'string' ? text : Number(text), '');
    }
    if (kind === 'template') {
      this.#at++;
      return this.#chain(this.#template(text), '');
    }
    if (kind === 'name') return this.#named(text);
    if (text === '{') return this.#record();
    if (text === '[') return this.#chain(this.#list(), '');
    if (text === '(') return this.#parenthesis();
    return null;
  }

  #named(text: string): ScriptValue {
    this.#at++;
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null' || text === 'undefined') return null;
    if (text === 'function') return this.#function();
    if (this.#text(this.#at) === '=>') return this.#arrow();
    return this.#chain(this.#constants.get(text) ?? null, text);
  }

  /** Members and calls behind a value. @param written the names so far; '' for none */
  #chain(first: ScriptValue, written: string): ScriptValue {
    let value = first;
    let name = written;
    for (;;) {
      const mark = this.#text(this.#at);
      const next = this.#tokens[this.#at + 1];
      if ((mark === '.' || mark === '?.') && next?.kind === 'name') {
        this.#at += 2;
        const isMethod = this.#text(this.#at) === '(';
        if (!(isMethod && Array.isArray(value) && LIST_METHOD.test(next.text))) value = oneMember(value, next.text);
        else {
          this.#at = this.#tokens[this.#at]!.partner + 1;
          continue;
        }
        name = `${name}.${next.text}`;
      } else if (mark === '[') {
        const end = this.#tokens[this.#at]!.partner;
        this.#at++;
        const key = this.#value();
        value = typeof key === 'string' || typeof key === 'number' ? oneMember(value, String(key)) : null;
        this.#at = end + 1;
      } else if (mark === '(' || (mark === '<' && name !== '' && this.#takesTypes())) value = this.#call(name, value);
      else return value;
    }
  }

  /** Skips the types that a call is given, as in `defineConfig<Theme>({})`; nothing when no call follows. */
  #takesTypes(): boolean {
    const start = this.#at;
    this.#angles();
    if (this.#text(this.#at) === '(') return true;
    this.#at = start;
    return false;
  }

  /** A call. One of a function of this script gives what that returns. */
  #call(name: string, returned: ScriptValue): ScriptValue {
    const given = this.#list();
    if (returned !== null) {
      // What a function makes of settings mostly has them too.
      const isWrapper = isRecord(returned) && given.some(isRecord);
      return isWrapper ? new ScriptCall(name, [returned, ...given]) : returned;
    }
    if (name === 'require' && typeof given[0] === 'string') {
      const { whole, named } = this.#import(given[0]);
      return whole ?? Object.fromEntries(named);
    }
    if (PATH_FUNCTION.test(name)) {
      const parts = given.filter((part) => typeof part === 'string');
      return parts.length === 0 ? null : parts.join('/');
    }
    return OF_ITS_ARGUMENT.test(name) ? (given[0] ?? null) : new ScriptCall(name, given);
  }

  #record(): ScriptValue {
    const end = this.#tokens[this.#at]!.partner;
    const record: Record<string, ScriptValue> = Object.create(null);
    this.#at++;
    while (this.#at < end) {
      if (this.#takes('...')) {
        const spread = this.#value();
        if (isPlain(spread)) Object.assign(record, spread);
      } else if (this.#text(this.#at) !== ',') this.#property(record);
      this.#toNext(end);
    }
    this.#at = end + 1;
    return record;
  }

  #property(record: Record<string, ScriptValue>): void {
    while (/^(?:async|get|set|\*)$/.test(this.#text(this.#at)) && !/^[,:(}]$/.test(this.#text(this.#at + 1)))
      this.#at++;
    const token = this.#tokens[this.#at]!;
    let key: string | null = token.text;
    if (token.text === '[' && token.kind === 'mark') {
      this.#at++;
      const computed = this.#value();
      key = typeof computed === 'string' || typeof computed === 'number' ? String(computed) : null;
      this.#at = token.partner + 1;
    } else this.#at++;
    const value = this.#takes(':')
      ? this.#value()
      : this.#text(this.#at) === '('
        ? this.#function()
        : (this.#constants.get(token.text) ?? null);
    if (key !== null) record[key] = value;
  }

  #list(): ScriptValue[] {
    const end = this.#tokens[this.#at]!.partner;
    const items: ScriptValue[] = [];
    this.#at++;
    while (this.#at < end) {
      const isSpread = this.#text(this.#at) === '...';
      const value = this.#value();
      if (isSpread && Array.isArray(value)) for (const each of value) items.push(each);
      else if (!isSpread) items.push(value);
      this.#toNext(end);
    }
    this.#at = end + 1;
    return items;
  }

  /** A value in parentheses, or a function. */
  #parenthesis(): ScriptValue {
    const end = this.#tokens[this.#at]!.partner;
    if (this.#text(end + 1) === '=>' || this.#text(end + 1) === ':') {
      const start = this.#at;
      this.#at = end + 1;
      if (this.#takes(':')) this.#type();
      if (this.#text(this.#at) === '=>') return this.#arrow();
      this.#at = start;
    }
    this.#at++;
    const value = this.#value();
    this.#at = end + 1;
    return this.#chain(value, '');
  }

  /** What a function returns, from its `=>`. */
  #arrow(): ScriptValue {
    this.#at++;
    return this.#text(this.#at) === '{' ? this.#body() : this.#value();
  }

  /** What a function returns, from its name or its parameters. */
  #function(): ScriptValue {
    while (this.#at < this.#tokens.length && this.#text(this.#at) !== '(') this.#at++;
    if (this.#at < this.#tokens.length) this.#at = this.#tokens[this.#at]!.partner + 1;
    if (this.#takes(':')) this.#type();
    return this.#text(this.#at) === '{' ? this.#body() : null;
  }

  #body(): ScriptValue {
    const end = this.#tokens[this.#at]!.partner;
    if (this.#depth >= DEEPEST_VALUE) {
      this.#at = end + 1;
      return null;
    }
    this.#depth++;
    this.#at++;
    const returned = this.#statements(end);
    this.#depth--;
    this.#at = end + 1;
    return returned;
  }

  #typeBehind(): void {
    this.#at++;
    this.#type();
  }

  /** Skips a type: a name with members, arguments in angle brackets and `[]`, or a record. */
  #type(): void {
    for (;;) {
      if (this.#tokens[this.#at]?.kind === 'mark' && /^[{([]$/.test(this.#text(this.#at))) this.#skip();
      else this.#at++;
      if (this.#text(this.#at) === '<') this.#angles();
      while (this.#text(this.#at) === '[') this.#skip();
      if (!/^[.|&]$/.test(this.#text(this.#at))) return;
      this.#at++;
    }
  }

  #angles(): void {
    let depth = 0;
    const end = Math.min(this.#tokens.length, this.#at + LONGEST_TYPE);
    for (; this.#at < end; this.#skip()) {
      const mark = this.#text(this.#at);
      if (mark === '<') depth++;
      else if (mark === '>' && --depth === 0) break;
      else if (mark === ';') return;
    }
    this.#at++;
  }

  /** The text with the values of its constants, or null when one is not known. */
  #template(text: string): string | null {
    if (!text.includes('${')) return text;
    let isKnown = true;
    const filled = text.replace(/\$\{\s*([\w$]+)\s*\}/g, (_, name: string) => {
      const value = this.#constants.get(name);
      if (typeof value !== 'string' && typeof value !== 'number') isKnown = false;
      return String(value);
    });
    return isKnown && !filled.includes('${') ? filled : null;
  }

  /** The text of a mark or a name; '' for a string, so that it is never taken for one of them. */
  #text(at: number): string {
    const token = this.#tokens[at];
    return token === undefined || token.kind === 'string' || token.kind === 'template' ? '' : token.text;
  }

  #takes(text: string): boolean {
    if (this.#text(this.#at) !== text) return false;
    this.#at++;
    return true;
  }

  /** Skips one token, or a bracket with all that is in it. */
  #skip(): void {
    const token = this.#tokens[this.#at]!;
    this.#at = /^[([{]$/.test(this.#text(this.#at)) ? token.partner + 1 : this.#at + 1;
  }

  /** Goes behind the next comma of a record or list. */
  #toNext(end: number): void {
    while (this.#at < end && this.#text(this.#at) !== ',') this.#skip();
    if (this.#at < end) this.#at++;
    if (this.#at > end) this.#at = end;
  }
}
