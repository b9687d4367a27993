import type { SearchAnswer } from './answers.ts';

/** What the status line says of an answer: `41 pages, 3 with a spelling near "kubernetes"`. */
export function describeAnswer(answer: SearchAnswer, q: string): string {
  const { total, exactTotal, words, relaxed } = answer;
  if (total === 0) return q.trim() === '' ? 'No page passes these filters' : `No page for "${q.trim()}"`;
  const pages = countOf(total, 'page');
  if (relaxed === true) return `No page holds all words: ${pages} with some of them`;
  const near = total - exactTotal;
  if (near === 0) return pages;
  const meant = words.filter((word) => word.as === 'typo').map((word) => `"${word.text}"`);
  return `${pages}, ${near} with a spelling near ${meant.length === 0 ? 'yours' : meant.join(' and ')}`;
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
