// Rewrites the answers in the demo pages of the site and in the README.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DemoPage, readDemoPage, readDemoPages } from './demo_pages.ts';
import { type AnswerDemo, createDemoService } from './demo_service.ts';
import { prettyJson } from './pretty_json.ts';

/** New answers change the pages, and so can change other answers; this takes few rounds to settle. */
const MOST_ROUNDS = 8;

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'site');

let changed: string[] = [];
for (let round = 1; round <= MOST_ROUNDS; round++) {
  changed = await refresh();
  process.stdout.write(`Round ${round}: ${changed.length === 0 ? 'nothing to change' : changed.join(', ')}\n`);
  if (changed.length === 0) break;
}
if (changed.length > 0) {
  process.stderr.write(`Cannot settle the answers: they still change after ${MOST_ROUNDS} rounds.\n`);
  process.exitCode = 1;
}

/** @returns the files whose answers were wrong and have been rewritten */
async function refresh(): Promise<string[]> {
  const answer = await createDemoService(site);
  const rewritten: string[] = [];
  for (const page of [...readDemoPages(site), readDemoPage(join(root, 'README.md'))]) {
    const markdown = await withAnswers(page, answer);
    if (markdown === page.markdown) continue;
    writeFileSync(page.file, markdown);
    rewritten.push(relative(root, page.file));
  }
  return rewritten;
}

async function withAnswers({ file, markdown, exchanges }: DemoPage, answer: AnswerDemo): Promise<string> {
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
