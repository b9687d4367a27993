import type { ToolAnswer } from './tool.ts';

/**
 * An answer that its tool wrote as JSON text: a row of a search becomes part of it without being parsed and written again.
 */
export class WrittenAnswer implements ToolAnswer {
  /** The one text for reading, as between the quotes of a JSON string. */
  readonly written: string;
  /** The structured part as JSON text. */
  readonly json: string;

  constructor(written: string, json: string) {
    this.written = written;
    this.json = json;
  }

  get texts(): readonly string[] {
    return [readString(this.written)];
  }

  get structured(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.json) as Readonly<Record<string, unknown>>;
  }
}

/** A text as between the quotes of a JSON string. */
export function writeString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** @param written as `writeString` returns it */
export function readString(written: string): string {
  return JSON.parse(`"${written}"`) as string;
}
