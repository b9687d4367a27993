import { styleText } from 'node:util';
import { visibleLines } from '../text/visible.ts';
import type { Terminal } from './terminal.ts';

/** The sequences that begin and end a style below, captured: `split` gives them at odd places. */
export const COLOUR = /(\x1b\[(?:1|22|3[1236]|39)m)/;

const styles = { error: 'red', warning: 'yellow', good: 'green', address: 'cyan', name: 'bold' } as const;
export type Style = keyof typeof styles;

/** Gives a text the colour of what it is, where the stream shows colours. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_style, text) => text;

/** For texts on standard error. */
export function paintErr({ environment, errIsTerminal }: Terminal): Paint {
  return painter(environment, errIsTerminal);
}

/** For texts on standard output. */
export function paintOut({ environment, outIsTerminal }: Terminal): Paint {
  return painter(environment, outIsTerminal);
}

/** FORCE_COLOR decides first, as in Node; then NO_COLOR (https://no-color.org), then whether the stream is a terminal. */
function painter({ FORCE_COLOR, NO_COLOR, TERM }: Terminal['environment'], isTerminal: boolean): Paint {
  const hasColours =
    FORCE_COLOR === undefined ? isTerminal && !NO_COLOR && TERM !== 'dumb' : !/^(?:0|false)$/.test(FORCE_COLOR);
  // The streams of the process are not those of the terminal, so they are not asked.
  return hasColours ? (style, text) => styleText(styles[style], visibleLines(text), { validateStream: false }) : plain;
}

/** A terminal on which no text of others moves the cursor or reverses a line, also in messages of failures. */
export function safeTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (data) =>
      terminal.out(typeof data === 'string' && terminal.outIsTerminal ? visibleBetweenColours(data) : data),
    err: (text) => terminal.err(visibleBetweenColours(text)),
  };
}

function visibleBetweenColours(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 0 ? visibleLines(part) : part))
    .join('');
}
