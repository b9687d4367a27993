import type { QueryAnalyser } from '../../../corpus/analysis/analyse_query.ts';
import { withoutApostrophes } from '../../../corpus/analysis/stem.ts';
import { type TokenSink, tokenise } from '../../../corpus/analysis/tokenise.ts';
import type { Unit } from '../../../corpus/analysis/unit.ts';
import { fold } from '../../../text/fold.ts';
import { searchForm } from '../../../text/search_form.ts';
import { unitKey } from '../unit_key.ts';

/** One word of what is typed: a word, a compound (`text-align`), a quoted phrase, or a run of an unspaced script. */
export interface TypedWord {
  /** As typed, in search form; a phrase without its marks. */
  readonly text: string;
  /** Where it begins in the search form of the whole text, in UTF-16 units. */
  readonly start: number;
  readonly unit: Unit;
  /**
   * The word folded and without apostrophes, as the site's word list has it; null for anything but a single word of a spaced
   * script: that has no near words.
   */
  readonly word: string | null;
  /** The words of a compound; empty for anything else. */
  readonly parts: readonly TypedWord[];
}

export interface TypedText {
  readonly words: readonly TypedWord[];
  /** Whether the last word may be the beginning of a longer one, as nothing follows it. */
  readonly open: boolean;
}

/** The units of a question, in order: as the analyser reads it, but those of its frame are function words. */
export function questionUnits(analyser: QueryAnalyser, text: string): Unit[] {
  return readTyped(analyser, text).words.map(({ unit }) => unit);
}

/** Quotation marks, as in `createQueryAnalyser`. */
const QUOTES = /(["“”„«»])/;

/** Reads a text as someone types it. @param text in any normal form */
export function readTyped(analyser: QueryAnalyser, text: string): TypedText {
  const pieces = searchForm(text).split(QUOTES);
  const words: TypedWord[] = [];
  let open = false;
  let at = 0;
  // Pieces and marks alternate. Pieces between two marks are phrases, except the last one after an unpaired mark.
  for (let i = 0; i < pieces.length; i += 2) {
    const piece = pieces[i]!;
    const start = at;
    at += piece.length + (pieces[i + 1]?.length ?? 0);
    if (i % 4 === 2 && i < pieces.length - 1) {
      const [unit] = analyser.units(`"${piece}"`);
      if (unit !== undefined) words.push({ text: piece.trim(), start, unit, word: null, parts: [] });
      open = false;
      continue;
    }
    const reader = new PieceReader(analyser, piece, start);
    tokenise(piece, reader);
    words.push(...reader.words());
    open = reader.end === piece.length && words.at(-1)?.unit.parts[0]?.shape === 'word';
  }
  return { words: withoutFrame(analyser, words), open };
}

/** The words of a question's frame become function words, but not one that also stands elsewhere, and none when nothing else is asked. */
function withoutFrame(analyser: QueryAnalyser, words: readonly TypedWord[]): readonly TypedWord[] {
  const { allStemmers } = analyser;
  const isFramed = analyser.frame(words.map(frameWord));
  if (isFramed === null) return words;
  const asked = words.filter(({ unit }, i) => !isFramed[i] && unit.functionWordOn !== allStemmers);
  if (asked.length === 0) return words;
  const kept = new Set(asked.map(({ unit }) => unitKey(unit)));
  return words.map((word, i) =>
    isFramed[i] && !kept.has(unitKey(word.unit))
      ? { ...word, unit: { ...word.unit, functionWordOn: allStemmers } }
      : word,
  );
}

/** A word as `QueryAnalyser.frame` reads it. A phrase is none. */
function frameWord({ word, parts, unit }: TypedWord): string {
  return word ?? (unit.quoted ? '"' : parts.map((part) => part.word).join('-'));
}

/** Collects the words, compounds and unspaced runs of a text without quotation marks. */
class PieceReader implements TokenSink {
  /** End of the last token. */
  end = -1;
  readonly #analyser: QueryAnalyser;
  readonly #text: string;
  readonly #from: number;
  readonly #words: TypedWord[] = [];
  /** The compound that is being read: its end and its words so far. */
  #compound: { readonly start: number; readonly end: number; readonly parts: TypedWord[] } | null = null;
  #runStart = -1;

  /** @param from where the piece begins in the whole text */
  constructor(analyser: QueryAnalyser, text: string, from: number) {
    this.#analyser = analyser;
    this.#text = text;
    this.#from = from;
  }

  compound(start: number, end: number): void {
    this.#closeRun();
    this.#closeCompound();
    this.#compound = { start, end, parts: [] };
    this.end = end;
  }

  word(start: number, end: number): void {
    this.#closeRun();
    const inside = this.#compound !== null && start < this.#compound.end;
    if (!inside) this.#closeCompound();
    const text = this.#text.slice(start, end);
    const word = withoutApostrophes(fold(text));
    const unit = this.#analyser.word(text);
    if (unit.parts.length > 0) {
      const parts = inside ? this.#compound!.parts : this.#words;
      parts.push({ text, start: this.#from + start, unit, word, parts: [] });
    }
    this.end = Math.max(this.end, end);
  }

  character(start: number, end: number, joined: boolean): void {
    this.#closeCompound();
    if (!joined) this.#closeRun();
    if (this.#runStart < 0) this.#runStart = start;
    this.end = end;
  }

  border(): void {}

  words(): readonly TypedWord[] {
    this.#closeRun();
    this.#closeCompound();
    return this.#words;
  }

  #closeRun(): void {
    if (this.#runStart < 0) return;
    this.#add(this.#runStart, this.end, []);
    this.#runStart = -1;
  }

  #closeCompound(): void {
    if (this.#compound === null) return;
    const { start, end, parts } = this.#compound;
    this.#compound = null;
    this.#add(start, end, parts);
  }

  #add(start: number, end: number, parts: readonly TypedWord[]): void {
    const text = this.#text.slice(start, end);
    const [unit] = this.#analyser.units(text);
    if (unit !== undefined) this.#words.push({ text, start: this.#from + start, unit, word: null, parts });
  }
}
