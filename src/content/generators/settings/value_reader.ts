import { posix } from 'node:path';
import { isRecord } from '../../markdown/front_matter/parse_front_matter.ts';
import { isFunction, knownName } from './node_functions.ts';
import { type ScriptToken, scriptTokens, TokenCursor } from './script_tokens.ts';
import { firstOf, isPlain, ScriptCall, valueAt } from './settings.ts';

/** Values nest less; a bound on the work that a hostile script causes. */
const DEEPEST_VALUE = 64;
/** Methods of lists whose result is taken to be the list itself. */
const LIST_METHOD = /^(?:filter|concat|flat|slice|sort|toSorted|reverse)$/;
/** The tokens that come before a value; a function also follows `async`. */
const PREFIX = /^(?:await|async|new|typeof|!|-|\+|\.\.\.)$/;

/** The exports of a script: the default one, and those by name. */
export interface Exports {
  readonly whole: unknown;
  readonly named: ReadonlyMap<string, unknown>;
}

/** Where a script gives a member of a record its value. */
export interface ScriptPlace {
  /** Relative to the folder whose settings are read. */
  readonly file: string;
  readonly line: number;
}

const PLACES = new WeakMap<object, Map<string, ScriptPlace>>();

/** Where a member is given its value, also one that only running the script would tell; null when there is none. */
export function placeOf(value: unknown, key: string): ScriptPlace | null {
  if (value instanceof ScriptCall) return firstOf(value.given, (each) => placeOf(each, key));
  return isPlain(value) ? (PLACES.get(value)?.get(key) ?? null) : null;
}

/** Whether a record is known to lack a member: nothing gives it a value, and no part of the record is unknown. */
export function isUnset(value: unknown, key: string): boolean {
  return [key, '...'].every((each) => placeOf(value, each) === null && valueAt(value, each) === null);
}

/** Reads the expressions of a script from its tokens. Null is a value that only running the script would tell. */
export abstract class ValueReader extends TokenCursor {
  /** The script, relative to the folder whose settings are read. */
  readonly #file: string;
  protected readonly importFile: (target: string) => Exports;
  protected readonly constants = new Map<string, unknown>();
  #depth = 0;

  /** @param file relative to the folder whose settings are read */
  constructor(tokens: readonly ScriptToken[], file: string, importFile: (target: string) => Exports) {
    super(tokens);
    this.#file = file;
    this.importFile = importFile;
    // Paths are relative to the folder, as the site is built in it.
    this.constants.set('__dirname', posix.dirname(file)).set('__filename', file);
  }

  /** Reads statements up to a token. Returns the value that the last `return` among them gives. */
  protected abstract statements(end: number): unknown;

  /** The value of the expression that begins here. */
  protected value(): unknown {
    if (this.#depth >= DEEPEST_VALUE) return null;
    this.#depth++;
    const value = this.#operators(this.#primary());
    this.#depth--;
    return value;
  }

  #operators(first: unknown): unknown {
    let value = first;
    for (;;) {
      const mark = this.text(this.at);
      if (mark === '!' && this.text(this.at + 1) === '=') return value;
      if (!/^(?:as|satisfies|[!=]==?|!|\?\??|\|\||&&|[+<>*%-]|instanceof|in)$/.test(mark)) return value;
      this.at++;
      if (mark === 'as' || mark === 'satisfies') this.type();
      else if (mark !== '!') {
        const other = this.value();
        if (mark === '?' && this.takes(':')) this.value();
        if (mark === '&&') value = other;
        else if (mark === '??' || mark === '||') value ??= other;
        else value = mark === '+' && typeof value === 'string' && typeof other === 'string' ? value + other : null;
      }
    }
  }

