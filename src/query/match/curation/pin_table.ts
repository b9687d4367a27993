import type { QueryAnalyser } from '../../../corpus/analysis/analyse_query.ts';
import type { StoredPin } from '../../../corpus/curation/curation_table.ts';
import { joinKeys, wordKeys } from './part_keys.ts';

/** A pin that a text raises. */
export interface RaisedPin {
  readonly pin: StoredPin;
  readonly page: number;
  /** Index among the results. */
  readonly at: number;
}

/** As many as there are places. */
const MOST = 10;

/** Pins by what they are for. */
export class PinTable {
  /** By all words of a query. */
  readonly #byQuery = new Map<string, StoredPin[]>();
  /** By the first of the words that a query must hold. */
  readonly #byWord = new Map<string, { readonly pin: StoredPin; readonly keys: readonly string[] }[]>();

  constructor(pins: readonly StoredPin[], analyser: QueryAnalyser) {
    for (const pin of pins) {
      const keys = wordKeys(analyser, pin.text);
      if (keys.length === 0) continue;
      if (pin.by === 'query') addTo(this.#byQuery, joinKeys(keys), pin);
      else addTo(this.#byWord, keys[0]!, { pin, keys });
    }
  }

  /**
   * The pins of a text, at most `MOST`. The first of a place in the file has it; later ones are behind it.
   * @param admits whether a page may be shown
   */
  of(analyser: QueryAnalyser, text: string, admits: (page: number) => boolean): readonly RaisedPin[] {
    const keys = wordKeys(analyser, text);
    const held = new Set(keys);
    const found = [...held].flatMap((key) => this.#byWord.get(key) ?? []);
    const byWords = found.filter((each) => each.keys.every((key) => held.has(key))).map(({ pin }) => pin);
    const pins = [...(this.#byQuery.get(joinKeys(keys)) ?? []), ...byWords];
    const raised: RaisedPin[] = [];
    const pages = new Set<number>();
    for (const pin of pins.sort((a, b) => a.place - b.place || a.line - b.line)) {
      if (raised.length === MOST) break;
      if (pages.has(pin.page) || !admits(pin.page)) continue;
      pages.add(pin.page);
      raised.push({ pin, page: pin.page, at: Math.max(pin.place - 1, (raised.at(-1)?.at ?? -1) + 1) });
    }
    return raised;
  }
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
