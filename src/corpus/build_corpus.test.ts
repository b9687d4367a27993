import { describe, expect, it } from 'vitest';
import { tagText } from './build_corpus.ts';

describe('tagText', () => {
  it.each([
    ['http', 'HTTP', 'HTTP'],
    ['machine-learning', 'Machine Learning', 'Machine Learning'],
    ['machine-learning', 'machine-learning', 'machine-learning'],
    ['c', 'C++', 'C++\nc'],
    ['nodejs', 'Node.js', 'Node.js\nnodejs'],
  ])('finds the tag %s titled %s by %j', (slug, title, text) => {
    expect(tagText(slug, title)).toBe(text);
  });
});
