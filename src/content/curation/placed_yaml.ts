import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { nearestWord } from '../../text/nearest_word.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { refusalOfFrontMatter } from '../markdown/front_matter/parse_front_matter.ts';
import type { CurationFault, Place } from './curation.ts';

/** A text of a file with the place where it begins. */
export interface Written extends Place {
  readonly text: string;
}

/** A key of a map with its value; null for a value that is not there. */
export interface Member {
  readonly key: Written;
  readonly value: Node | null;
}

/** A YAML file whose faults are collected with their places. All values are texts, so that `404` and `yes` are words. */
export class PlacedYaml {
  readonly faults: CurationFault[] = [];
  /** Null for an empty file and one that is not YAML. */
  readonly contents: Node | null;
  readonly #lines = new LineCounter();

  constructor(text: string) {
    const refusal = refusalOfFrontMatter(text, Number.POSITIVE_INFINITY);
    if (refusal !== null) {
      this.faults.push({ line: 1, column: 1, message: `${refusal}.` });
      this.contents = null;
      return;
    }
    // Keys are compared by the readers: the parser compares each with all before it.
    const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
    const { contents, errors } = parseDocument(text, { ...options, lineCounter: this.#lines });
    for (const { message, pos } of errors) {
      this.faults.push({ ...this.#at(pos[0]), message: `it is not valid YAML: ${visible(message)}.` });
    }
    this.contents = errors.length > 0 ? null : contents;
  }

  placeOf(node: Node): Place {
    return this.#at(node.range?.[0] ?? 0);
  }

  /** @param message what is wrong and what is right, as sentences */
  fault(node: Node | Place, message: string): null {
    this.faults.push({ ...('line' in node ? { line: node.line, column: node.column } : this.placeOf(node)), message });
    return null;
  }

  /** @returns a text without spaces around it, or null after a fault */
  text(node: Node, expected: string): Written | null {
    if (!isScalar(node)) return this.fault(node, `expected ${expected}.`);
    return { ...this.placeOf(node), text: String(node.value ?? '').trim() };
  }

  /** @returns null after a fault */
  items(node: Node, expected: string): readonly Node[] | null {
    return isSeq<Node>(node) ? node.items : this.fault(node, `expected ${expected}.`);
  }

  /** The members of a map whose keys the file chooses. A key that is there twice is a fault. @returns null after a fault */
  map(node: Node, expected: string): readonly Member[] | null {
    if (!isMap<Node, Node | null>(node)) return this.fault(node, `expected ${expected}.`);
    const seen = new Map<string, number>();
    return node.items.flatMap(({ key, value }) => {
      const name = this.text(key, 'text');
      if (name === null) return [];
      const before = seen.get(name.text);
      if (before !== undefined) {
        this.fault(name, `${visibleJson(name.text)} appears twice, first on line ${before}. Keep one.`);
        return [];
      }
      seen.set(name.text, name.line);
      return [{ key: name, value }];
    });
  }

  /** The members of a map by their keys; those without a value are left out. @returns null after a fault */
  members(node: Node, known: readonly string[], expected: string): ReadonlyMap<string, Node> | null {
    const before = this.faults.length;
    const members = this.map(node, expected);
    for (const { key } of members ?? []) {
      if (known.includes(key.text)) continue;
      const near = nearestWord(key.text, known);
      const right = near === null ? `Valid keys: ${known.join(', ')}.` : `Did you mean "${near}"?`;
      this.fault(key, `there is no key ${visibleJson(key.text)}. ${right}`);
    }
    if (members === null || this.faults.length > before) return null;
    return new Map(members.flatMap(({ key, value }) => (isEmpty(value) ? [] : [[key.text, value!] as const])));
  }

  #at(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && (node.value === null || node.value === ''));
}
