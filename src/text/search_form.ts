import { ASCII, normalForm } from './normal_form.ts';

/** Invisible characters that do not separate words: soft hyphen, joiners, variation selectors. */
const IGNORED = /\u034f|[\u00ad\u2060\ufeff\p{Variation_Selector}]|\u200c|\u200d/gu;
/**
 * Characters that normalisation may compose with the one before them: combining marks, vowels and finals of Hangul (full and half
 * width) and the vowel signs of Kirat Rai, and ignored characters between them.
 */
const CONTINUES =
  /\p{M}|[\u00ad\u1160-\u11ff\u2060\u3133\u3135\u3136\u313a-\u313f\u314f-\u3163\ufeff\uff9e\uff9f\uffa3\uffa5\uffa6\uffaa-\uffaf\uffc2-\uffdc\u{16d63}\u{16d67}\u{16d68}]|\u200c|\u200d/u;

/**
 * The form of a text for tokenising: NFKC, without ignored characters. Used for pages and queries, so that half-width katakana,
 * full-width Latin letters and decomposed Hangul are classified like their usual forms.
 */
export function searchForm(text: string): string {
  if (ASCII.test(text)) return text;
  return normalForm(text.replace(IGNORED, ''), 'NFKC');
}

/** The search form of a text, and a mapping of its offsets to the text. All offsets are UTF-16. */
export interface AlignedSearchForm {
  readonly form: string;
  /** @returns the start in the text of the character that gives offset `at` of the form */
  start(at: number): number;
  /** @returns the end in the text of the characters that give the form up to `at`, exclusive */
  end(at: number): number;
}

/** Mapping offsets is fastest in ascending order. */
export function alignSearchForm(text: string): AlignedSearchForm {
  const form = searchForm(text);
  if (form === text) return { form, start: identity, end: identity };
  const edits = findEdits(text);
  let last = 0;
  /** The last edit that begins before `at`, or -1. */
  const editBefore = (at: number): number => {
    while (last >= 0 && edits[last]!.from >= at) last--;
    while (last + 1 < edits.length && edits[last + 1]!.from < at) last++;
    return last;
  };
  return {
    form,
    start(at) {
      const edit = edits[editBefore(at + 1)];
      if (edit === undefined) return at;
      return at < edit.to ? edit.textFrom : edit.textTo + (at - edit.to);
    },
    end(at) {
      const edit = edits[editBefore(at)];
      if (edit === undefined) return at;
      return at <= edit.to ? edit.textTo : edit.textTo + (at - edit.to);
    },
  };
}

function identity(at: number): number {
  return at;
}

/** A range of the text that differs from its search form: `[textFrom, textTo)` of the text is `[from, to)` of the form. */
interface Edit {
  readonly textFrom: number;
  readonly textTo: number;
  readonly from: number;
  readonly to: number;
}

function findEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  /** Length of the form minus the length of the text, up to `at`. */
  let grown = 0;
  for (let at = 0; at < text.length; ) {
    const first = kindAt(text, at);
    let end = at + unitsAt(text, at);
    const single = end;
    while (end < text.length && kindAt(text, end) === CONTINUING) end += unitsAt(text, end);
    if (first !== PLAIN || end > single) {
      const written = text.slice(at, end);
      const form = searchForm(written);
      if (form !== written) {
        edits.push({ textFrom: at, textTo: end, from: at + grown, to: at + grown + form.length });
        grown += form.length - written.length;
      }
    }
    at = end;
  }
  return edits;
}

const UNKNOWN = 0;
/** Unchanged in search form, whatever precedes it. */
const PLAIN = 1;
const OTHER = 2;
const CONTINUING = 3;

/** Cached kinds of the characters up to U+FFFF. */
const kinds = new Uint8Array(0x10000);

function kindAt(text: string, at: number): number {
  const code = text.codePointAt(at)!;
  if (code > 0xffff) return kindOf(String.fromCodePoint(code));
  if (kinds[code] === UNKNOWN) kinds[code] = kindOf(String.fromCharCode(code));
  return kinds[code]!;
}

function kindOf(character: string): number {
  if (CONTINUES.test(character)) return CONTINUING;
  return searchForm(character) === character ? PLAIN : OTHER;
}

function unitsAt(text: string, at: number): 1 | 2 {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
