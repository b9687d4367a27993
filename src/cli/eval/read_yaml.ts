import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { refusalOfFrontMatter } from '../../content/markdown/front_matter/parse_front_matter.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { normalForm } from '../../text/normal_form.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import type { Judgement, Place, Written } from './judgement.ts';
import type { Mistakes } from './mistakes.ts';

/** Reads YAML: a list of `query` and `pages`, each page a path, or `path` and `grade`. */
export function readYaml(text: string, mistakes: Mistakes): Judgement[] {
  const refusal = refusalOfFrontMatter(text, Number.POSITIVE_INFINITY);
  if (refusal !== null) mistakes.add({ line: 1, column: 1 }, () => `${refusal}.`);
  return refusal === null ? new YamlReader(text, mistakes).judgements() : [];
}

class YamlReader {
  readonly #lines = new LineCounter();
  readonly #text: string;
  readonly #mistakes: Mistakes;

  constructor(text: string, mistakes: Mistakes) {
    this.#text = text;
    this.#mistakes = mistakes;
  }

  judgements(): Judgement[] {
    // By the failsafe schema every value is a text, so a query may be 404 or yes.
    // Names are compared below: the parser compares each with all before it.
    const names = { schema: 'failsafe', uniqueKeys: false } as const;
    const options = { ...names, lineCounter: this.#lines, prettyErrors: false, logLevel: 'silent' } as const;
    const { contents, errors } = parseDocument(this.#text, options);
    for (const { message, pos } of errors) {
      this.#mistakes.add(this.#placeAt(pos[0]), () => `it is not valid YAML: ${visible(message)}.`);
    }
    if (errors.length > 0 || contents === null) return [];
    if (!isSeq<Node>(contents)) {
      this.#mistakes.add(this.#placeOf(contents), () => 'a list is expected, each item with "query" and "pages".');
      return [];
    }
    const seen = new Map<string, number>();
    return contents.items.flatMap((item) => this.#entry(item, seen));
  }

  /** @param seen the queries before this one, with their lines */
  #entry(item: Node, seen: Map<string, number>): Judgement[] {
    const members = this.#members(item, ['query', 'pages'], ['query', 'pages']);
    const query = members && this.#scalar(members.get('query')!, 'query');
    if (query == null) return [];
    const before = seen.get(normalForm(query.text));
    if (before !== undefined) {
      const advice = 'Put its pages into one list.';
      this.#mistakes.add(query, () => `the query is there twice, first in line ${before}. ${advice}`);
      return [];
    }
    seen.set(normalForm(query.text), query.line);
    const pages = members!.get('pages')!;
    if (isSeq<Node>(pages) && pages.items.length > 0) return pages.items.flatMap((page) => this.#page(query, page));
    this.#mistakes.add(
      this.#placeOf(pages),
      () => '"pages" has no list. Paths of the right pages are expected, at least one.',
    );
    return [];
  }

  #page(query: Written, item: Node): Judgement[] {
    if (!isMap(item)) {
      const page = this.#scalar(item, 'page');
      return page === null ? [] : [{ query, page, grade: null }];
    }
    const members = this.#members(item, ['path', 'grade'], ['path']);
    const page = members && this.#scalar(members.get('path')!, 'path');
    if (page == null) return [];
    const written = members!.get('grade');
    const grade = written === undefined ? null : this.#scalar(written, 'grade');
    return [{ query, page, grade }];
  }

  /** The members of a map, or null after a mistake. */
  #members(item: Node, known: readonly string[], needed: readonly string[]): Map<string, Node> | null {
    if (!isMap<Node, Node | null>(item)) {
      this.#mistakes.add(this.#placeOf(item), () => `${quoted(needed)} are expected here.`);
      return null;
    }
    const faults = this.#mistakes.count;
    const members = new Map<string, Node>();
    for (const { key, value } of item.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (!known.includes(name)) this.#mistakes.add(this.#placeOf(key), () => unknownKey(name, known));
      else if (members.has(name)) this.#mistakes.add(this.#placeOf(key), () => `"${name}" is there twice. Keep one.`);
      else if (value !== null) members.set(name, value);
    }
    for (const name of needed) {
      if (!members.has(name)) this.#mistakes.add(this.#placeOf(item), () => `"${name}" is missing here.`);
    }
    return this.#mistakes.count > faults ? null : members;
  }

  #scalar(node: Node, name: string): Written | null {
    if (isScalar(node)) return { ...this.#placeOf(node), text: String(node.value).trim() };
    this.#mistakes.add(this.#placeOf(node), () => `"${name}" is not a text.`);
    return null;
  }

  #placeOf(node: Node): Place {
    return this.#placeAt(node.range?.[0] ?? 0);
  }

  #placeAt(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function unknownKey(name: string, known: readonly string[]): string {
  const near = nearestWord(name, known);
  return `there is no key ${visibleJson(name)}. ${near === null ? `Keys are ${quoted(known)}.` : `Did you mean "${near}"?`}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ');
}
