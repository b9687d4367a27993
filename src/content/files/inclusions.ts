import { dirname, join, relative, sep } from 'node:path';
import { hideCode } from '../../text/markdown/hide_code.ts';
import { findCode } from '../../text/markdown/markdown_code.ts';
import { codeOf, LARGEST_INCLUDED, partOf } from './included_part.ts';

/** A file that a page includes, or why it is not read in. */
export type OpenedFile =
  | { readonly text: string; readonly refusal: null }
  | { readonly text: null; readonly refusal: string; readonly missing: boolean };

/** A page whose text includes other files. */
export interface IncludingPage {
  /** Its folder. */
  readonly folder: string;
  /** The content root. */
  readonly root: string;
  /** Folders in which included files are looked for first. */
  readonly first: readonly string[];
  open(path: string): OpenedFile;
  /** Says why a line of the page does not include what it names. */
  warn(line: number, message: string): void;
}

/** The text of a page with what it includes, and the line of the page for each line of it; null: no other than it was. */
export interface IncludedText {
  readonly text: string;
  readonly lines: readonly number[] | null;
}

/** How a page includes another file. */
export interface Inclusion {
  /** A page with an inclusion contains one of these. */
  readonly marks: readonly string[];
  /** Null when the page includes nothing. */
  read(text: string, page: IncludingPage): IncludedText | null;
}

/** A file that a page wants in its text. */
export interface WantedFile {
  readonly path: string;
  /** Makes the text that stands in the page; null or '' when the file has no such part. Absent: all of it, as Markdown. */
  readonly cut?: (text: string) => string | null;
  /** Links of the file that begin so are relative to it; absent: as the form says. */
  readonly ownLinks?: string;
}

/** What stands at a line: files instead of that line and some behind it. */
export interface InclusionAtLine {
  readonly files: readonly WantedFile[];
  readonly lines: number;
}

/** A syntax of inclusions. */
export interface InclusionForm {
  readonly marks: readonly string[];
  /** What paths are relative to, in the order in which they are tried: the page, the content root or the folder above. */
  readonly from: readonly ('file' | 'root' | 'above')[];
  /** More folders, for a file in a folder below the root. */
  readonly also?: (folder: string, root: string) => readonly string[];
  /** Links of an included file that begin so are relative to itself; '' means all. */
  readonly ownLinks?: string;
  /** Called once a file; returns what reads its lines, or null when it includes nothing. */
  begin(text: string): ((lines: readonly string[], at: number) => InclusionAtLine | null) | null;
  /** Inclusions inside a line, with a group `path`. */
  readonly inline?: RegExp;
}

/** Bound on what a page may include, all its inclusions together. */
export const MOST_INCLUDED = 1000;
const DEEPEST = 10;
const LONGEST_LINE = 2000;

const FRONT_MATTER = /^---[ \t]*\n[\s\S]*?^---[ \t]*$\n?/m;

/**
 * Inclusions by lines that match: the groups `path` and, for a part of the file, `part`. With a group `code`, the language, the file is
 * read in as a block of code.
 */
export function lineInclusion(mark: string, pattern: RegExp, from: InclusionForm['from']): Inclusion {
  return inclusionOf({ marks: [mark], from, begin: () => lineForm(pattern) });
}

export function lineForm(pattern: RegExp) {
  return (lines: readonly string[], at: number): InclusionAtLine | null => {
    const groups = pattern.exec(lines[at]!)?.groups;
    if (groups?.path === undefined) return null;
    const { path, part = '', code } = groups;
    const cut = (text: string) => (code === undefined ? partOf(text, part) : codeOf(text, part, code));
    return { files: [{ path, cut }], lines: 1 };
  };
}

/** The inclusions of a page by a syntax: also those in included files. */
export function inclusionOf(form: InclusionForm): Inclusion {
  return {
    marks: form.marks,
    read(text, page) {
      if (form.inline === undefined && form.begin(text) === null) return null;
      const expansion = new Expansion(form, page);
      expansion.take(text, page.folder, [], 0, '');
      return expansion.finish();
    },
  };
}

class Expansion {
  readonly #form: InclusionForm;
  readonly #page: IncludingPage;
  readonly #out: string[] = [];
  readonly #lines: number[] = [];
  #size = 0;
  #count = 0;
  #tried = 0;

  constructor(form: InclusionForm, page: IncludingPage) {
    this.#form = form;
    this.#page = page;
  }

