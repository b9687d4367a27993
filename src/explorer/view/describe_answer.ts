import type { SearchAnswer } from '../../client/api_types.ts';

/** The text of the status line about an answer: `41 pages, 3 with all words`. */
export function describeAnswer(answer: SearchAnswer, q: string): string {
  const { total, exactTotal, words, relaxed } = answer;
  if (total === 0) return q.trim() === '' ? 'No page passes these filters' : `No page for "${q.trim()}"`;
  const pages = countOf(total, 'page');
  if (relaxed === true) return `No page holds all words: ${pages} with some of them`;
  const near = total - exactTotal;
  if (near === 0) return pages;
  if (words.length > 1 && exactTotal > 0) return `${pages}, ${exactTotal.toLocaleString('en')} with all words`;
  const meant = words.filter((word) => word.as === 'typo').map((word) => `"${word.text}"`);
  return `${pages}, ${near} with a spelling near ${meant.length === 0 ? 'yours' : meant.join(' and ')}`;
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
