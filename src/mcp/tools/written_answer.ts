import { fromByteText, toByteText } from '../../text/byte_text.ts';
import { countCharacters } from '../../text/count_characters.ts';
import type { ToolAnswer } from './tool.ts';

/**
 * An answer that its tool wrote as JSON, as text with one character for each byte (`toByteText`): a row of a search becomes part of it
 * without being decoded, parsed, written and encoded again.
 */
export class WrittenAnswer implements ToolAnswer {
  /** The one text for reading, as between the quotes of a JSON string. */
  readonly written: string;
  /** The structured part. */
  readonly writtenStructure: string;

  constructor(written: string, writtenStructure: string) {
    this.written = written;
    this.writtenStructure = writtenStructure;
  }

  get texts(): readonly string[] {
    return [readString(this.written)];
  }

  get structured(): Readonly<Record<string, unknown>> {
    return JSON.parse(fromByteText(this.writtenStructure)) as Readonly<Record<string, unknown>>;
  }

  /** Whether it has at most so many characters, its text and its structured part together. */
  isWithin(most: number): boolean {
    // Nearly every answer is short enough by its bytes, which are never fewer than its characters.
    if (this.written.length + this.writtenStructure.length <= most) return true;
    const [text = ''] = this.texts;
    return countCharacters(text) + countCharacters(fromByteText(this.writtenStructure)) <= most;
  }
}

/** A text as between the quotes of a JSON string, one character for each byte. */
export function writeString(text: string): string {
  return toByteText(JSON.stringify(text).slice(1, -1));
}

/** @param written as `writeString` returns it */
export function readString(written: string): string {
  return JSON.parse(`"${fromByteText(written)}"`) as string;
}
