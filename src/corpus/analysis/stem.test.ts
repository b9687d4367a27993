import { describe, expect, test } from 'vitest';
import { stemAlgorithm, stemmerFor } from './stem.ts';

describe('stemAlgorithm', () => {
  test.each([
    ['en', 'english'],
    ['EN-gb', 'english'],
    ['nb-NO', 'norwegian'],
    ['ja', 'none'],
    ['', 'none'],
    ['constructor', 'none'],
  ])('%j uses %s', (language, algorithm) => {
    expect(stemAlgorithm(language)).toBe(algorithm);
  });
});

describe('stemmerFor', () => {
  test.each([
    ['english', 'validators', 'valid'],
    ['english', "redis's", 'redi'],
    ['english', 'redis’s', 'redi'],
    ['english', "don't", 'dont'],
    ['english', 'utf8s', 'utf8s'],
    ['german', 'hauser', 'haus'],
    ['none', 'validators', 'validators'],
    ['none', "redis's", 'redis'],
    ['none', '', ''],
  ])('%s stems %j to %j', (algorithm, word, stem) => {
    expect(stemmerFor(algorithm)(word)).toBe(stem);
  });
});
