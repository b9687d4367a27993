import type { HeadingTable } from '../../corpus/corpus.ts';
import { SCORE_PLACES, scoreParts } from '../../corpus/index/ranking.ts';
import type { Engine } from '../match/engine.ts';
import type { Row } from '../rank/top.ts';
import { cutExcerpt } from './excerpt.ts';
import { bestSections, type FoundSection, sectionsOf } from './found_sections.ts';
import { highlightText } from './highlight_text.ts';
import { HitList } from './hit_list.ts';
import type { JsonWriter } from './json_writer.ts';
import type { PageHits } from './page_hits.ts';

/** The sections of a row in order, of which the first is also that of the row's best place. */
export interface RowSections {
  readonly best: readonly FoundSection[];
  /** How many sections have hits. */
  readonly total: number;
  /** The hits on the page, valid until the next row. */
  readonly hits: HitList;
}

/** The hits of one row. Reused: they are not held across a pause. */
const HITS = new HitList();

/**
 * Writes the member `match` of a row, from its score to its section.
 * @param most sections that are written after it
 */
export function writeMatch(
  engine: Engine,
  writer: JsonWriter,
  shown: PageHits,
  { page, sum }: Row,
  most: number,
): RowSections {
  const { corpus } = engine;
  writer.text(',"match":{"score":').decimal(scoreParts(sum), SCORE_PLACES).text(',"excerpt":');
  const areAll = shown.read(page, HITS);
  if (HITS.count === 0) {
    const { excerpt, ranges } = highlightText(engine, page, shown.excerptTerms);
    writer.text(JSON.stringify(excerpt)).text(',"ranges":').ranges(ranges).text(',"section":null');
    return { best: [], total: 0, hits: HITS };
  }
  const found = sectionsOf(corpus, page, HITS, shown.words);
  const best = bestSections(corpus, page, HITS, found, shown.words, most + 1, {
    countIn: (heading) => shown.rangesIn(page, JSON.parse(heading) as string).length / 2,
    length: shown.askedLength,
    isNamed: (heading) => shown.isAsked(JSON.parse(heading) as string),
  });
  const place = HITS.bestPlace(shown.weights, best[0]!.from, best[0]!.to);
  if (!areAll) shown.readAround(page, place, HITS);
  const ranges = cutExcerpt(corpus.text.bodies, page, HITS, place, shown.units, writer);
  writer.text(',"ranges":').ranges(ranges).text(',"section":');
  writeSection(writer, corpus.headings, page, place);
  return { best, total: found.filter(({ heading }) => heading >= 0).length, hits: HITS };
}

/** Writes the heading and anchor of the section that holds a position of the page's body, or null. */
function writeSection(writer: JsonWriter, headings: HeadingTable, page: number, position: number): void {
  const heading = headings.at(page, position);
  if (heading < 0) writer.text('null');
  else writer.text('{"heading":').bytes(headings.text(heading));
}
