import { z } from 'zod';
import type { PageRange } from '../../text/page_range.ts';
import { damaged, type NamedSection } from '../artefact/artefact_format.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { CURATION_SECTION } from './curation_section.ts';

/** What the owner's rules say of a build: their texts, and the pages that they name by number. */
export interface CurationTable {
  readonly synonyms: readonly StoredSynonyms[];
  readonly pins: readonly StoredPin[];
  /** Of several weights of a page the last one applies. */
  readonly weights: readonly StoredWeight[];
  /** The pages excluded from search, as ascending ranges `[from, to)`. */
  readonly excluded: readonly PageRange[];
}

/** The rule of the curation file. */
interface StoredRule {
  readonly line: number;
  /** The rule in one line. */
  readonly rule: string;
}

/** Pages for one of `from` also are those for each of `to`. */
export interface StoredSynonyms extends StoredRule {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Language range of the pages that are found, in lower case; null: any. */
  readonly language: string | null;
}

export interface StoredPin extends StoredRule {
  readonly by: 'query' | 'words';
  readonly text: string;
  readonly page: number;
  /** From 1 to 10. */
  readonly place: number;
}

export interface StoredWeight extends StoredRule {
  readonly factor: number;
  readonly ranges: readonly PageRange[];
}

/** An artefact may come from somebody else, so what its rules can cost is bounded here too. */
const MOST_RULES = 10_000;
/** Of each rule both sides; those of a list are on both. */
const MOST_TEXTS = 100_000;
const text = z.string().max(1000);
const texts = z.array(text).max(32);
const rule = { line: z.int().min(1), rule: z.string().max(20_000) };
const ranges = z.array(z.tuple([z.int().min(0), z.int().min(0)]));
/** A folder is its own page, and those below it. */
const mostOf = (rules: number) => ranges.max(2 * rules);
const table = z.object({
  synonyms: z.array(z.object({ ...rule, from: texts, to: texts, language: text.nullable() })).max(MOST_RULES),
  pins: z
    .array(
      z.object({
        ...{ ...rule, by: z.enum(['query', 'words']), text },
        ...{ page: z.int().min(0), place: z.int().min(1).max(10) },
      }),
    )
    .max(MOST_RULES),
  weights: z.array(z.object({ ...rule, factor: z.number().min(0.1).max(10), ranges: mostOf(1) })).max(MOST_RULES),
  excluded: mostOf(MOST_RULES),
});

export function packCuration(curation: CurationTable): NamedSection {
  return [CURATION_SECTION, Buffer.from(JSON.stringify(curation))];
}

/** @returns null for a site that is not curated. @throws ArtefactError when the section is damaged or says what no bake writes */
export function readCuration(sections: SectionReader, pages: number): CurationTable | null {
  if (!sections.has(CURATION_SECTION)) return null;
  const read = table.safeParse(sections.json(CURATION_SECTION));
  if (read.success && isOfPages(read.data, pages)) return read.data;
  throw damaged(`its section "${CURATION_SECTION}" contains an invalid rule`);
}

function isOfPages({ synonyms, pins, weights, excluded }: CurationTable, pages: number): boolean {
  const areRanges = (some: readonly PageRange[]) => some.every(([from, to]) => from < to && to <= pages);
  return (
    synonyms.reduce((sum, { from, to }) => sum + from.length + to.length, 0) <= MOST_TEXTS &&
    excluded.every(([from], i) => i === 0 || excluded[i - 1]![1] <= from) &&
    pins.every(({ page }) => page < pages) &&
    [excluded, ...weights.map((each) => each.ranges)].every(areRanges)
  );
}
