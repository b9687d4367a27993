import { describe, expect, it } from 'vitest';
import { checkFiles, findingsIn } from '../../test/fixtures/check_files.ts';

type Files = Readonly<Record<string, string>>;
const PICTURE = { 'index.md': '# Home\n', 'img/plan-of-1.png': '' };
const unused = (files: Files) => checkFiles(files, [], 'unused-image').findings.map(({ file }) => file);

describe('unused images', () => {
  it('are those that no file of the project names', () => {
    expect(findingsIn(PICTURE, [], 'unused-image')).toEqual([
      'img/plan-of-1.png:0:0 unused-image img/plan-of-1.png: no file in the project refers to it',
    ]);
    expect(findingsIn(PICTURE)).toEqual([]);
  });

  it('are looked for in the folders of static files beside the pages', () => {
    const files = {
      'mkdocs.yml': '',
      'docs/index.md': '# Home\n',
      'static/a-b.png': '',
      'docs/c-d.svg': '',
      'tools/e-f.png': '',
    };
    expect(unused(files)).toEqual(['../static/a-b.png', 'c-d.svg']);
  });

  it.each<[string, string]>([
    ['index.md', '![x](img/plan-of-1.png)'],
    ['index.md', '![[Plan-Of-1.png|200]]'],
    ['index.md', '---\nimage: plan-of-1.png\n---\n'],
    ['index.md', '---\nicon: plan-of-1\n---\n'],
    ['index.md', '{{< figure "plan-of-1" >}}'],
    ['index.md', '<picture><source srcset="/img/plan-of-1.webp"></picture>'],
    ['style.css', 'a { background: url(../img/plan-of-1.png?v=2) }'],
    ['layout.html', '<img src="{{ base }}plan-of-1.png">'],
    ['Card.vue', "import plan from './img/plan-of-1.png'"],
    ['Card.tsx', 'const names = [`plan-of-1`];'],
    ['data.yml', 'images:\n  - plan-of-1\n'],
    ['site.toml', 'image = "plan%2Dof%2D1.png"'],
    ['Card.astro', 'src={`/img/$' + '{name}.png`}'],
    ['Card.svelte', 'src={"plan-of-" + number + ".png"}'],
    ['layout.njk', '<img src="/img/{{ item.key }}.png">'],
    ['gallery.js', "fs.readdirSync('./img/')"],
    ['gallery.ts', "import.meta.glob('/img/*.{png,svg}')"],
  ])('are not those that %s names by %s', (file, text) => {
    expect(unused({ ...PICTURE, [file]: text })).toEqual([]);
  });

  it.each([
    ['favicon-32x32.png'],
    ['apple-touch-icon.png'],
    ['og-image.jpg'],
    ['logo-dark.svg'],
    ['x-social-card.png'],
    ['.github/x.png'],
    ['tests/x.png'],
  ])('are not %s, which is found by its name', (file) => {
    expect(unused({ 'index.md': '# Home\n', [file]: '' })).toEqual([]);
  });

  it('are not other sizes and themes of an image that is used', () => {
    const files = {
      'index.md': '![x](map.png)',
      'map-dark.png': '',
      'map@2x.png': '',
      'map-800x600.webp': '',
      'maps.png': '',
    };
    expect(unused(files)).toEqual(['maps.png']);
  });

  it('are not beside a page of Hugo whose template shows all of them', () => {
    const files = { 'hugo.toml': '', 'content/a/index.md': '# A\n', 'content/a/one.png': '' };
    expect(unused(files)).toEqual(['a/one.png']);
    expect(unused({ ...files, 'layouts/single.html': '{{ range .Resources.ByType "image" }}' })).toEqual([]);
  });

  it('are not judged beside hostile texts, which end in time', () => {
    const text = ['{.png', '$' + '{.png', '"+ .png', '../.png', '*.{png', 'import ']
      .map((piece) => piece.repeat(50_000))
      .join('\n');
    expect(checkFiles({ ...PICTURE, 'a.md': text, 'b.js': text }, [], 'unused-image')).toMatchObject({
      ...{ findings: [], unchecked: 'the project builds paths from more than 100000 values' },
    });
  });
});
