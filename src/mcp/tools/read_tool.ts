import type { SiteSettings } from '../../corpus/corpus.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { quote } from '../../text/quote.ts';
import { type Cut, cutText } from './cut_text.ts';
import { findPage, pathArgument } from './find_page.ts';
import { shorten } from './fit_rows.ts';
import { count, countOrNull, list, object, text, textOrNull } from './output_schema.ts';
import { citedAddress, parseJson } from './page_rows.ts';
import { type ListedHeading, outlineOf, pageSection } from './page_section.ts';
import type { ReadTool } from './tool.ts';
import { toolCaps } from './tool_caps.ts';
import { ToolFault } from './tool_fault.ts';

interface WholePage {
  readonly path: string;
  readonly canonical: string;
  readonly title: string;
  readonly updated: string | null;
  readonly headings: readonly ListedHeading[];
}

/** Characters kept free for the note behind a piece of a page: where it is from and how to go on. */
const noteSize = 2_000;
/** Characters kept free for the note behind a whole page. */
const shortNoteSize = 500;
/** Maximum length of the anchors of sections in the note. */
const anchorsSize = 1_400;

/** `read`: the Markdown of a page, whole or by section. */
export function createReadTool({ title }: SiteSettings): ReadTool {
  return {
    name: 'read',
    title: `Read a page of ${title}`,
    description: [
      `Reads a page of ${title} as Markdown, at most ${toolCaps.readSize.toLocaleString('en')} characters at once.`,
      'A longer page goes on at nextOffset; section reads one section alone.',
    ].join(' '),
    takes: [
      pathArgument,
      {
        kind: 'text',
        name: 'section',
        maximum: caps.length.maximum,
        description: 'Anchor of a heading: only its section is read.',
      },
      {
        kind: 'number',
        name: 'offset',
        minimum: 0,
        default: 0,
        description: 'Character to begin at: nextOffset of the answer before.',
      },
    ],
    output: object({
      path: text,
      title: text,
      url: text,
      updated: textOrNull,
      textLength: count,
      nextOffset: countOrNull,
      headings: list(object({ depth: count, text, anchor: text })),
    }),
    async call(values, context) {
      const { questions } = context;
      const found = await findPage(values.required('path'), context);
      if (found instanceof ToolFault) return found;
      const { page } = parseJson<{ readonly page: WholePage }>(await questions.page(found.page));
      const whole = Buffer.from(await questions.markdown(found.page)).toString();
      const section = values.text('section');
      const part =
        section === null ? { markdown: whole, headings: page.headings } : pageSection(whole, page.headings, section);
      if (part === null) return noSection(section!, page.headings);
      const offset = values.number('offset');
      const url = citedAddress(page, context);
      const cut = cutPage(part.markdown, offset);
      if (cut === null) return beyond(offset, part.markdown);
      return {
        texts: [cut.text, note(page, url, part.headings, offset, cut)],
        structured: {
          path: page.path,
          title: shorten(page.title, toolCaps.title),
          url,
          updated: page.updated,
          textLength: cut.textLength,
          nextOffset: cut.nextOffset,
          headings: outlineOf(part.headings, toolCaps.headings, toolCaps.title),
        },
      };
    },
  };
}

function cutPage(markdown: string, offset: number): Cut | null {
  const whole = cutText(markdown, offset, toolCaps.readSize - shortNoteSize);
  return whole === null || whole.nextOffset === null ? whole : cutText(markdown, offset, toolCaps.readSize - noteSize);
}

/** For clients that show only texts: what page it is, and how to go on. */
function note(page: WholePage, url: string, headings: readonly ListedHeading[], offset: number, cut: Cut): string {
  const { nextOffset, textLength } = cut;
  const address = countCharacters(url) <= shortNoteSize / 2 ? ` <${url}>` : '';
  const source = `Page: ${shorten(page.title, toolCaps.title / 2)}${address}`;
  if (nextOffset === null) return source;
  const range = `Characters ${offset} to ${nextOffset} of ${textLength}. Go on with offset: ${nextOffset}`;
  const anchors = listAnchors(headings);
  return `${source}\n${range}${anchors === '' ? '.' : `, or read one section: ${anchors}.`}`;
}

function listAnchors(headings: readonly ListedHeading[]): string {
  let listed = '';
  for (const { anchor } of outlineOf(headings, toolCaps.headings, toolCaps.title)) {
    if (listed.length + anchor.length + 2 > anchorsSize) break;
    listed += `${listed === '' ? '' : ', '}${anchor}`;
  }
  return listed;
}

function noSection(section: string, headings: readonly ListedHeading[]): ToolFault {
  const known = listAnchors(headings).slice(0, toolCaps.fault - 200);
  const right = known === '' ? 'The page has no headings.' : `Its anchors are ${known}.`;
  return new ToolFault(`section: the page has no heading with the anchor ${quote(section)}. ${right}`);
}

function beyond(offset: number, markdown: string): ToolFault {
  const last = Math.max(0, countCharacters(markdown) - 1);
  return new ToolFault(`offset: 0 to ${last}, got ${offset}.`);
}
