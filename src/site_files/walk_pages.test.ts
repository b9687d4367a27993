import { expect, it } from 'vitest';
import { readDraft, section, writeDraft } from '../../test/faults/craft_artefact.ts';
import { artefactOf } from '../../test/fixtures/corpus_of.ts';
import { openCorpus } from '../corpus/open_corpus.ts';
import { handlerOf } from '../http/fetch_request.ts';
import { createService } from '../http/service.ts';
import type { Observation } from '../observation/observation.ts';

const sound = artefactOf(Array.from({ length: 100 }, (_, page) => ({ path: `docs/${page}`, text: 'word' })));

it.each(['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/feed.xml'])(
  'ends %s with 500 where the rows of pages have other paths than the list',
  async (target) => {
    const draft = readDraft(sound);
    const paths = section(draft, 'pages.path');
    paths.bytes = Buffer.from(paths.bytes.toString().replaceAll('docs', 'toys'));
    const observed: Observation[] = [];
    const handle = handlerOf(
      createService({
        corpus: openCorpus(new Uint8Array(writeDraft(draft)).buffer),
        observe: (observation) => observed.push(observation),
      }),
    );
    const { status } = await handle(new Request(`http://site.example${target}`));
    expect(status).toBe(500);
    expect(observed.filter(({ kind }) => kind === 'request-failed')).toHaveLength(1);
  },
);
