import { type Outcome, sumUp, type Totals } from '../../src/cli/eval/measure_queries.ts';
import { table } from '../report/render_tables.ts';
import type { AskedQuestion, QuestionResult } from './measure_questions.ts';

const HEADINGS = ['questions', 'first', 'among 3', 'among 10', 'MRR@10', 'refused'];

/** Markdown: the places of right pages by site and by kind of question, and with `show` those of each question. */
export function renderQuestions(results: readonly QuestionResult[], show: boolean): string {
  const all = results.flatMap(({ questions }) => questions);
  const sites = [
    ...results.map(({ site, questions }) => [site, questions] as const),
    ...(results.length > 1 ? [['all sites', all] as const] : []),
  ];
  const kinds = (['sentence', 'phrase'] as const).map(
    (kind) => [`${kind}s`, all.filter((question) => question.kind === kind)] as const,
  );
  const parts = [
    results.map(({ site, pages }) => `${site}: ${pages} pages`).join(', '),
    '## Questions by the place of the first right page',
    placesTable('site', sites),
    '## Sentences and phrases',
    placesTable('kind', kinds),
    ...(show
      ? results.flatMap(({ site, questions }) => [`## ${site}, question by question`, showTable(questions)])
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function placesTable(heading: string, groups: readonly (readonly [string, readonly AskedQuestion[]])[]): string {
  return table(
    [heading, 'asked', ...HEADINGS],
    groups.flatMap(([name, questions]) =>
      askedOf(questions).map((asked, i) => [
        i === 0 ? name : '',
        asked,
        ...cellsOf(sumUp(questions.flatMap(({ outcomes }) => (asked in outcomes ? [outcomes[asked]!] : [])))),
      ]),
    ),
  );
}

/** All that were asked, in their order; a peer may be missing from some sites. */
function askedOf(questions: readonly AskedQuestion[]): string[] {
  return [...new Set(questions.flatMap(({ outcomes }) => Object.keys(outcomes)))];
}

function cellsOf({ queries, first, amongThree, amongTen, mrr, refused }: Totals): string[] {
  return [...[queries, first, amongThree, amongTen].map(String), mrr.toFixed(3), String(refused)];
}

function showTable(questions: readonly AskedQuestion[]): string {
  const asked = askedOf(questions);
  return table(
    ['question', ...asked],
    questions.map(({ text, outcomes }) => [text, ...asked.map((name) => spellRank(outcomes[name]))]),
  );
}

function spellRank(outcome: Outcome | undefined): string {
  if (outcome?.refused) return 'refused';
  return String(outcome?.rank ?? '-');
}
