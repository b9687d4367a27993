/**
 * Prints how many functions of `src/` run for a search whose words were not asked before, when the code is warm (V8 coverage):
 *
 *     npm run functions -- ARTEFACT [--list]
 *
 * `--list` prints each function with its file and how often it was called.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadArtefact } from '../src/corpus/load_artefact.ts';
import { createLocalRequest } from '../src/http/requests/local_request.ts';
import { createService } from '../src/http/service.ts';

const SEARCHES = 300;
const sources = fileURLToPath(new URL('../src/', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const [artefact] = positionals;
if (artefact === undefined) throw new Error('Usage: npm run functions -- ARTEFACT [--list]');
const corpus = loadArtefact(artefact);
const service = createService({ corpus });
const texts = twoWords();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
for (const path of ['/api/pages', '/api/search']) {
  for (const text of texts.slice(1)) await ask(path, text);
  await called();
  await ask(path, texts[0]!);
  const functions = await called();
  process.stdout.write(`${path}: ${functions.length} functions\n`);
  if (values.list) for (const { name, count } of functions) process.stdout.write(`  ${name}: ${count}\n`);
}

/** Texts of two words of a title each, all different. */
function twoWords(): string[] {
  const found = new Set<string>();
  for (let page = 0; page < corpus.pages.count && found.size < SEARCHES; page++) {
    const words = corpus.pages.title(page).match(/\p{L}{4,}/gu) ?? [];
    if (words.length > 1) found.add(`${words[0]} ${words[1]}`);
  }
  return [...found];
}

async function ask(path: string, text: string): Promise<void> {
  const target = `${path}?q=${encodeURIComponent(text)}`;
  const { status } = await service.answer(createLocalRequest({ method: 'GET', target, fields: {} }));
  if (status !== 200) throw new Error(`${target} has ${status}`);
}

/** The functions of `src/` that ran since the last call. */
async function called(): Promise<{ readonly name: string; readonly count: number }[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!file.startsWith(sources)) return [];
    return functions.flatMap(({ functionName, ranges }) => {
      const { count, startOffset } = ranges[0]!;
      const name = `${file.slice(sources.length)} ${functionName || `(anonymous at ${startOffset})`}`;
      return count > 0 ? [{ name, count }] : [];
    });
  });
}
