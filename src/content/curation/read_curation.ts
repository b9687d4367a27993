import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { countCharacters } from '../../text/count_characters.ts';
import { countOf } from '../../text/count_of.ts';
import { normalForm } from '../../text/normal_form.ts';
import { visibleJson } from '../../text/visible.ts';
import type { Curation, CurationFault, ExcludeRule, PinRule, Place, SynonymRule, WeightRule } from './curation.ts';
import { curationLimits as limits } from './curation_limits.ts';
import { PlacedYaml, type Written } from './placed_yaml.ts';

const SECTIONS = ['synonyms', 'pins', 'weights', 'exclude'];
const ARROW = /\s*->\s*/;
const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

const SYNONYMS = 'a list of words that mean the same thing, such as [k8s, kubernetes], or "js -> javascript"';
const PIN = 'a pin with "query" or "words", with "page" and, if it is not 1, "place"';

/** What a curation file says. With faults it is not used. */
export interface ReadCuration {
  readonly curation: Curation;
  /** In the order of the file. */
  readonly faults: readonly CurationFault[];
}

/** Reads a curation file. Whatever the text is, the answer has its faults: nothing is thrown. */
export function readCuration(text: string): ReadCuration {
  const yaml = new PlacedYaml(text);
  const read = new Rules(yaml);
  const sections = yaml.contents === null ? null : yaml.members(yaml.contents, SECTIONS, expectedSections());
  if (sections !== null && read.isSmallEnough(sections)) read.readAll(sections);
  const { synonyms, pins, weights, excluded } = read;
  const faults = yaml.faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { curation: { synonyms, pins, weights, excluded }, faults };
}

function expectedSections(): string {
  return `a map with the keys ${SECTIONS.join(', ')}`;
}

class Rules implements Curation {
  readonly synonyms: SynonymRule[] = [];
  readonly pins: PinRule[] = [];
  readonly weights: WeightRule[] = [];
  readonly excluded: ExcludeRule[] = [];
  readonly #yaml: PlacedYaml;

  constructor(yaml: PlacedYaml) {
    this.#yaml = yaml;
  }

  isSmallEnough(sections: ReadonlyMap<string, Node>): boolean {
    const counts = [...sections.values()].map((node) => (isSeq(node) || isMap(node) ? node.items.length : 0));
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (count <= limits.rules) return true;
    const place = { line: 1, column: 1 };
    this.#yaml.fault(place, `there are ${count} rules. At most ${limits.rules} are allowed: remove some.`);
    return false;
  }

  readAll(sections: ReadonlyMap<string, Node>): void {
    const yaml = this.#yaml;
    const of = (name: string) => sections.get(name);
    const [synonyms, pins, weights, excluded] = [of('synonyms'), of('pins'), of('weights'), of('exclude')];
    if (synonyms !== undefined)
      for (const item of yaml.items(synonyms, `a list in which each item is ${SYNONYMS}`) ?? [])
        this.#readSynonyms(item);
    const texts = this.synonyms.reduce(
      (sum, { from, to, isTwoWay }) => sum + from.length + (isTwoWay ? 0 : to.length),
      0,
    );
    if (texts > limits.texts) {
      const message = `the synonyms contain ${texts} texts. At most ${limits.texts} are allowed: remove some.`;
      yaml.fault(yaml.placeOf(synonyms!), message);
    }
    if (pins !== undefined)
      for (const item of yaml.items(pins, `a list in which each item is ${PIN}`) ?? []) this.#readPin(item);
    if (weights !== undefined) {
      const expected = 'a map from paths to factors, such as "blog/: 0.5"';
      for (const { key, value } of yaml.map(weights, expected) ?? []) this.#readWeight(key, value);
    }
    if (excluded === undefined) return;
    for (const item of yaml.items(excluded, 'a list of paths') ?? []) {
      const written = yaml.text(item, 'a path');
      const path = written && this.#readPath(written, 'leave out');
      if (path !== null) this.excluded.push({ ...placeOf(written!), path });
    }
  }

