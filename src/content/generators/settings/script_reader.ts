import { valueAt } from './settings.ts';
import { type Exports, exportOf, ValueReader } from './value_reader.ts';

/** In tokens. */
const LONGEST_IMPORT = 400;

/** Reads the statements of a script: what it exports, imports and declares. */
export class ScriptReader extends ValueReader {
  #whole: unknown = null;

  read(): Exports {
    this.statements(this.tokens.length);
    return { whole: this.#whole, named: this.constants };
  }

  protected override statements(end: number): unknown {
    let returned: unknown = null;
    while (this.at < end) {
      const { kind, text } = this.tokens[this.at]!;
      if (kind !== 'name') {
        this.skip();
        continue;
      }
      this.at++;
      if (text === 'import') this.#importStatement();
      else if (text === 'export' && this.takes('default')) this.#whole = this.value();
      else if (text === 'export' && this.text(this.at) === '{') this.#exportList();
      else if (/^(?:const|let|var)$/.test(text)) this.#declaration();
      else if (text === 'function') this.#functionStatement();
      else if (text === 'return') returned = this.value();
      else if (text === 'module' && this.takes('.') && this.takes('exports')) this.#exports();
      else if (text === 'exports') this.#exports();
    }
    return returned;
  }

  /** `module.exports = value` or `exports.name = value`, from behind `exports`. */
  #exports(): void {
    const name = this.takes('.') ? this.tokens[this.at++] : undefined;
    if (!this.takes('=')) return;
    const value = this.value();
    if (name === undefined || name.text === 'default') this.#whole = value;
    else this.constants.set(name.text, value);
  }

  /** `export { default } from './file'` or `export { name as default }`. */
  #exportList(): void {
    const end = this.tokens[this.at]!.partner;
    const target = this.text(end + 1) === 'from' ? this.tokens[end + 2] : undefined;
    const found = target?.kind === 'string' ? this.importFile(target.text) : null;
    for (const { name, original } of this.#names(end)) {
      const value = exportOf(found ?? { whole: null, named: this.constants }, original);
      if (name === 'default') this.#whole = value;
      else if (found !== null) this.constants.set(name, value);
    }
    this.at = end + 1;
  }

  /** `import one, { two as three } from './file'`. */
  #importStatement(): void {
    if (this.takes('type')) return;
    const start = this.at;
    let from = start;
    while (from < start + LONGEST_IMPORT && from < this.tokens.length && !/^(?:from|;)$/.test(this.text(from))) from++;
    const target = this.tokens[from + 1];
    if (this.text(from) !== 'from' || target?.kind !== 'string') return;
    const found = this.importFile(target.text);
    for (const { name, original, at } of this.#names(from))
      this.constants.set(name, exportOf(found, at === start ? 'default' : original));
    this.at = from + 2;
  }

  /** The names of an import or an export up to a token, each with its `original as name`. */
  #names(end: number): { readonly name: string; readonly original: string; readonly at: number }[] {
    return this.tokens.slice(this.at, end).flatMap(({ kind, text: name }, index) => {
      const at = this.at + index;
      if (kind !== 'name' || name === 'as' || this.text(at + 1) === 'as') return [];
      return { name, original: this.text(at - 1) === 'as' ? this.text(at - 2) : name, at };
    });
  }

  /** `const name: Type = value` or `const { name, key: other } = value`. */
  #declaration(): void {
    const start = this.at;
    const name = this.tokens[start];
    if (name?.kind !== 'name' && this.text(start) !== '{') return;
    this.skip();
    if (this.text(this.at) === ':')
      while (this.at < this.tokens.length && !/^[=;]$/.test(this.text(this.at))) this.skip();
    if (!this.takes('=')) return;
    const value = this.value();
    if (name!.kind === 'name') {
      // What a module of the program itself says is known better than from its text.
      if (value !== null || !this.constants.has(name!.text)) this.constants.set(name!.text, value);
      return;
    }
    for (let at = start + 1; at < name!.partner; at++) {
      const key = this.tokens[at]!;
      if (key.kind !== 'name' || this.text(at - 1) === '=') continue;
      const own = this.text(at + 1) === ':' ? this.text(at + 2) : key.text;
      this.constants.set(own, valueAt(value, key.text));
      if (own !== key.text) at += 2;
    }
  }

  #functionStatement(): void {
    const name = this.tokens[this.at];
    const value = this.function();
    if (name?.kind === 'name') this.constants.set(name.text, value);
  }
}
