import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../test/fixtures/content_of.ts';
import { artefactOf } from '../../../test/fixtures/corpus_of.ts';
import { Missed } from '../../async/missed.ts';
import { openCorpus, readCorpus, readShapes } from '../open_corpus.ts';
import { ArtefactError } from './artefact_format.ts';
import { type ArtefactSource, DistantSections, MissedPieces } from './distant_sections.ts';

/** Longer than what is fetched when an artefact is opened. */
const long = Array.from({ length: 3_000 }, (_, at) => `word${at} w${at * 7} `).join('');
const bytes = artefactOf([
  { path: 'a', title: 'A', text: long, markdown: `# A\n\n${long}`, links: ['b'], tags: ['one'] },
  { path: 'b', title: 'B', text: 'Short.', markdown: '# B\n\nShort.', collection: 'writing' },
  { path: 'c', title: 'C', text: long, markdown: `# C\n\n${long}`, aliases: ['see'], updated: '2026-01-02' },
]);
const artefact = new Uint8Array(bytes);
const signal = new AbortController().signal;

function sourceOf(bytes: Uint8Array): ArtefactSource & { readonly reads: (readonly [number, number])[] } {
  const reads: (readonly [number, number])[] = [];
  return {
    reads,
    async read(offset, length) {
      reads.push([offset, length]);
      return bytes.slice(offset, offset + length);
    },
  };
}

/** Runs work again until nothing is missing. @returns its value, and how often something was */
async function whole<Value>(sections: DistantSections, work: () => Value): Promise<readonly [Value, number]> {
  for (let rounds = 0; ; rounds++) {
    try {
      return [work(), rounds];
    } catch (error) {
      if (!(error instanceof MissedPieces)) throw error;
      await sections.fetch(error.pieces, signal);
    }
  }
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const failure = await DistantSections.open(sourceOf(bytes), signal).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ArtefactError);
  return (failure as ArtefactError).reason;
}

describe('sections over a network', () => {
  test('open with the header and all small sections, in few reads', async () => {
    const source = sourceOf(artefact);
    const sections = await DistantSections.open(source, signal);
    expect(source.reads[0]).toEqual([0, 65_536]);
    expect(source.reads.length).toBeLessThan(6);
    expect(readShapes(sections).manifest.pages).toBe(3);
    expect(await sections.isCurrent(signal)).toBe(true);
  });

  test('hold what the same artefact in memory holds', async () => {
    const sections = await DistantSections.open(sourceOf(artefact), signal);
    const expected = contentOf(openCorpus(bytes.buffer));
    for (const [name, read] of Object.entries(contentOf(readCorpus(readShapes(sections))))) {
      expect([name, (await whole(sections, read))[0]]).toEqual([name, expected[name]!()]);
    }
  });

  test('give the text of a page after the one read that it needs, and then again without any', async () => {
    const source = sourceOf(artefact);
    const sections = await DistantSections.open(source, signal);
    const corpus = readCorpus(readShapes(sections));
    const opened = source.reads.length;
    const [text, rounds] = await whole(sections, () => Buffer.from(corpus.pages.markdown(1)).toString());
    expect([text, rounds]).toEqual(['# B\n\nShort.', 1]);
    expect(source.reads.length).toBe(opened + 1);
    expect(Buffer.from(corpus.pages.markdown(1)).toString()).toBe('# B\n\nShort.');
    expect(source.reads.length).toBe(opened + 1);
  });

  test('read ahead for items that are named before', async () => {
    const sections = await DistantSections.open(sourceOf(artefact), signal);
    const corpus = readCorpus(readShapes(sections));
    const named = [0, 1, 2].map((page) => ['pages.row', page] as const);
    const [, rounds] = await whole(sections, () => sections.prefetch(named));
    expect(rounds).toBe(1);
    expect([0, 1, 2].map((page) => Buffer.from(corpus.pages.row(page)).includes('"path"'))).toEqual([true, true, true]);
  });

  test('miss a section as a run that cannot go on does', () => {
    expect(new MissedPieces([])).toBeInstanceOf(Missed);
  });

  test.each([
    ['nothing', new Uint8Array(), 'it is empty; build it again'],
    ['a page of HTML', new TextEncoder().encode('<!doctype html>'.repeat(20)), 'it is not a Catchword artefact'],
    ['a file that was cut off', artefact.slice(0, 3_000), 'its header is damaged; build it again'],
  ])('refuse %s', async (_, bytes, reason) => {
    expect(await refusalOf(bytes)).toBe(reason);
  });

  test('refuse a section with other bytes than those that were written', async () => {
    const damaged = artefact.slice();
    const sections = await DistantSections.open(sourceOf(artefact), signal);
    damaged[sections.place('manifest').offset + 10]! ^= 1;
    expect(await refusalOf(damaged)).toBe('its section "manifest" is damaged; build it again');
  });

  test('refuse a block of another artefact in the place of this one', async () => {
    const bytes = artefact.slice();
    const sections = await DistantSections.open(sourceOf(bytes), signal);
    const corpus = readCorpus(readShapes(sections));
    bytes.fill(1, sections.place('pages.markdown').offset);
    await expect(whole(sections, () => corpus.pages.markdown(0))).rejects.toThrow(
      new ArtefactError('its section "pages.markdown" is damaged; build it again'),
    );
  });

  test('end a wait for a source that never answers', async () => {
    const silent: ArtefactSource = { read: () => new Promise(() => {}) };
    await expect(DistantSections.open(silent, AbortSignal.timeout(20))).rejects.toThrow('timeout');
  });

  test('refuse an answer that is too short', async () => {
    const bytes = artefact.slice();
    const short = {
      read: async (offset: number, length: number) => bytes.slice(offset, offset + length - (offset ? 1 : 0)),
    };
    await expect(DistantSections.open(short, signal)).rejects.toThrow('it was truncated while it was open');
  });
});
