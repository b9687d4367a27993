import type { Heading, PageAnswer, SinglePage } from '../../client/api_types.ts';
import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { quote } from '../../text/quote.ts';
import { readTool } from './arguments.ts';
import { anchorIn, citedAddress, findPage, parseJson, pathArgument } from './find_page.ts';
import { shorten } from './fit_rows.ts';
import { type Cut, cutText, outlineOf, pageSection } from './page_section.ts';
import { tightTables } from './tight_tables.ts';
import { fault, type Tool, toolCaps } from './tool.ts';

/** Characters kept free for the note behind a piece of a page: where it is from and how to go on. */
const noteSize = 2_000;
const shortNoteSize = 500;
const anchorsSize = 1_400;

interface ReadArguments {
  readonly path: string;
  readonly section?: string;
  readonly offset: number;
  readonly budget: number;
}

/** `read`: the Markdown of a page, whole or by section. */
export function createReadTool({ title }: SiteSettings): Tool {
  return readTool({
    name: 'read',
    title: `Read a page of ${title}`,
    description: [
      `Reads a page of ${title} as Markdown, by default at most ${toolCaps.readSize.default.toLocaleString('en')} characters per call.`,
      'For more, pass the offset given at the end. Pass section to read only one section.',
    ].join(' '),
    takes: [
      pathArgument,
      {
        kind: 'text',
        name: 'section',
        maximum: caps.length.maximum,
        description: 'Anchor of a heading, to read only its section. Can be part of path: guide/install#linux.',
      },
      {
        kind: 'number',
        name: 'offset',
        minimum: 0,
        default: 0,
        description: 'Character to start at; see the previous result.',
      },
      {
        kind: 'number',
        name: 'budget',
        ...toolCaps.readSize,
        description: 'Maximum number of characters to return.',
      },
    ],
    async call({ path, section = anchorIn(path), offset, budget }: ReadArguments, context) {
      const { questions } = context;
      const found = await findPage(path, context);
      if (isRefusal(found)) return found;
      const { page } = parseJson<PageAnswer>(await questions.page(found.page));
      const whole = tightTables(Buffer.from(await questions.markdown(found.page)).toString());
      const part =
        section === undefined
          ? { markdown: whole, headings: page.headings }
          : pageSection(whole, page.headings, section);
      if (part === null) return noSection(section!, page.headings);
      const url = citedAddress(page, context);
      const cut = cutPage(part.markdown, offset, budget);
      if (cut === null) return beyond(offset, part.markdown);
      return [cut.text, note(page, url, part.headings, offset, cut)];
    },
  });
}

function cutPage(markdown: string, offset: number, budget: number): Cut | null {
  const whole = cutText(markdown, offset, budget - shortNoteSize);
  return whole === null || whole.nextOffset === null ? whole : cutText(markdown, offset, budget - noteSize);
}

/** For clients that show only texts: what page it is, and how to go on. */
function note(page: SinglePage, url: string, headings: readonly Heading[], offset: number, cut: Cut): string {
  const { nextOffset, textLength } = cut;
  const address = countCharacters(url) <= shortNoteSize / 2 ? ` <${url}>` : '';
  const source = `Page: ${shorten(page.title, toolCaps.title / 2)}${address}`;
  if (nextOffset === null) return source;
  const range = `Characters ${offset} to ${nextOffset} of ${textLength}. Continue with offset: ${nextOffset}`;
  const anchors = listAnchors(headings);
  return `${source}\n${range}${anchors === '' ? '.' : `, or read one section: ${anchors}.`}`;
}

function listAnchors(headings: readonly Heading[]): string {
  let listed = '';
  for (const { anchor } of outlineOf(headings, toolCaps.headings)) {
    if (listed.length + anchor.length + 2 > anchorsSize) break;
    listed += `${listed === '' ? '' : ', '}${anchor}`;
  }
  return listed;
}

function noSection(section: string, headings: readonly Heading[]): Refusal {
  const known = listAnchors(headings).slice(0, toolCaps.fault - 200);
  const right = known === '' ? 'The page has no headings.' : `Its anchors: ${known}.`;
  return fault(`section: the page has no heading with the anchor ${quote(section)}. ${right}`);
}

function beyond(offset: number, markdown: string): Refusal {
  const last = Math.max(0, countCharacters(markdown) - 1);
  return fault(`offset: expected 0 to ${last}, got ${offset}.`);
}
