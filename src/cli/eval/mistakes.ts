import type { Place } from './judgement.ts';

/** Mistakes of a file. */
export interface Mistakes {
  readonly count: number;
  /** @param describe what is wrong and what is right, as a sentence; only called for a mistake that is shown */
  add(place: Place, describe: () => string): void;
  /** The first mistakes in the order of the file, one a line: `file:line:column: reason`. */
  render(): string;
}

/** Mistakes that are shown. The others mostly follow from the first ones. */
const SHOWN = 10;
const MOST_KEPT = 1000;

export function createMistakes(file: string): Mistakes {
  const kept: (Place & { readonly describe: () => string })[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(place, describe) {
      count++;
      if (count <= MOST_KEPT) kept.push({ line: place.line, column: place.column, describe });
    },
    render() {
      const first = kept.sort((a, b) => a.line - b.line || a.column - b.column).slice(0, SHOWN);
      const lines = first.map(({ line, column, describe }) => `  ${file}:${line}:${column}: ${describe()}`);
      return [...lines, ...(count > SHOWN ? [`  and ${count - SHOWN} more`] : [])].join('\n');
    },
  };
}
