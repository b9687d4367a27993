import { type OwnerRecord, timestamp } from '../../feedback/feedback_record.ts';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import { answerOf } from '../../feedback/page_answers.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageAnswer } from '../../text/page_answers.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import type { SubjectsFlags } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { readChoice } from './choose_submissions.ts';
import { LEAST_MISSES, missLine, missView } from './feedback_commands.ts';
import { everyRow, withStore } from './feedback_settings.ts';

/** What was said of a page or tool. */
interface Subject {
  readonly about: string | null;
  /** Number of submissions, without those that only say that the page helped. */
  count: number;
  /** Those that say more than whether the page helped. */
  readonly kinds: Record<string, number>;
  /** Answers to the question whether the page helped. */
  readonly helpful: Record<PageAnswer, number>;
  /** Day of the last one, UTC. */
  last: string;
}

/**
 * `catchword feedback pages`: the pages and tools that submissions are about, those with most first, without hidden submissions,
 * and the answers to whether each page helped; then what was searched for and not found.
 */
export function listSubjects(flags: SubjectsFlags, terminal: Terminal): Promise<number> {
  const fits = readChoice(flags, Date.now()) ?? (() => true);
  return withStore(flags, terminal, async (store) => {
    const subjects = await countSubjects(store, (row) => !row.hidden && fits(row));
    const misses = await store.listMisses(LEAST_MISSES);
    if (flags.json === true) {
      terminal.out(`${visibleJson({ pages: subjects, misses: misses.map(missView) }, 1)}\n`);
      return 0;
    }
    if (subjects.length === 0) terminal.err('No submission is about a page.\n');
    for (const { about, count, kinds, helpful, last } of subjects) {
      const answers = [
        ['helpful', helpful.yes],
        ['not helpful', helpful.no],
      ] as const;
      const told = [...Object.entries(kinds), ...answers.filter(([, times]) => times > 0)].map(
        ([name, times]) => `${times} ${name}`,
      );
      const subject = about === null || about === '' ? '(no page)' : visible(about);
      terminal.out(`${String(count).padStart(7)}  ${last}  ${subject}  ${told.join(', ')}\n`);
    }
    if (misses.length > 0) terminal.out(`\nSearches that found nothing:\n${misses.map(missLine).join('')}`);
    return 0;
  });
}

async function countSubjects(store: FeedbackStore, fits: (row: OwnerRecord) => boolean): Promise<readonly Subject[]> {
  const subjects = new Map<string | null, Subject>();
  for await (const row of everyRow(store)) {
    if (!fits(row)) continue;
    const { about, kind, submittedAt } = row;
    const subject = subjects.get(about) ?? { about, count: 0, kinds: {}, helpful: { yes: 0, no: 0 }, last: '' };
    subjects.set(about, subject);
    const day = timestamp(submittedAt).slice(0, 10);
    const answer = answerOf(row);
    // What helps needs no work.
    if (answer !== 'yes') subject.count++;
    if (answer === null) subject.kinds[kind] = (subject.kinds[kind] ?? 0) + 1;
    else subject.helpful[answer]++;
    if (day > subject.last) subject.last = day;
  }
  // Equal ones by name, so that the order is the same each time.
  return [...subjects.values()].sort((a, b) => b.count - a.count || byCodePoint(a.about ?? '', b.about ?? ''));
}
