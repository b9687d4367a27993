import { createReadStream } from 'node:fs';

/**
 * The lines of a text file, one after the other: the text of a large site exceeds the maximal length of a string. Only a line feed ends a
 * line. For `readline` U+2028 does, too, which JSON has as it is.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(file, 'utf8')) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
