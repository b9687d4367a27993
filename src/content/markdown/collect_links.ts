import type { RootContent } from 'mdast';
import { decodePercent } from '../../text/decode_percent.ts';
import type { GeneratorRules } from '../generators/generator_rules.ts';
import { VARIABLE } from './mask_templates.ts';
import {
  classifyImage,
  classifyTarget,
  classifyWikiName,
  embeddedPicture,
  type LinkTarget,
  type PageLink,
  type SiteOrigins,
} from './page_link.ts';

export interface CollectOptions extends Pick<GeneratorRules, 'labels' | 'labelFirst'> {
  readonly origins: SiteOrigins;
  /** Line of the file at which the tree begins. */
  readonly firstLine: number;
}

/** A link, and how its destination is written in the Markdown that was parsed. */
export interface FoundLink {
  readonly link: PageLink;
  readonly destination: Destination | null;
}

/** A destination in the parsed Markdown: its text, and the node that contains it. */
export interface Destination {
  readonly written: string;
  readonly form: 'inline' | 'definition' | 'html' | 'wiki';
  readonly position: NonNullable<RootContent['position']>;
}

/** A node of the tree, as far as a link needs it. */
interface Placed {
  readonly position?: RootContent['position'];
}

/** A link by the name of a definition, which may follow. */
interface Reference {
  readonly identifier: string;
  readonly isImage: boolean;
  readonly node: Placed;
}

/** Collects the links of one page, in the order of their mention. */
export type LinkCollector = ReturnType<typeof createLinkCollector>;

const WIKI_LINK = /(!?)\[\[([^[\]|\n]{1,500}?)\\?(?:\|([^\]\n]{0,500}))?\]\]/g;
/** Logseq: a labelled link to a page whose name has spaces, which Markdown does not read as a link. */
const LABELLED = /\[([^[\]|]{0,500})\]\(\[\[([^[\]|]{1,500})\]\]\)/g;

export function createLinkCollector(options: CollectOptions) {
  const { origins } = options;
  const links: (FoundLink | Reference)[] = [];
  const definitions = new Map<string, { readonly written: string; readonly node: Placed }>();

  const found = (target: LinkTarget, node: Placed, destination: Destination | null): FoundLink => ({
    link: { ...target, ...placeOf(node, options.firstLine) },
    destination,
  });
  const targetOf = (written: string, isImage: boolean): LinkTarget | null => {
    if (isImage) return classifyImage(written, origins);
    if (options.labels && /^#[^\s#]+$/.test(written)) {
      const label = decodePercent(written.slice(1));
      return { target: label, kind: 'label', fragment: label };
    }
    // Logseq: `[label]([[page]])`.
    const named = /^(?:\[\[|%5B%5B)(.+)(?:\]\]|%5D%5D)$/i.exec(written)?.[1];
    if (named !== undefined) return classifyWikiName(decodePercent(named));
    const target = classifyTarget(written, origins);
    return target?.target === VARIABLE ? null : target;
  };
  const resolve = ({ identifier, isImage, node }: Reference): FoundLink[] => {
    const definition = definitions.get(identifier);
    const target = definition === undefined ? null : targetOf(definition.written, isImage);
    if (target === null) return [];
    return [found(target, node, destinationOf(definition!.written, 'definition', definition!.node))];
  };

  return {
    add(written: string, isImage: boolean, form: 'inline' | 'html', node: Placed) {
      const target = targetOf(written, isImage);
      if (target !== null) links.push(found(target, node, destinationOf(written, form, node)));
    },
    /** `[text][identifier]` and `![alt][identifier]`. */
    reference(identifier: string, isImage: boolean, node: Placed) {
      links.push({ identifier, isImage, node });
    },
    define(identifier: string, written: string, node: Placed) {
      if (!definitions.has(identifier)) definitions.set(identifier, { written, node });
    },
    /** Replaces the wiki links in a text by their words. */
    wiki: (text: string, node: Placed): string =>
      (options.labelFirst ? text : text.replace(LABELLED, '[[$2|$1]]')).replace(
        WIKI_LINK,
        (whole: string, embed: string, first: string, second: string | undefined) => {
          const [name, label] = options.labelFirst && second !== undefined ? [second, first] : [first, second];
          if (/^_?toc_?$/i.test(name)) return '';
          const target = classifyWikiName(name);
          if (target !== null) {
            links.push(found(target, node, embed === '' ? destinationOf(whole, 'wiki', node) : null));
            // An embedded note shows its text, not its name.
            return label ?? (embed === '' ? name.replace('#', ' ') : '');
          }
          if (embed === '') return label ?? name;
          const picture = embeddedPicture(name);
          if (picture !== null) links.push(found({ target: picture, kind: 'image' }, node, null));
          return '';
        },
      ),
    /** All links in order. */
    finish: (): FoundLink[] => links.flatMap((each) => ('identifier' in each ? resolve(each) : [each])),
  };
}

function destinationOf(written: string, form: Destination['form'], { position }: Placed): Destination | null {
  return position === undefined ? null : { written, form, position };
}

function placeOf({ position }: Placed, firstLine: number): { line: number; column: number } {
  return position === undefined
    ? { line: 0, column: 0 }
    : { line: position.start.line + firstLine - 1, column: position.start.column };
}