  #primary(): unknown {
    let isNegative = false;
    let isUnknown = false;
    for (; PREFIX.test(this.text(this.at)); this.at++) {
      isNegative ||= this.text(this.at) === '-';
      isUnknown ||= /^(?:!|typeof|\+)$/.test(this.text(this.at));
    }
    const value = this.#operand();
    if (isNegative) return typeof value === 'number' ? -value : null;
    return isUnknown ? null : value;
  }

  #operand(): unknown {
    const token = this.tokens[this.at];
    if (token === undefined) return null;
    const { kind, text } = token;
    if (kind === 'name') return this.#named(text);
    if (kind === 'mark') {
      if (text === '{') return this.#record();
      if (text === '[') return this.#chain(this.#list(), '');
      return text === '(' ? this.#parenthesis() : null;
    }
    this.at++;
    return this.#chain(kind === 'string' ? text : kind === 'number' ? Number(text) : this.#template(text), '');
  }

  #named(text: string): unknown {
    this.at++;
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null' || text === 'undefined') return null;
    if (text === 'function') return this.function();
    if (this.text(this.at) === '=>') return this.#arrow();
    if (text === 'import' && this.takes('.')) return this.#metaOfModule();
    const isUsed = /^(?:\??\.|\()$/.test(this.text(this.at));
    return this.#chain(this.constants.get(text) ?? (isUsed ? knownName(text) : null), text);
  }

  /** `import.meta.url` and its like, from behind `import.`; a URL is the path of the file. */
  #metaOfModule(): unknown {
    this.at++;
    const meta = { url: this.#file, filename: this.#file, dirname: posix.dirname(this.#file) };
    return this.#chain(meta, 'import.meta');
  }

  /** Members and calls behind a value. @param written the names so far; '' for none */
  #chain(first: unknown, written: string): unknown {
    let value = first;
    let name = written;
    for (;;) {
      const mark = this.text(this.at);
      const next = this.tokens[this.at + 1];
      if ((mark === '.' || mark === '?.') && next?.kind === 'name') {
        this.at += 2;
        const isMethod = this.text(this.at) === '(';
        if (isMethod && Array.isArray(value) && next.text === 'join') {
          const between = this.#list()[0] ?? ',';
          value =
            typeof between === 'string' && value.every((each) => typeof each === 'string') ? value.join(between) : null;
          name = '';
        } else if (isItself(value, next.text, isMethod)) {
          if (isMethod) this.skip();
        } else {
          value = valueAt(value, next.text);
          name = `${name}.${next.text}`;
        }
      } else if (mark === '[') {
        const end = this.tokens[this.at]!.partner;
        this.at++;
        const key = this.value();
        value = typeof key === 'string' || typeof key === 'number' ? valueAt(value, String(key)) : null;
        this.at = end + 1;
      } else if (mark === '(' || (mark === '<' && name !== '' && this.takesTypes())) value = this.#call(name, value);
      else return value;
    }
  }

  /** A call. One of a function of this script gives what that returns. */
  #call(name: string, called: unknown): unknown {
    const given = this.#list();
    if (isFunction(called)) return called(given);
    if (called !== null) {
      // What a function makes of settings mostly has them too.
      const isWrapper = isRecord(called) && given.some(isRecord);
      return isWrapper ? new ScriptCall(name, [called, ...given]) : called;
    }
    if (name === 'require' && typeof given[0] === 'string') {
      const found = this.importFile(given[0]);
      return found.whole ?? exportOf(found, '*');
    }
    if (name === 'require.resolve') return given[0] ?? null;
    // Of a module that is not followed, such as `pathe`: its functions are those of their names.
    const [head = '', ...members] = name.split('.');
    const known = valueAt(knownName(head), ...members);
    return isFunction(known) ? known(given) : new ScriptCall(name, given);
  }

  #record(): unknown {
    const end = this.tokens[this.at]!.partner;
    const record: Record<string, unknown> = Object.create(null);
    const places = new Map<string, ScriptPlace>();
    PLACES.set(record, places);
    this.at++;
    while (this.at < end) {
      if (this.takes('...')) {
        const spread = this.value();
        if (isPlain(spread)) {
          Object.assign(record, spread);
          for (const [key, place] of PLACES.get(spread) ?? []) places.set(key, place);
        } else places.set('...', { file: this.#file, line: 0 });
      } else if (this.text(this.at) !== ',') this.#property(record, places);
      this.toNext(end);
    }
    this.at = end + 1;
    return record;
  }

  #property(record: Record<string, unknown>, places: Map<string, ScriptPlace>): void {
    while (/^(?:async|get|set|\*)$/.test(this.text(this.at)) && !/^[,:(}]$/.test(this.text(this.at + 1))) this.at++;
    const { kind, text, line, partner } = this.tokens[this.at]!;
    this.at++;
    let key: string | null = text;
    if (text === '[' && kind === 'mark') {
      const computed = this.value();
      key = typeof computed === 'string' || typeof computed === 'number' ? String(computed) : null;
      this.at = partner + 1;
    }
    const isMethod = this.text(this.at) === '(';
    const value = this.takes(':') ? this.value() : isMethod ? this.function() : (this.constants.get(text) ?? null);
    if (key === null) return;
    record[key] = value;
    places.set(key, { file: this.#file, line });
  }

  #list(): unknown[] {
    const end = this.tokens[this.at]!.partner;
    const items: unknown[] = [];
    this.at++;
    while (this.at < end) {
      const isSpread = this.text(this.at) === '...';
      const value = this.value();
      if (isSpread && Array.isArray(value)) for (const each of value) items.push(each);
      // What is not known may be anything, also nothing.
      else items.push(isSpread ? new ScriptCall('...', []) : value);
      this.toNext(end);
    }
    this.at = end + 1;
    return items;
  }

  /** A value in parentheses, or a function. */
  #parenthesis(): unknown {
    const end = this.tokens[this.at]!.partner;
    const start = this.at;
    this.at = end + 1;
    if (this.takes(':')) this.type();
    if (this.text(this.at) === '=>') return this.#arrow();
    this.at = start + 1;
    const value = this.value();
    this.at = end + 1;
    return this.#chain(value, '');
  }

  /** Reads the return value of a function, from its `=>`. */
  #arrow(): unknown {
    this.at++;
    return this.text(this.at) === '{' ? this.#body() : this.value();
  }

  /** Reads the return value of a function, from its name or its parameters. */
  protected function(): unknown {
    while (this.at < this.tokens.length && this.text(this.at) !== '(') this.at++;
    if (this.at < this.tokens.length) this.at = this.tokens[this.at]!.partner + 1;
    if (this.takes(':')) this.type();
    return this.text(this.at) === '{' ? this.#body() : null;
  }

  #body(): unknown {
    const end = this.tokens[this.at]!.partner;
    let returned: unknown = null;
    if (this.#depth < DEEPEST_VALUE) {
      this.#depth++;
      this.at++;
      returned = this.statements(end);
      this.#depth--;
    }
    this.at = end + 1;
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
  #expression(text: string): unknown {
    const { tokens, at } = this;
    this.tokens = scriptTokens(text);
    this.at = 0;
    const value = this.value();
    this.tokens = tokens;
    this.at = at;
    return value;
  }
}

/** An export by its name, of which `*` means all that have names. */
export function exportOf({ whole, named }: Exports, name: string): unknown {
  if (name === '*') return Object.fromEntries(named);
  return name === 'default' ? whole : (named.get(name) ?? null);
}

/** Whether a member, or what a method returns, counts as the value itself. */
function isItself(value: unknown, name: string, isMethod: boolean): boolean {
  if (Array.isArray(value)) return isMethod && LIST_METHOD.test(name);
  // Of an object that a call returns, methods mostly return it again: `lume().use()`.
  if (value instanceof ScriptCall) return isMethod && valueAt(value, name) === null;
  // A URL is its text, and so is its path when it is one of a file.
  return typeof value === 'string' && (isMethod ? /^(?:toString|trim)$/ : /^(?:href|pathname)$/).test(name);
}
