import { parseStrictJson } from '../protocol/strict_json.ts';
import { readParameters } from '../query/ask/read_parameters.ts';
import { readSearch } from '../query/ask/read_search.ts';
import { validatePlan } from '../query/ask/validate.ts';
import type { Caller } from './caller.ts';
import type { PageQuestions } from './page_questions.ts';

/** Most pages to read and to search for by the words of their paths, and the time limit for that in milliseconds. */
const MOST_PAGES = 20;
const LONGEST_TIME = 150;
/** Words of a path that are searched for as people type. */
const MOST_TYPED = 3;

/**
 * Runs some queries before the server accepts requests, so that the runtime compiles the hot code. Without it, the first requests
 * take several times as long.
 *
 * @param questions used only for this, so that the caches that serve requests stay empty
 * @param paths of the site's pages
 */
export async function warmUp(questions: PageQuestions, paths: Iterable<string>): Promise<void> {
  const { grammar } = questions;
  const caller: Caller = { signal: new AbortController().signal };
  const start = performance.now();
  let asked = 0;
  for (const path of paths) {
    if (asked++ === MOST_PAGES || performance.now() - start >= LONGEST_TIME) break;
    const words = path.match(/[\p{L}\p{N}]+/gu) ?? ['page'];
    const clauses = words.map((text) => ({ text, in: 'all' }));
    const page = await questions.find(path);
    await questions.page(page);
    await questions.ask(() => readParameters(`q=${encodeURIComponent(words.join(' '))}&facets=tags`, grammar), caller);
    for (const q of typed(words.slice(0, MOST_TYPED).join(' '))) {
      await questions.search(() => readSearch(`q=${encodeURIComponent(q)}`, grammar), caller);
    }
    for (const body of [
      { match: { any: clauses }, facets: ['collection', 'tags'] },
      { match: { all: [clauses[0], { not: { any: clauses.slice(1).concat(clauses) } }] } },
    ]) {
      await questions.ask(() => validatePlan(parsed(Buffer.from(JSON.stringify(body))), grammar), caller);
    }
  }
}

/** A text as someone types it: its first letter, its beginning, all of it, and with a letter left out. */
function typed(text: string): string[] {
  const letters = [...text];
  const half = letters.slice(0, Math.ceil(letters.length / 2)).join('');
  return [letters[0]!, half, text, letters.toSpliced(1, 1).join('')];
}

function parsed(bytes: Uint8Array): unknown {
  const json = parseStrictJson(bytes);
  return json.ok ? json.value : null;
}
