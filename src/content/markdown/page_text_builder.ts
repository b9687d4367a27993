import { normalForm } from '../../text/normal_form.ts';

/** What stands for templates in a text (`mask_templates.ts`), the signs around code, and control characters but white space. */
const MASKS = /[\uFDD0-\uFDD5\0-\x08\x0e-\x1f\x7f-\x9f]/g;
const HAS_MASKS = /[\uFDD0-\uFDD5\0-\x08\x0e-\x1f\x7f-\x9f]/;
const TEMPLATE_MASKS = /[\uFDD0-\uFDD2]/g;

/** Builds a page's text block by block, in the form of `PageText`. */
export function createPageTextBuilder() {
  const blocks: string[] = [];
  const code: number[] = [];
  let length = 0;
  let current = '';
  const push = (block: string) => {
    blocks.push(block);
    length += block.length + 1;
  };
  /** Ends the current block. */
  const border = () => {
    if (current === '') return;
    const block = collapse(current);
    current = '';
    if (block !== '') push(block);
  };
  return {
    words: (text: string) => {
      current += text;
    },
    /** Adds code that stands among words. */
    codeSpan: (text: string) => {
      current += `\uFDD3${text.replace(MASKS, '')}\uFDD4`;
    },
    border,
    code: (text: string) => {
      border();
      const block = normalForm(text).replace(/^\n+/, '').trimEnd();
      if (block === '') return;
      code.push(length, length + block.length);
      push(block);
    },
    /** The text of the current block, as it would appear in the result. */
    pending: () => collapse(current),
    /** The same with marks around code, for `outsideCode`. */
    pendingMarked: () => normalForm(closeHoles(current)).replace(/\s+/g, ' ').trim(),
    /** The same with its spaces as written, such as spaces that do not break. */
    pendingSpaced: () => withoutMasks(current).replace(/^[ \t\n]+|[ \t\n]+$/g, ''),
    /** Where the current block will begin in the result. */
    length: () => length,
    /** Whether no block has ended yet. */
    isEmpty: () => blocks.length === 0,
    /** Drops the current block. */
    discard: () => {
      current = '';
    },
    /** Ends the current block. @returns the text and its code spans */
    finish: () => {
      border();
      return { text: blocks.join('\n'), code };
    },
  };
}

/** Changes a text but not the code between its marks. Returns it without the marks. */
export function outsideCode(marked: string, change: (text: string) => string): string {
  const codes: string[] = [];
  const hidden = marked.replace(
    /\uFDD3([^\uFDD4]*)\uFDD4/g,
    (_, code: string) => `\uFDD3${codes.push(code) - 1}\uFDD4`,
  );
  return change(hidden)
    .replace(/\uFDD3(\d*)\uFDD4/g, (_, at: string) => codes[Number(at)] ?? '')
    .replace(MASKS, '');
}

/** The characters that `collapse` may change inside a text. Most texts have none. */
const TO_COLLAPSE = /[^ -~]| {2}/;

/** Text in normal form C, without template masks and with its white space collapsed. */
export function collapse(text: string): string {
  if (!TO_COLLAPSE.test(text)) return text.trim();
  const bare = withoutMasks(closeHoles(text));
  return /\s\s|[^\S ]/.test(bare) ? bare.replace(/\s+/g, ' ').trim() : bare.trim();
}

/**
 * Parentheses around templates alone, and templates before the end of a sentence or of one of its parts, each with the blank before. A run of
 * templates is looked at from its beginning only, so that the time is linear.
 */
const HOLE = / \( ?[\uFDD0-\uFDD2]+ ?\)|(?<![\uFDD0-\uFDD2]) ?[\uFDD0-\uFDD2]+ ?(?=[.,;:!?)](?: |$))/g;

/** Removes templates with the blanks and signs that belong to them, so that what is left reads as a sentence. */
function closeHoles(text: string): string {
  if (text.search(TEMPLATE_MASKS) < 0) return text;
  return text.replace(/\s+/g, ' ').replace(HOLE, '').replace(TEMPLATE_MASKS, '');
}

/** Text in normal form C, without template masks. */
function withoutMasks(text: string): string {
  return normalForm(HAS_MASKS.test(text) ? text.replace(MASKS, '') : text);
}
