import { parseStrictJson } from '../protocol/strict_json.ts';
import { caps } from '../query/ask/caps.ts';
import { readParameters } from '../query/ask/read_parameters.ts';
import { validatePlan } from '../query/ask/validate.ts';
import type { Asker } from './asker.ts';
import type { PageQuestions } from './page_questions.ts';

/** Pages that are read and searched by the words of their paths; fewer when that takes longer than so many milliseconds. */
const MOST_PAGES = 20;
const LONGEST_TIME = 150;
/**
 * How often a body is validated that nests as deep as it is long, and how deep: of all bodies it gains most from the compiler, which
 * has seen enough of it at half of the size that a body may have.
 */
const DEEP_BODIES = 3;
const LEVELS = caps.body.maximum / 20;

/**
 * Asks some questions before the first caller does. Until the runtime has compiled what answers them, callers wait several times
 * as long, and the worst of bodies takes twice as long as it may.
 *
 * @param questions of which nothing else is asked, so that their cache stays empty for callers
 * @param paths of the site's pages
 */
export async function warmUp(questions: PageQuestions, paths: Iterable<string>): Promise<void> {
  const { grammar } = questions;
  const asker: Asker = { connection: {}, signal: new AbortController().signal };
  const start = performance.now();
  let asked = 0;
  for (const path of paths) {
    if (asked++ === MOST_PAGES || performance.now() - start >= LONGEST_TIME) break;
    const words = path.match(/[\p{L}\p{N}]+/gu) ?? ['page'];
    const clauses = words.map((text) => ({ text, in: 'all' }));
    const page = await questions.find(path);
    await questions.page(page);
    await questions.ask(() => readParameters(`q=${encodeURIComponent(words.join(' '))}&facets=tags`, grammar), asker);
    for (const body of [
      { match: { any: clauses }, facets: ['collection', 'tags'] },
      { match: { all: [clauses[0], { not: { any: clauses.slice(1).concat(clauses) } }] } },
    ]) {
      await questions.ask(() => validatePlan(parsed(Buffer.from(JSON.stringify(body))), grammar), asker);
    }
  }
  const deep = Buffer.from(`{"match":${'{"not":'.repeat(LEVELS)}null${'}'.repeat(LEVELS)}}`);
  for (let i = 0; i < DEEP_BODIES; i++) await questions.ask(() => validatePlan(parsed(deep), grammar), asker);
}

function parsed(bytes: Uint8Array): unknown {
  const json = parseStrictJson(bytes);
  return json.ok ? json.value : null;
}
