import { normalForm } from '../../text/normal_form.ts';
import { FILLER, OUTSIDE, VARIABLE } from './mask_templates.ts';

const MASKS = new RegExp(`[${FILLER}${VARIABLE}${OUTSIDE}]`, 'g');

/** Builds a page's text block by block, in the form of `PageText`. */
export interface PageTextBuilder {
  words(text: string): void;
  /** Ends the current block. */
  border(): void;
  code(text: string): void;
  /** The text of the current block, as it would appear in the result. */
  pending(): string;
  /** Where the current block will begin in the result. */
  length(): number;
  /** The same with its spaces as written, such as spaces that do not break. */
  pendingSpaced(): string;
  /** Whether no block has ended yet. */
  isEmpty(): boolean;
  /** Drops the current block. */
  discard(): void;
  /** Ends the current block. @returns the text and its code spans */
  finish(): { text: string; code: number[] };
}

export function createPageTextBuilder(): PageTextBuilder {
  const blocks: string[] = [];
  const code: number[] = [];
  let length = 0;
  let current = '';
  const push = (block: string) => {
    blocks.push(block);
    length += block.length + 1;
  };
  const border = () => {
    if (current === '') return;
    const block = collapse(current);
    current = '';
    if (block !== '') push(block);
  };
  return {
    words: (text) => {
      current += text;
    },
    border,
    code: (text) => {
      border();
      const block = normalForm(text).replace(/^\n+/, '').trimEnd();
      if (block === '') return;
      code.push(length, length + block.length);
      push(block);
    },
    pending: () => collapse(current),
    length: () => length,
    pendingSpaced: () => withoutMasks(current).replace(/^[ \t\n]+|[ \t\n]+$/g, ''),
    isEmpty: () => blocks.length === 0,
    discard: () => {
      current = '';
    },
    finish: () => {
      border();
      return { text: blocks.join('\n'), code };
    },
  };
}

/** What `collapse` may change inside a text. Most texts have none of it. */
const TO_COLLAPSE = /[^ -~]| {2}/;

/** Text in normal form C, without template masks and with its white space collapsed. */
export function collapse(text: string): string {
  if (!TO_COLLAPSE.test(text)) return text.trim();
  const bare = withoutMasks(text);
  return /\s\s|[^\S ]/.test(bare) ? bare.replace(/\s+/g, ' ').trim() : bare.trim();
}

/** Text in normal form C, without template masks. */
function withoutMasks(text: string): string {
  const isMasked = text.includes(FILLER) || text.includes(VARIABLE) || text.includes(OUTSIDE);
  return normalForm(isMasked ? text.replace(MASKS, '') : text);
}
