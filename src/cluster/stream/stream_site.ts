import { createHash, hash } from 'node:crypto';
import { analyseSite } from '../../bake/analyse_site.ts';
import type { BakeSettings, SettledSettings } from '../../bake/bake_options.ts';
import { resolveCuration } from '../../bake/curate.ts';
import { PROGRAM_VERSION, siteSettings, stampedSettings } from '../../bake/site_settings.ts';
import type { CopyPage } from '../../content/copies/copy_page.ts';
import { type CopyFacts, groupCopies, type SiteCopies } from '../../content/copies/group_copies.ts';
import { findIdleRules } from '../../content/curation/find_idle_rules.ts';
import { publishMarkdown } from '../../content/markdown/publish_markdown.ts';
import { findSiteFiles, settleFacts } from '../../content/site_files.ts';
import type { FieldTerms } from '../../corpus/analysis/analyse_field.ts';
import { analyserFacts, characterFingerprint } from '../../corpus/analysis/analyser_facts.ts';
import { createTextFinder } from '../../corpus/analysis/held_texts.ts';
import type { TermNumbers } from '../../corpus/analysis/term_numbers.ts';
import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { NamedSection } from '../../corpus/artefact/artefact_format.ts';
import type { Manifest } from '../../corpus/artefact/manifest.ts';
import { startsOf } from '../../corpus/artefact/number_lists.ts';
import { type ShortFields, shortFields, stemmersOf } from '../../corpus/build_corpus.ts';
import type { SiteSettings, Stamps } from '../../corpus/corpus.ts';
import type { CorpusPage } from '../../corpus/corpus_page.ts';
import { packCuration } from '../../corpus/curation/curation_table.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { hashNames } from '../../corpus/index/name_index.ts';
import { impact, LENGTH_PARTS, rarity, relativeLength, weightedFrequency } from '../../corpus/index/ranking.ts';
import { packVocabulary } from '../../corpus/index/vocabulary.ts';
import { lazily } from '../../corpus/lazily.ts';
import { emptySpace } from '../../corpus/space/build_space.ts';
import { writeHeading } from '../../corpus/tables/heading_table.ts';
import { packCopies } from '../../corpus/tables/page_copies.ts';
import { packFields, packTags } from '../../corpus/tables/page_lists.ts';
import { packOrder } from '../../corpus/tables/page_order.ts';
import { dayNumber, orderPages, packFacts, packPage, slugOf, sourceOf } from '../../corpus/tables/page_table.ts';
import { packCodeNames } from '../../corpus/words/pack_code_names.ts';
import { compareSpellings, listWords } from '../../corpus/words/pack_words.ts';
import { INDEX_VERSION } from '../index/mapping.ts';
import type { PageInput } from '../index/page_document.ts';
import type { PageTerm, PlacedTerm } from '../index/page_words.ts';
import type { Publication } from '../index/publication.ts';
import { keptSections, packParts } from '../index/site_parts.ts';
import { assembleStored, type NumberLists, type StoredSite } from './assemble_stored.ts';
import { SiteCounter, type SiteCounts } from './count_site.ts';
import { type StoredDraft, StoredPages } from './stored_page.ts';

export interface StreamOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  readonly settings: BakeSettings;
  readonly commit: string | null;
  /** Threads that read pages. */
  readonly workers: number;
  onProgress(done: number, total: number): void;
}

/** A site that is published without an artefact. Its pages are made when they are read, from temporary files. */
export interface StreamedSite extends Publication {
  /** Number of warnings of files, links and rules of search. */
  readonly warnings: number;
  /** The folders of pages that settings name and that cannot be read, each as the rest of a sentence. */
  readonly unread: readonly string[];
  close(): void;
}

/**
 * Reads a folder of Markdown for publishing, in two passes: the first counts, the second makes documents. Memory holds facts of each
 * page but never all texts, terms or links. The documents are those of a bake without a space: the site has no space and no map of its own.
 */
