// Rewrites the answers that the demo pages of a site show: refresh_demos.ts [FOLDER]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoPage, readDemoPages } from './demo_pages.ts';
import { createDemoService } from './demo_service.ts';
import { prettyJson } from './pretty_json.ts';

/** Answers are part of the pages that are asked about, so new answers can change others; they settle soon. */
const MOST_ROUNDS = 8;

const folder = process.argv[2] ?? 'site';
let changed: string[] = [];
for (let round = 1; round <= MOST_ROUNDS; round++) {
  changed = await refresh(folder);
  process.stdout.write(`Round ${round}: ${changed.length === 0 ? 'nothing to change' : changed.join(', ')}\n`);
  if (changed.length === 0) break;
}
if (changed.length > 0) {
  process.stderr.write(`Cannot settle the answers of ${folder}: they still change after ${MOST_ROUNDS} rounds.\n`);
  process.exitCode = 1;
}

/** @returns the files whose answers were not what the service answers, now rewritten */
async function refresh(site: string): Promise<string[]> {
  const answer = await createDemoService(site);
  const rewritten: string[] = [];
  for (const page of readDemoPages(site)) {
    const markdown = await withAnswers(page, answer);
    if (markdown === page.markdown) continue;
    writeFileSync(join(site, page.file), markdown);
    rewritten.push(page.file);
  }
  return rewritten;
}

async function withAnswers(
  { file, markdown, exchanges }: DemoPage,
  answer: Awaited<ReturnType<typeof createDemoService>>,
): Promise<string> {
  let text = '';
  let copied = 0;
  for (const { line, request, status, start, end } of exchanges) {
    const given = await answer(request);
    if (given.status !== status) {
      process.stderr.write(`${file}:${line}: the answer's status is ${given.status}, the page says ${status}.\n`);
      process.exitCode = 1;
    }
    text += `${markdown.slice(copied, start)}${prettyJson(given.body)}\n`;
    copied = end;
  }
  return text + markdown.slice(copied);
}
