import { posix } from 'node:path';
import { isRecord } from '../../markdown/front_matter/parse_front_matter.ts';
import { pathOfCall } from './script_paths.ts';
import { type ScriptToken, scriptTokens } from './script_tokens.ts';
import { copyPlaces, isPlain, notePlace, oneMember, ScriptCall, type ScriptValue } from './script_value.ts';
import { TokenCursor } from './token_cursor.ts';

/** Values nest less; a bound on the work that a hostile script causes. */
const DEEPEST_VALUE = 64;
/** Methods of lists whose result is taken to be the list itself. */
const LIST_METHOD = /^(?:filter|concat|flat|slice|sort|toSorted|reverse)$/;
const OF_ITS_ARGUMENT = /^(?:require\.resolve|String)$/;
/** The tokens that come before a value; a function also follows `async`. */
const PREFIX = /^(?:await|async|new|typeof|!|-|\+|\.\.\.)$/;

const PATH_MODULE = /^(?:node:)?path(?:\/posix)?$/;

/** The exports of a script: the default one, and those by name. */
export interface Exports {
  readonly whole: ScriptValue;
  readonly named: ReadonlyMap<string, ScriptValue>;
}

/** Reads the values of one script from its tokens. */
export class ScriptReader {
  #cursor: TokenCursor;
  readonly #file: string;
  readonly #import: (target: string) => Exports;
  readonly #constants = new Map<string, ScriptValue>();
  /** Names in this script of the module of paths and of its functions. */
  readonly #pathNames = new Map<string, string>([['path', 'path']]);
  #whole: ScriptValue = null;
  #depth = 0;

  /** @param file relative to the folder whose settings are read */
  constructor(tokens: readonly ScriptToken[], file: string, importFile: (target: string) => Exports) {
    this.#cursor = new TokenCursor(tokens);
    this.#file = file;
    this.#import = importFile;
    // Paths are relative to the folder, as the site is built in it.
    this.#constants.set('__dirname', posix.dirname(file)).set('__filename', file);
  }