export async function streamSite(options: StreamOptions): Promise<StreamedSite> {
  const stores: { close(): void }[] = [];
  const close = () => {
    for (const store of stores.splice(0)) store.close();
  };
  try {
    return { ...(await storeSite(options, stores)), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @param stores receives the stores to close at the end */
async function storeSite(options: StreamOptions, stores: { close(): void }[]): Promise<Omit<StreamedSite, 'close'>> {
  const { folder } = options;
  const files = findSiteFiles(folder, options.settings, null, null);
  const settings = settleFacts(options.settings, files.facts);
  const stored = new StoredPages();
  stores.push(stored);
  const { drafts, numbers, digest, warnings } = await storePages({ ...options, settings }, files, stored);
  const site = assembleStored(drafts, files, settings);
  stores.push(site);
  const stamps: Stamps = { commit: options.commit, content: digest };
  const { context } = files;
  const facts = { settings: siteSettings(settings, context, site, false), stamps, context };
  const build = new StreamedBuild(site, stored, numbers, facts);
  const rules = settings.curation?.rules;
  const curation = rules === undefined ? [] : [packCuration(resolveCuration(rules, site.paths))];
  const idle = rules === undefined ? [] : findIdleRules(rules, { paths: site.paths, has: build.textFinder() });
  const { parts, digest: partsDigest } = build.packParts(curation);
  return {
    meta: {
      version: INDEX_VERSION,
      digest: hash('sha256', `${PROGRAM_VERSION} ${INDEX_VERSION} ${digest} ${partsDigest}`, 'hex'),
      pages: site.pages.length,
      parts: parts.length,
      partsDigest,
    },
    parts,
    pages: (from) => build.pages(from),
    warnings: warnings + site.warnings + files.warnings.length + idle.length,
    unread: files.place.unread,
  };
}

/** First half of the first pass: analyses every file, and writes long data to temporary files. */
async function storePages(
  { settings, workers, onProgress }: StreamOptions & { readonly settings: SettledSettings },
  { root, boundary, context, files }: ReturnType<typeof findSiteFiles>,
  stored: StoredPages,
) {
  const drafts: (StoredDraft | undefined)[] = [];
  const digests: Buffer[] = [];
  let warnings = 0;
  const { numbers } = await analyseSite({
    ...{ root, within: boundary, context, files, earlier: null, candidates: null, workers, onProgress },
    onPage({ page, digest, warnings: own }, at) {
      warnings += own.length;
      digests[at] = Buffer.from(digest);
      if (page !== null) drafts[at] = stored.add(page);
    },
  });
  // As `contentStamp`, with a word that tells these builds from bakes of the same content, which have a space.
  const stamp = createHash('sha256').update(
    JSON.stringify({ version: PROGRAM_VERSION, settings: stampedSettings(settings), context, streamed: true }),
  );
  for (const [at, file] of files.entries()) stamp.update(`\n${JSON.stringify(file)} ${digests[at]!.toString()}`);
  return {
    drafts: drafts.filter((draft) => draft !== undefined),
    ...{ numbers, warnings, digest: stamp.digest('hex') },
  };
}

/** Counts the pages of a site, then makes the document of each. */
class StreamedBuild {
  readonly #site: StoredSite;
  readonly #stored: StoredPages;
  readonly #numbers: TermNumbers;
  readonly #settings: SiteSettings;
  readonly #stamps: Stamps;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #stemmers: ReturnType<typeof stemmersOf>;
  readonly #counts: SiteCounts;
  readonly #copies: SiteCopies;
  /** Sums while the terms of a page are joined. By place of the term: its frequency, or 0. */
  readonly #frequencies: Float64Array;

  constructor(
    site: StoredSite,
    stored: StoredPages,
    numbers: TermNumbers,
    { settings, stamps, context }: Pick<Manifest, 'settings' | 'stamps'> & { readonly context: CopyFacts },
  ) {
    this.#site = site;
    this.#stored = stored;
    this.#numbers = numbers;
    this.#settings = settings;
    this.#stamps = stamps;
    this.#titles = new Map(site.tags.map(({ slug, title }) => [slug, title]));
    this.#stemmers = stemmersOf(site.pages);
    this.#counts = this.#count();
    this.#copies = groupCopies(
      site.pages.map((draft, page) => new StoredCopy(draft, site.paths[page]!, stored)),
      context,
    );
    this.#frequencies = new Float64Array(this.#counts.order.sorted.length);
  }

  #count(): SiteCounts {
    const counter = new SiteCounter();
    for (const { slug, title } of this.#site.tags) counter.addText(`${slug}\n${title}`);
    for (const [page, draft] of this.#site.pages.entries()) {
      const body = this.#stored.counted.read(draft.record);
      counter.add(this.#short(page), body, this.#stemmers.ofPages[page]!);
    }
    return counter.finish(this.#numbers);
  }

  /** The fields of a page other than the body. They are analysed again in each pass, as they are short. */
  #short(page: number): ShortFields {
    const draft = this.#site.pages[page]!;
    const { title, aliases, language, description } = draft;
    const facts = { title, aliases, language, description, tags: this.#site.tagsOf[page]! };
    return shortFields(facts, this.#titles, this.#numbers);
  }

  /** Whether the site has all words of a text. */
  textFinder(): (text: string) => boolean {
    const finder = lazily(() =>
      createTextFinder(new Set(this.#numbers.terms), this.#stemmers.distinct, this.#settings.language),
    );
    return (text) => finder()(text);
  }

  /** @param curation the section of the owner's rules; none without rules */
  packParts(curation: readonly NamedSection[]) {
    const { order, inPages, inTitles, heldOn, characters, rarity: rarities, spellings, spellingUses } = this.#counts;
    const { terms, spellings: spelt } = this.#numbers;
    const { pages, paths, tags, tagsOf, collectionOf, incoming, order: siteOrder } = this.#site;
    const { fields = [] } = this.#settings;
    const algorithms = this.#stemmers.distinct;
    const manifest: Manifest = {
      ...{ settings: this.#settings, stamps: this.#stamps, analyser: analyserFacts(algorithms) },
      ...{ characters: characterFingerprint(characters), pages: pages.length },
    };
    const sorted = Uint32Array.from(spellings.toSorted(compareSpellings(spelt, terms)));
    const words = listWords({ spellings: spelt, sorted, numberOf: order.ranks, algorithms });
    const keys = pages.map(({ title, published, updated }) => ({
      ...{ slug: '', title: wordsOfText(title), published: dayNumber(published), updated: dayNumber(updated) },
    }));
    const facts = pages.map(({ language }, page) => ({ language, collection: collectionOf[page]! }));
    const sections = new Map<string, NamedSection>(
      [
        ['manifest', Buffer.from(JSON.stringify(manifest))] as const,
        ['text.characters', Buffer.from(characters)] as const,
        ...curation,
        ['text.all.starts', startsOf(inPages)] as const,
        ['text.stemmers', this.#stemmers.ofPages] as const,
        ...packVocabulary(Array.from(order.sorted, (term) => terms[term]!)),
        ['terms.rarity', rarities] as const,
        ...packTags(tags, tagsOf),
        ...packFacts(facts, orderPages(keys), this.#settings),
        ...emptySpace(0),
        ...words.sections,
        ...packCodeNames({ spellings: spelt, sorted, uses: spellingUses }),
        // Packing reads nothing else of a page.
        ...packCopies(
          this.#copies,
          paths.map((path) => ({ path })),
        ),
        ...(siteOrder === null ? [] : packOrder(siteOrder)),
        ...packFields(pages as unknown as readonly CorpusPage[], fields),
      ].map((section) => [section[0], section]),
    );
    return packParts(
      keptSections(fields.length, (name) => sections.has(name)).map((name) => sections.get(name)!),
      {
        ...{ inTitles, heldOn, map: emptyMapOf(pages.length) },
        linksIn: Uint32Array.from(pages, (_, page) => incoming.starts[page + 1]! - incoming.starts[page]!),
      },
    );
  }

  *pages(from: number): Generator<PageInput> {
    for (let page = from; page < this.#site.pages.length; page++) yield this.#page(page);
  }

  #page(page: number): PageInput {
    const site = this.#site;
    const draft = site.pages[page]!;
    const path = site.paths[page]!;
    const { text, markdown, source, body, sections } = this.#stored.bodies.read(draft.record);
    const { title, aliases, headings, links } = draft;
    const short = this.#short(page);
    const packed = packPage(this.#facts(page), this.#titles, this.#settings);
    const { averages } = this.#counts;
    const published = publishMarkdown(
      { file: draft.file, path, markdown, links, targets: site.targets(page) },
      { origin: this.#settings.origin, path: (target) => site.paths[target]! },
    );
    return {
      ...{ page, path, slug: slugOf(path), title, stemmer: this.#stemmers.ofPages[page]! },
      collection: 1 + this.#settings.collections.findIndex(({ name }) => name === site.collectionOf[page]),
      ...{ out: listOf(site.outgoing, page), in: listOf(site.incoming, page) },
      names: hashNames({ title, aliases, slug: slugOf(path), headings }),
      ...{ row: decode(packed.row), reference: decode(packed.reference) },
      ...{
        text: decode(text),
        steps: body.steps,
        markdown: decode(published),
        source: decode(sourceOf(source, published)),
      },
      headings: headings.map((heading, i) => [heading.depth, sections[i]!, writeHeading(heading)]),
      titleWeight: this.#titleWeight(short.title),
      titleLength: relative('title', short.title.length, averages.title),
      bodyLength: relative('body', body.length, averages.body),
      ...{ squaredLength: 0, vector: NO_VECTOR },
      terms: this.#terms(short, body),
    };
  }

  #facts(page: number): CorpusPage {
    const site = this.#site;
    const draft = site.pages[page]!;
    const { canonical, title, description, indexing, aliases, published, updated, language, headings, fields } = draft;
    return {
      ...{ canonical, title, description, indexing, aliases, published, updated, language, headings, fields },
      ...{
        path: site.paths[page]!,
        ending: site.ending(page),
        collection: site.collectionOf[page]!,
      },
      ...{ tags: site.tagsOf[page]!, links: [], sections: [], markdown: NO_BYTES, text: NO_BYTES },
      body: NO_FIELD,
    };
  }

  #titleWeight({ terms }: FieldTerms): number {
    const { order, inTitles } = this.#counts;
    let weight = 0;
    for (const term of terms) weight += rarity(this.#site.pages.length, inTitles[order.ranks[term]!]!);
    return weight;
  }

  /** The terms of a page by place, with their impacts, as `invertField` and `invertAll` compute them. */
  #terms(short: ShortFields, body: FieldTerms): PageTerm[] {
    const { averages, order } = this.#counts;
    const ofTerms = new Map<number, Partial<Record<FieldName, PlacedTerm>>>();
    for (const name of FIELDS) {
      const field = name === 'body' ? body : short[name];
      let at = 0;
      for (let i = 0; i < field.terms.length; i++) {
        const term = order.ranks[field.terms[i]!]!;
        const count = field.counts[i]!;
        const frequency = weightedFrequency(name, count, field.length, averages[name]);
        this.#frequencies[term]! += frequency;
        const fields = ofTerms.get(term) ?? {};
        fields[name] = { impact: impact(frequency), positions: field.positions.subarray(at, at + count) };
        ofTerms.set(term, fields);
        at += count;
      }
    }
    const terms = [...ofTerms].sort(([a], [b]) => a - b);
    return terms.map(([term, fields]) => {
      const all = impact(this.#frequencies[term]!);
      this.#frequencies[term] = 0;
      return { term, impact: all, fields };
    });
  }
}

/** A page whose longer texts are read when they are compared. */
class StoredCopy implements CopyPage {
  readonly path: string;
  readonly #draft: StoredDraft;
  readonly #stored: StoredPages;

  constructor(draft: StoredDraft, path: string, stored: StoredPages) {
    this.path = path;
    this.#draft = draft;
    this.#stored = stored;
  }

  get file(): string {
    return this.#draft.file;
  }

  get title(): string {
    return this.#draft.title;
  }

  get language(): string {
    return this.#draft.language;
  }

  get description(): string {
    return this.#draft.description;
  }

  text(): string {
    return decode(this.#stored.bodies.read(this.#draft.record).text);
  }
}

const NO_VECTOR = new Int8Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_FIELD: FieldTerms = {
  ...{ terms: new Uint32Array(0), counts: new Uint32Array(0), positions: new Uint32Array(0) },
  ...{ length: 0, spellings: new Uint32Array(0), steps: NO_BYTES },
};

function relative(name: 'title' | 'body', length: number, average: number): number {
  return Math.round(LENGTH_PARTS * relativeLength(name, length, average));
}

function listOf({ starts, numbers }: NumberLists, page: number): number[] {
  return Array.from(numbers.subarray(starts[page], starts[page + 1]));
}

function decode({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}

/** A map that shows no page, as `SiteMap.bytes` has it. */
function emptyMapOf(pages: number): Uint8Array {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(4, pages, true);
  return bytes;
}