  #readSynonyms(item: Node): void {
    const yaml = this.#yaml;
    const members = isMap(item) ? yaml.members(item, ['words', 'language'], SYNONYMS) : new Map([['words', item]]);
    if (members === null) return;
    const words = members.get('words');
    if (words === undefined) {
      yaml.fault(item, `"words" is missing. Write ${SYNONYMS}.`);
      return;
    }
    const language = this.#readLanguage(members.get('language'));
    const place = yaml.placeOf(item);
    if (isSeq<Node>(words)) {
      const texts = words.items.flatMap((each) => this.#readText(yaml.text(each, 'text')) ?? []);
      if (texts.length < words.items.length || language === undefined) return;
      const distinct = this.#distinct(texts, place);
      if (distinct === null) return;
      if (distinct.length < 2) yaml.fault(place, 'a rule needs at least two synonyms. Add one, or remove the rule.');
      else this.synonyms.push({ ...place, from: distinct, to: distinct, isTwoWay: true, language });
      return;
    }
    const written = yaml.text(words, SYNONYMS);
    if (written === null) return;
    const sides = written.text.split(ARROW);
    if (sides.length !== 2) {
      yaml.fault(written, `expected ${SYNONYMS}.`);
      return;
    }
    const [from, to] = sides.map((side) =>
      side.split(',').flatMap((text) => this.#readText({ ...written, text }) ?? []),
    );
    const complete = sides.every((side, at) => side.split(',').length === [from, to][at]!.length);
    if (!complete || language === undefined) return;
    const [sources, targets] = [this.#distinct(from!, written), this.#distinct(to!, written)];
    if (sources !== null && targets !== null)
      this.synonyms.push({ ...place, from: sources, to: targets, isTwoWay: false, language });
  }

  /** @returns undefined after a fault */
  #readLanguage(node: Node | undefined): string | null | undefined {
    if (node === undefined) return null;
    const written = this.#yaml.text(node, 'a language tag');
    if (written === null) return undefined;
    if (LANGUAGE.test(written.text)) return written.text.toLowerCase();
    this.#yaml.fault(written, `${visibleJson(written.text)} is not a language tag. Use one such as en or pt-BR.`);
    return undefined;
  }

  /** A text that is searched for. @returns null after a fault */
  #readText(written: Written | null): string | null {
    if (written === null) return null;
    const yaml = this.#yaml;
    const text = normalForm(written.text).trim().replace(/\s+/g, ' ');
    if (text === '') return yaml.fault(written, 'the text is empty. Write words that people search for.');
    if (countCharacters(text) > limits.text)
      return yaml.fault(written, `the text has more than ${limits.text} characters. Shorten it.`);
    if (!/[\p{L}\p{N}]/u.test(text))
      return yaml.fault(written, `${visibleJson(text)} contains no letters or digits, so no search finds it.`);
    if (text.split(' ').length > limits.words)
      return yaml.fault(written, `the text has more than ${limits.words} words. Shorten it.`);
    return text;
  }

  /** @returns null when there are too many */
  #distinct(texts: readonly string[], place: Place): readonly string[] | null {
    const distinct = [...new Set(texts)];
    if (distinct.length <= limits.synonyms) return distinct;
    const most = `At most ${limits.synonyms} are allowed`;
    return this.#yaml.fault(place, `there are ${countOf(distinct.length, 'synonym')} in one rule. ${most}.`);
  }

  #readPin(item: Node): void {
    const yaml = this.#yaml;
    const members = yaml.members(item, ['query', 'words', 'page', 'place'], PIN);
    if (members === null) return;
    const by = members.has('query') ? 'query' : 'words';
    const asked = members.get(by);
    const target = members.get('page');
    if (asked === undefined || (by === 'query' && members.has('words'))) {
      yaml.fault(item, 'a pin needs either "query" (the whole query) or "words" (some of its words).');
      return;
    }
    if (target === undefined) {
      yaml.fault(item, '"page" is missing. Write the path of the page to show.');
      return;
    }
    const written = yaml.text(target, 'the path of a page');
    const path = written && this.#readPath(written, 'pin');
    const text = this.#readText(yaml.text(asked, 'text'));
    const place = this.#readPlace(members.get('place'));
    if (path === null || text === null || place === null) return;
    if (path.endsWith('/')) {
      yaml.fault(
        written!,
        `${visibleJson(path)} is a folder. Specify a page, such as ${visibleJson(path.slice(0, -1))}.`,
      );
      return;
    }
    this.pins.push({ ...yaml.placeOf(item), by, text, page: path, place });
  }

  #readPlace(node: Node | undefined): number | null {
    if (node === undefined) return 1;
    const written = this.#yaml.text(node, 'a place');
    if (written === null) return null;
    const place = /^\d{1,2}$/.test(written.text) ? Number(written.text) : 0;
    if (place >= 1 && place <= limits.place) return place;
    const expected = `Use a whole number from 1 to ${limits.place}.`;
    return this.#yaml.fault(written, `the place is ${visibleJson(written.text)}. ${expected}`);
  }

  #readWeight(key: Written, value: Node | null): void {
    const yaml = this.#yaml;
    const path = this.#readPath(key, 'weight');
    const written =
      value === null || (isScalar(value) && value.value === '') ? { ...key, text: '' } : yaml.text(value, 'a factor');
    if (path === null || written === null) return;
    const factor = DECIMAL.test(written.text) ? Number(written.text) : 0;
    if (factor >= limits.leastFactor && factor <= limits.mostFactor) {
      this.weights.push({ ...placeOf(key), path, factor });
      return;
    }
    const expected = `Use a number from ${limits.leastFactor} to ${limits.mostFactor}.`;
    yaml.fault(written, `the factor is ${visibleJson(written.text)}. ${expected}`);
  }

  /** A path without leading slashes. @returns null after a fault */
  #readPath(written: Written, does: 'pin' | 'weight' | 'leave out'): string | null {
    const yaml = this.#yaml;
    const text = normalForm(written.text)
      .replace(/^\/+/, '')
      .replace(/\/{2,}$/, '/');
    const shown = visibleJson(written.text);
    if (text === '' && does === 'pin') return 'index';
    if (text === '' && written.text !== '')
      return yaml.fault(written, `${shown} means every page. Specify the folder or page to ${does}, such as "blog/".`);
    if (text === '')
      return yaml.fault(written, 'the path is empty. Write the path of a page, or of a folder ending in "/".');
    if (countCharacters(text) > limits.text)
      return yaml.fault(written, `the path has more than ${limits.text} characters.`);
    if (/[*?#]|:\/\//.test(text)) {
      const expected = 'Write a path as in /api/pages: "blog/" with all pages below it, or "blog/news".';
      return yaml.fault(written, `${shown} is not a path. ${expected}`);
    }
    return text;
  }
}

function placeOf({ line, column }: Place): Place {
  return { line, column };
}
