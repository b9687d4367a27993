import { expect, it } from 'vitest';
import { explainNoOrigin } from './build_summary.ts';

const rest = '; the sitemap and feeds are off. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN.';

it.each([
  ['', `No origin: addresses are root-relative${rest}`],
  ['/docs', `No origin: addresses are root-relative${rest}`],
  ['http://localhost:4777', `The origin "http://localhost:4777" is local to this machine${rest}`],
  ['https://site.example/docs', null],
])('says of the origin "%s": %s', (origin, line) => {
  expect(explainNoOrigin(origin)).toBe(line);
});