  finish(): IncludedText {
    return { text: this.#out.join('\n'), lines: this.#count === 0 ? null : this.#lines };
  }

  /** @param above the files around it @param line of the page; 0 for that of the page itself */
  take(text: string, folder: string, above: readonly string[], line: number, indent: string): void {
    const read = this.#form.begin(text);
    const lines = text.split('\n');
    for (let at = 0; at < lines.length; at++) {
      const own = lines[at]!;
      const place = line || at + 1;
      const isShort = own.length <= LONGEST_LINE;
      const found = isShort ? (read?.(lines, at) ?? null) : null;
      if (found !== null && this.#takeFiles(found.files, folder, above, place, indent + /^[ \t]*/.exec(own)![0])) {
        at += found.lines - 1;
        continue;
      }
      const isInline = found === null && isShort && this.#form.inline !== undefined;
      this.#push(indent + (isInline ? this.#withInline(own, folder, above, place) : own), place);
    }
  }

  #push(line: string, place: number): void {
    this.#out.push(line);
    this.#lines.push(place);
  }

  #takeFiles(files: readonly WantedFile[], folder: string, above: readonly string[], line: number, indent: string) {
    let taken = false;
    for (const wanted of files) {
      const found = this.#find(wanted, folder, above, line, indent);
      if (found === null) continue;
      taken = true;
      if (wanted.cut !== undefined && /^(`{3,})/.test(found.text))
        for (const each of found.text.split('\n')) this.#push(each === '' ? '' : indent + each, line);
      else this.take(found.text, dirname(found.path), [...above, found.path], line, indent);
    }
    return taken;
  }

  #withInline(own: string, folder: string, above: readonly string[], line: number): string {
    return own.replace(this.#form.inline!, (whole, ...rest) => {
      const { path } = rest.at(-1) as { path: string };
      const found = this.#find({ path }, folder, above, line);
      if (found === null) return whole;
      const text = found.text.trim().replace(/\s*\n\s*/g, ' ');
      return above.length >= DEEPEST ? text : this.#withInline(text, dirname(found.path), [...above, found.path], line);
    });
  }

  /** The text that a file puts into the page. */
  #find({ path, cut, ownLinks }: WantedFile, folder: string, above: readonly string[], line: number, indent = '') {
    const refuse = (why: string): null => {
      this.#page.warn(line, `Cannot include "${path}": ${why}`);
      return null;
    };
    if (this.#tried === MOST_INCLUDED) refuse(`the page includes more than ${MOST_INCLUDED} files`);
    if (this.#tried++ >= MOST_INCLUDED) return null;
    const opened = this.#open(path.trim(), folder);
    if (opened.text === null) return refuse(opened.refusal);
    if (above.includes(opened.path)) return refuse('it includes itself');
    if (above.length >= DEEPEST) return refuse(`it is nested more than ${DEEPEST} files deep`);
    const plain = opened.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
    const part =
      (cut === undefined
        ? plain.replace(FRONT_MATTER.test(plain) && plain.startsWith('---') ? FRONT_MATTER : /^$/, '')
        : cut(plain)
      )?.replace(/\n$/, '') ?? '';
    if (part === '')
      return plain.trim() === '' ? { text: '', path: opened.path } : refuse('it does not contain the part to include');
    const size = part.length + (indent === '' ? 0 : indent.length * part.split('\n').length);
    if (this.#size + size > LARGEST_INCLUDED)
      return refuse(`the files that the page includes are larger than ${LARGEST_INCLUDED} bytes in all`);
    this.#size += size;
    this.#count++;
    const beginning = part.startsWith('```') ? undefined : (ownLinks ?? this.#form.ownLinks);
    const text = beginning === undefined ? part : rebased(part, dirname(opened.path), this.#page.folder, beginning);
    return { text, path: opened.path };
  }

  #open(written: string, folder: string): OpenedFile & { readonly path: string } {
    const { root, first } = this.#page;
    const path = written.replace(/^(?:@site|[@~])\//, '').replace(/^\/+/, '');
    const isOfRoot = written !== path;
    const usual = { file: folder, root, above: join(root, '..') };
    const own = this.#form.from.map((base) => usual[base]);
    const also = this.#form.also?.(folder, root) ?? [];
    const folders = isOfRoot ? [root, join(root, '..'), ...own, ...also] : [...first, ...own, ...also];
    let refused: (OpenedFile & { readonly path: string }) | null = null;
    for (const each of new Set(folders)) {
      const place = join(each, path);
      const opened = this.#page.open(place);
      if (opened.text !== null) return { ...opened, path: place };
      if (refused === null || !opened.missing) refused = { ...opened, path: place };
    }
    return refused!;
  }
}

const DESTINATION =
  /(\]\([ \t]*<?|^[ \t]*\[[^\]\n]{1,200}\]:[ \t]+<?)(?![a-z][\w+.-]*:|[/#~@<>]|\{)([^\s()<>]{1,1000})/gim;

/** Markdown of one folder with the links that it has from another one. @param beginning of the links that are meant */
function rebased(text: string, from: string, to: string, beginning: string): string {
  if (from === to || !text.includes(']')) return text;
  const lead = relative(to, from).split(sep).join('/');
  const code = hideCode(text, findCode(text));
  const moved = (whole: string, before: string, path: string) =>
    path.startsWith(beginning) ? `${before}${join(lead, path)}` : whole;
  return code.show(code.text.replace(DESTINATION, moved));
}
