import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';
import { imagePlacesOf } from './image_places.ts';

/** The places of a site as `folder > address`, relative to its project. */
function placesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const { place, context } = readSite(files);
  const home = place.home === null ? null : '/site';
  const root = place.root === '' ? '/site' : `/site/${place.root}`;
  return imagePlacesOf({ root, place: { ...place, home }, context }).map(
    ({ folder, address }) => `${folder} > ${address}`,
  );
}

const STATIC = [
  ...['/site/static > ', '/site/public > ', '/site/src/public > '],
  ...['assets', 'images', 'img', 'media'].map((name) => `/site/${name} > ${name}`),
];

test.each<[string, Record<string, string>, readonly string[]]>([
  ['a plain folder: all of it', { 'a.md': '# A\n', 'b/c.md': '# C\n' }, ['/site > ']],
  [
    'Docusaurus: its documents and its static files, and not the whole project',
    { 'docusaurus.config.js': "export default { presets: [['classic', {}]] };", 'docs/a.md': '# A\n' },
    ['/site/docs > docs', '/site/docs > docs', ...STATIC],
  ],
  [
    'Hugo: its content, and the files beside it',
    { 'hugo.toml': '', 'content/a.md': '# A\n' },
    ['/site/content > ', ...STATIC],
  ],
])('images may be, on a site of %s', (_what, files, places) => {
  expect(placesOf(files)).toEqual(places);
});
