/** What the parser may have to do for a source. It is not asked to parse one that could need more. */
export interface MarkdownBounds {
  /** In UTF-16 code units. */
  readonly length: number;
  /** Sum over all blocks of the squared number of emphasis marks. 1e8 take 60 ms. */
  readonly emphasis: number;
  /** Sum over all blocks of character references times length: the parser copies the block at each. 1e8 take up to 300 ms. */
  readonly references: number;
  /** Sum over all blocks of titles in parentheses times length: the parser looks for the end of each. 1e8 take 60 ms. */
  readonly titles: number;
}

/** Maximum nesting of containers. The parser's cost is quadratic in it; real documents nest fewer than ten. */
const DEEPEST_CONTAINERS = 100;
/** Line ends are written out: that is twice as fast as `^` at the start of each line. */
const CONTAINERS = new RegExp(
  `(?:^|[\\r\\n])(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${DEEPEST_CONTAINERS}}`,
);
/** A shorter source cannot exceed the bounds on work. */
const HARMLESS_LENGTH = 5_000;

/**
 * Why Markdown would take the parser too long, or null. The parser cannot be stopped, and its cost is quadratic for a few hostile
 * inputs. The answer depends on the source alone, so that it is the same on every machine.
 */
export function costlyMarkdown(source: string, bounds: MarkdownBounds): string | null {
  if (source.length > bounds.length) return `it is longer than ${bounds.length} characters`;
  if (CONTAINERS.test(source)) return `its quotes or lists are nested more than ${DEEPEST_CONTAINERS} levels deep`;
  if (source.length <= HARMLESS_LENGTH) return null;
  // No sum over the blocks exceeds that of the source as one block.
  if (costlyBlocks([source], bounds) === null) return null;
  return costlyBlocks(source.split(/\n[ \t]*\n/), bounds);
}

/** The parser processes each block separately. */
function costlyBlocks(blocks: readonly string[], bounds: MarkdownBounds): string | null {
  let emphasis = 0;
  let references = 0;
  let titles = 0;
  for (const block of blocks) {
    let marks = 0;
    let ampersands = 0;
    let destinations = 0;
    let parentheses = 0;
    for (let at = 0; at < block.length; at++) {
      const unit = block.charCodeAt(at);
      if (unit === 0x2a || unit === 0x5f || unit === 0x7e) marks++;
      else if (unit === 0x26) ampersands++;
      else if (unit === 0x28) {
        const before = block.charCodeAt(at - 1);
        if (before === 0x5d) destinations++;
        else if (before <= 0x20) parentheses++;
      }
    }
    emphasis += marks * marks;
    references += ampersands * block.length;
    // `[text](address (title))`: at most as many as either.
    titles += Math.min(destinations, parentheses) * block.length;
  }
  if (emphasis > bounds.emphasis) return 'its blocks have too many emphasis marks';
  if (references > bounds.references) return 'its blocks have too many character references';
  return titles > bounds.titles ? 'its blocks have too many link titles' : null;
}
