/** Takes the place of snowball-stemmers in the program: only the stemmers of a site's languages are before it (`assembleProgram`). */

/** A stemmer of the library. */
interface SnowballProgram {
  setCurrent(word: string): void;
  stem(): void;
  getCurrent(): string;
}

declare const STEMMERS: Readonly<Record<string, () => SnowballProgram>>;

export default {
  newStemmer(algorithm: string) {
    const program = STEMMERS[algorithm]!();
    return {
      stem(word: string): string {
        program.setCurrent(word);
        program.stem();
        return program.getCurrent();
      },
    };
  },
};