  read(): Exports {
    this.#statements(this.#cursor.tokens.length);
    return { whole: this.#whole, named: this.#constants };
  }

  /** Reads statements up to a token. Returns the value that the last `return` among them gives. */
  #statements(end: number): ScriptValue {
    let returned: ScriptValue = null;
    while (this.#cursor.at < end) {
      const name = this.#cursor.tokens[this.#cursor.at]!;
      if (name.kind !== 'name') {
        this.#cursor.skip();
        continue;
      }
      this.#cursor.at++;
      if (name.text === 'import') this.#importStatement();
      else if (name.text === 'export' && this.#cursor.takes('default')) this.#whole = this.#value();
      else if (name.text === 'export' && this.#cursor.text(this.#cursor.at) === '{') this.#exportList();
      else if (/^(?:const|let|var)$/.test(name.text)) this.#declaration();
      else if (name.text === 'function') this.#functionStatement();
      else if (name.text === 'return') returned = this.#value();
      else if (name.text === 'module' && this.#cursor.takes('.') && this.#cursor.takes('exports')) this.#exports();
      else if (name.text === 'exports') this.#exports();
    }
    return returned;
  }

  /** `module.exports = value` or `exports.name = value`, from behind `exports`. */
  #exports(): void {
    const name = this.#cursor.takes('.') ? this.#cursor.tokens[this.#cursor.at++] : undefined;
    if (!this.#cursor.takes('=')) return;
    const value = this.#value();
    if (name === undefined || name.text === 'default') this.#whole = value;
    else this.#constants.set(name.text, value);
  }

  /** `export { default } from './file'` or `export { name as default }`. */
  #exportList(): void {
    const start = this.#cursor.at + 1;
    const end = this.#cursor.tokens[this.#cursor.at]!.partner;
    const target = this.#cursor.text(end + 1) === 'from' ? this.#cursor.tokens[end + 2] : undefined;
    const found = target?.kind === 'string' ? this.#import(target.text) : null;
    for (let at = start; at < end; at++) {
      const name = this.#cursor.text(at);
      if (this.#cursor.tokens[at]!.kind !== 'name' || name === 'as' || this.#cursor.text(at + 1) === 'as') continue;
      const original = this.#cursor.text(at - 1) === 'as' ? this.#cursor.text(at - 2) : name;
      const value =
        found === null
          ? this.#constants.get(original)
          : original === 'default'
            ? found.whole
            : found.named.get(original);
      if (name === 'default') this.#whole = value ?? null;
      else if (found !== null) this.#constants.set(name, value ?? null);
    }
    this.#cursor.at = end + 1;
  }

  #importStatement(): void {
    if (this.#cursor.takes('type')) return;
    const start = this.#cursor.at;
    let from = start;
    while (
      from < start + 400 &&
      this.#cursor.text(from) !== 'from' &&
      this.#cursor.text(from) !== ';' &&
      from < this.#cursor.tokens.length
    )
      from++;
    const target = this.#cursor.tokens[from + 1];
    if (this.#cursor.text(from) !== 'from' || target?.kind !== 'string') return;
    const { whole, named } = this.#import(target.text);
    const isStar = this.#cursor.text(start) === '*';
    const isPathModule = PATH_MODULE.test(target.text);
    for (let at = start; at < from; at++) {
      const token = this.#cursor.tokens[at]!;
      if (token.kind !== 'name' || token.text === 'as' || this.#cursor.text(at + 1) === 'as') continue;
      const original = this.#cursor.text(at - 1) === 'as' ? this.#cursor.text(at - 2) : token.text;
      const isDefault = at === start || original === 'default';
      if (isPathModule) this.#pathNames.set(token.text, isStar || isDefault ? 'path' : original);
      if (isPathModule) continue;
      const value = isStar ? Object.fromEntries(named) : isDefault ? whole : (named.get(original) ?? null);
      this.#constants.set(token.text, value);
    }
    this.#cursor.at = from + 2;
  }

  /** `const name: Type = value` or `const { name, key: other } = value`. */
  #declaration(): void {
    const start = this.#cursor.at;
    const name = this.#cursor.tokens[start];
    if (name?.kind !== 'name' && this.#cursor.text(start) !== '{') return;
    this.#cursor.skip();
    if (this.#cursor.text(this.#cursor.at) === ':')
      while (this.#cursor.at < this.#cursor.tokens.length && !/^[=;]$/.test(this.#cursor.text(this.#cursor.at)))
        this.#cursor.skip();
    if (!this.#cursor.takes('=')) return;
    const isPathModule =
      this.#cursor.text(this.#cursor.at) === 'require' &&
      PATH_MODULE.test(this.#cursor.tokens[this.#cursor.at + 2]?.text ?? '');
    const value = this.#value();
    if (name!.kind === 'name') {
      if (isPathModule) this.#pathNames.set(name!.text, 'path');
      // What a module of the program itself says is known better than from its text.
      else if (value !== null || !this.#constants.has(name!.text)) this.#constants.set(name!.text, value);
      return;
    }
    for (let at = start + 1; at < name!.partner; at++) {
      const key = this.#cursor.tokens[at]!;
      if (key.kind !== 'name' || this.#cursor.text(at - 1) === '=') continue;
      const own = this.#cursor.text(at + 1) === ':' ? this.#cursor.text(at + 2) : key.text;
      if (isPathModule) this.#pathNames.set(own, key.text);
      else this.#constants.set(own, oneMember(value, key.text));
      if (own !== key.text) at += 2;
    }
  }

  #functionStatement(): void {
    const name = this.#cursor.tokens[this.#cursor.at];
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
      const mark = this.#cursor.text(this.#cursor.at);
      if (mark === 'as' || mark === 'satisfies') {
        this.#cursor.at++;
        this.#cursor.type();
      } else if (mark === '!' && this.#cursor.text(this.#cursor.at + 1) !== '=') this.#cursor.at++;
      else if (mark === '??' || mark === '||') {
        this.#cursor.at++;
        const other = this.#value();
        value ??= other;
      } else if (mark === '&&') {
        this.#cursor.at++;
        value = this.#value();
      } else if (mark === '+') {
        this.#cursor.at++;
        const other = this.#value();
        value = typeof value === 'string' && typeof other === 'string' ? value + other : null;
      } else if (mark === '?') {
        this.#cursor.at++;
        this.#value();
        if (this.#cursor.takes(':')) this.#value();
        value = null;
      } else if (/^(?:[=!]==?|[<>*%-]|instanceof|in)$/.test(mark)) {
        this.#cursor.at++;
        this.#value();
        value = null;
      } else return value;
    }
  }

  #primary(): ScriptValue {
    let isNegative = false;
    let isUnknown = false;
    for (; PREFIX.test(this.#cursor.text(this.#cursor.at)); this.#cursor.at++) {
      isNegative ||= this.#cursor.text(this.#cursor.at) === '-';
      isUnknown ||= /^(?:!|typeof|\+)$/.test(this.#cursor.text(this.#cursor.at));
    }
    const value = this.#operand();
    if (isNegative) return typeof value === 'number' ? -value : null;
    return isUnknown ? null : value;
  }

  #operand(): ScriptValue {
    const token = this.#cursor.tokens[this.#cursor.at];
    if (token === undefined) return null;
    const { kind, text } = token;
    if (kind === 'string' || kind === 'number') {
      this.#cursor.at++;
      return this.#chain(kind === 'string' ? text : Number(text), '');
    }
    if (kind === 'template') {
      this.#cursor.at++;
      return this.#chain(this.#template(text), '');
    }
    if (kind === 'name') return this.#named(text);
    if (text === '{') return this.#record();
    if (text === '[') return this.#chain(this.#list(), '');
    if (text === '(') return this.#parenthesis();
    return null;
  }

  #named(text: string): ScriptValue {
    this.#cursor.at++;
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null' || text === 'undefined') return null;
    if (text === 'function') return this.#function();
    if (this.#cursor.text(this.#cursor.at) === '=>') return this.#arrow();
    if (text === 'import' && this.#cursor.takes('.')) return this.#metaOfModule();
    return this.#chain(this.#constants.get(text) ?? null, text);
  }

  /** `import.meta.url` and its like, from behind `import.`; a URL is the path of the file. */
  #metaOfModule(): ScriptValue {
    this.#cursor.at++;
    const folder = posix.dirname(this.#file);
    const meta = { url: this.#file, filename: this.#file, dirname: folder };
    return this.#chain(meta, 'import.meta');
  }

  /** Members and calls behind a value. @param written the names so far; '' for none */
  #chain(first: ScriptValue, written: string): ScriptValue {
    let value = first;
    let name = written;
    for (;;) {
      const mark = this.#cursor.text(this.#cursor.at);
      const next = this.#cursor.tokens[this.#cursor.at + 1];
      if ((mark === '.' || mark === '?.') && next?.kind === 'name') {
        this.#cursor.at += 2;
        const isMethod = this.#cursor.text(this.#cursor.at) === '(';
        if (isMethod && Array.isArray(value) && next.text === 'join') {
          const between = this.#list()[0] ?? ',';
          value =
            typeof between === 'string' && value.every((each) => typeof each === 'string') ? value.join(between) : null;
          name = '';
          continue;
        }
        if (isItself(value, next.text, isMethod)) {
          if (isMethod) this.#cursor.skip();
          continue;
        }
        value = oneMember(value, next.text);
        name = `${name}.${next.text}`;
      } else if (mark === '[') {
        const end = this.#cursor.tokens[this.#cursor.at]!.partner;
        this.#cursor.at++;
        const key = this.#value();
        value = typeof key === 'string' || typeof key === 'number' ? oneMember(value, String(key)) : null;
        this.#cursor.at = end + 1;
      } else if (mark === '(' || (mark === '<' && name !== '' && this.#cursor.takesTypes()))
        value = this.#call(name, value);
      else return value;
    }
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
    if (name === 'process.cwd') return '.';
    const path = pathOfCall(name, this.#pathNames, given);
    if (path !== undefined) return path;
    return OF_ITS_ARGUMENT.test(name) ? (given[0] ?? null) : new ScriptCall(name, given);
  }

  #record(): ScriptValue {
    const end = this.#cursor.tokens[this.#cursor.at]!.partner;
    const record: Record<string, ScriptValue> = Object.create(null);
    this.#cursor.at++;
    while (this.#cursor.at < end) {
      if (this.#cursor.takes('...')) {
        const spread = this.#value();
        if (isPlain(spread)) {
          Object.assign(record, spread);
          copyPlaces(record, spread);
        }
      } else if (this.#cursor.text(this.#cursor.at) !== ',') this.#property(record);
      this.#cursor.toNext(end);
    }
    this.#cursor.at = end + 1;
    return record;
  }

  #property(record: Record<string, ScriptValue>): void {
    while (
      /^(?:async|get|set|\*)$/.test(this.#cursor.text(this.#cursor.at)) &&
      !/^[,:(}]$/.test(this.#cursor.text(this.#cursor.at + 1))
    )
      this.#cursor.at++;
    const token = this.#cursor.tokens[this.#cursor.at]!;
    let key: string | null = token.text;
    if (token.text === '[' && token.kind === 'mark') {
      this.#cursor.at++;
      const computed = this.#value();
      key = typeof computed === 'string' || typeof computed === 'number' ? String(computed) : null;
      this.#cursor.at = token.partner + 1;
    } else this.#cursor.at++;
    const value = this.#cursor.takes(':')
      ? this.#value()
      : this.#cursor.text(this.#cursor.at) === '('
        ? this.#function()
        : (this.#constants.get(token.text) ?? null);
    if (key === null) return;
    record[key] = value;
    notePlace(record, key, { file: this.#file, line: token.line });
  }

  #list(): ScriptValue[] {
    const end = this.#cursor.tokens[this.#cursor.at]!.partner;
    const items: ScriptValue[] = [];
    this.#cursor.at++;
    while (this.#cursor.at < end) {
      const isSpread = this.#cursor.text(this.#cursor.at) === '...';
      const value = this.#value();
      if (isSpread && Array.isArray(value)) for (const each of value) items.push(each);
      else if (!isSpread) items.push(value);
      this.#cursor.toNext(end);
    }
    this.#cursor.at = end + 1;
    return items;
  }

  /** A value in parentheses, or a function. */
  #parenthesis(): ScriptValue {
    const end = this.#cursor.tokens[this.#cursor.at]!.partner;
    if (this.#cursor.text(end + 1) === '=>' || this.#cursor.text(end + 1) === ':') {
      const start = this.#cursor.at;
      this.#cursor.at = end + 1;
      if (this.#cursor.takes(':')) this.#cursor.type();
      if (this.#cursor.text(this.#cursor.at) === '=>') return this.#arrow();
      this.#cursor.at = start;
    }
    this.#cursor.at++;
    const value = this.#value();
    this.#cursor.at = end + 1;
    return this.#chain(value, '');
  }

  /** Reads the return value of a function, from its `=>`. */
  #arrow(): ScriptValue {
    this.#cursor.at++;
    return this.#cursor.text(this.#cursor.at) === '{' ? this.#body() : this.#value();
  }

  /** Reads the return value of a function, from its name or its parameters. */
  #function(): ScriptValue {
    while (this.#cursor.at < this.#cursor.tokens.length && this.#cursor.text(this.#cursor.at) !== '(')
      this.#cursor.at++;
    if (this.#cursor.at < this.#cursor.tokens.length)
      this.#cursor.at = this.#cursor.tokens[this.#cursor.at]!.partner + 1;
    if (this.#cursor.takes(':')) this.#cursor.type();
    return this.#cursor.text(this.#cursor.at) === '{' ? this.#body() : null;
  }

  #body(): ScriptValue {
    const end = this.#cursor.tokens[this.#cursor.at]!.partner;
    if (this.#depth >= DEEPEST_VALUE) {
      this.#cursor.at = end + 1;
      return null;
    }
    this.#depth++;
    this.#cursor.at++;
    const returned = this.#statements(end);
    this.#depth--;
    this.#cursor.at = end + 1;
    return returned;
  }

  /** The text with the values of its expressions, or null when one is not known. */
  #template(text: string): string | null {
    if (!text.includes('${')) return text;
    let isKnown = true;
    const filled = text.replace(/\$\{([^{}`]{1,500})\}/g, (_, expression: string) => {
      const value = this.#expression(expression);
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      isKnown = false;
      return '';
    });
    return isKnown && !filled.includes('${') ? filled : null;
  }

  /** The value of an expression in a template. */
  #expression(text: string): ScriptValue {
    const outer = this.#cursor;
    this.#cursor = new TokenCursor(scriptTokens(text));
    const value = this.#value();
    this.#cursor = outer;
    return value;
  }
}

/** Whether a member, or what a method returns, counts as the value itself. */
function isItself(value: ScriptValue, name: string, isMethod: boolean): boolean {
  if (Array.isArray(value)) return isMethod && LIST_METHOD.test(name);
  // Of an object that a call returns, methods mostly return it again: `lume().use()`.
  if (value instanceof ScriptCall) return isMethod && oneMember(value, name) === null;
  // A URL is its text, and so is its path when it is one of a file.
  return typeof value === 'string' && (isMethod ? /^(?:toString|trim)$/ : /^(?:href|pathname)$/).test(name);
}
