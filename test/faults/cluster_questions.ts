/** Pages of the site that is asked. */
export const PAGES = 40;
/** Reads that caches may answer. */
export const WARM_UP = [
  ...['/api/pages/notes/p7', '/version.json', '/api/pages?q=page&limit=50', '/api/pages?q=%22see%20next%22'],
  ...['/api/pages?q=page&facets=collection', '/api/site-pages', '/notes/p9.md'],
];
/** Questions that are asked once, by their number: clauses, phrases, words that are nowhere together, beginnings of words, typos. */
const QUESTIONS: readonly ((page: number, limit: number) => string)[] = [
  (page, limit) => `/api/pages?q=page%20${page}&limit=${limit}`,
  (page, limit) => `/api/search?q=pag%20${page}&limit=${1 + (limit % 50)}&offset=${Math.floor(limit / 50)}`,
  (page, limit) => `/api/pages?q=%22page%20${page}%22%20see&limit=${limit}&facets=tags`,
  (page, limit) => `/api/search?q=pgae%20${page}&limit=${1 + (limit % 50)}&sections=${Math.floor(limit / 50)}`,
  (page, limit) => `/api/pages?q=nowhere%20${page}&limit=${limit}`,
];
const LIMITS = 100;
let questions = 0;

/** @returns a path that it never gave before */
function nextQuestion(): string {
  const at = questions++;
  const [kind, rest] = [at % QUESTIONS.length, Math.floor(at / QUESTIONS.length)];
  if (rest >= PAGES * LIMITS) throw new Error('All questions have been asked.');
  return QUESTIONS[kind]!(rest % PAGES, 1 + Math.floor(rest / PAGES));
}

let asked = 0;

/** @returns twice a question that no cache answers, then a read that one may */
export function nextPath(): string {
  const at = asked++;
  return at % 3 === 2 ? WARM_UP[Math.floor(at / 3) % WARM_UP.length]! : nextQuestion();
}
