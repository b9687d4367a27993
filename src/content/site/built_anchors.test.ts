import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtPage, readBuiltPage, withBuiltAnchors } from './built_anchors.ts';

const heading = (text: string, anchor: string) => ({ depth: 2, text, anchor });
const anchors = (html: string, headings: readonly ReturnType<typeof heading>[]) =>
  withBuiltAnchors(headings, builtPage(html)).map(({ anchor }) => anchor);

describe('the anchors of a built page', () => {
  test('are those of the headings with the same text, in the order of the page', () => {
    const html = `
      <h2 class="hidden" id="menu">Menu</h2>
      <h2 id="Set-Up" tabindex="-1">Set <em>Up</em> <a href="#Set-Up">#</a></h2>
      <h3 id='Set-Up-1'>Set Up</h3>
      <h2 id=Types>Types &lt;T&gt; &#38; more</h2>`;
    const headings = [heading('Set Up', 'set-up'), heading('Set Up', 'set-up-1'), heading('Types <T> & more', 'types')];
    expect(anchors(html, headings)).toEqual(['Set-Up', 'Set-Up-1', 'Types']);
  });

  test('are empty where the page has none, as themes give the first heading no id', () => {
    expect(anchors('<h1 data-id="x">batch()</h1><h2>More</h2>', [heading('batch()', 'batch')])).toEqual(['']);
  });

  test('are those of an element in the heading, and those that stand elsewhere under the anchor of the rule', () => {
    const html = '<h2><a id="one"></a>One</h2><section id="two"><p>Two</p></section>';
    expect(anchors(html, [heading('One', 'rule'), heading('Two', 'two'), heading('Three', 'three')])).toEqual([
      ...['one', 'two', ''],
    ]);
  });

  test('are found where a theme adds a sign that has a name', () => {
    const html = '<h2 id="Set_up">Set&nbsp;up<a class="headerlink" href="#Set_up">&para;</a></h2>';
    expect(anchors(html, [heading('Set up', 'set-up')])).toEqual(['Set_up']);
  });

  test('are not those of a menu whose title has the same text and no id', () => {
    const html = '<nav><h2 class="text">Introduction</h2></nav><main><h1 id="intro">Introduction</h1></main>';
    expect(anchors(html, [heading('Introduction', 'introduction')])).toEqual(['intro']);
  });

  test('are those behind starts of headings that have no end', () => {
    expect(builtPage(`${'<h1>'.repeat(20_000)}<h2 id="a">A</h2>`).headings).toEqual([{ key: 'a', id: 'a' }]);
  });

  test('are read from the file that a host answers the address with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-built-'));
    try {
      mkdirSync(join(folder, 'a b'));
      writeFileSync(join(folder, 'index.html'), '<h2 id="home">Home</h2>');
      writeFileSync(join(folder, 'a b', 'index.html'), '<h2 id="folder">Folder</h2>');
      writeFileSync(join(folder, 'c.html'), '<h2 id="file">File</h2>');
      const found = (path: string) => readBuiltPage(folder, path)?.headings.map(({ id }) => id) ?? null;
      expect(['', 'a%20b/', 'a%20b', 'c.html', 'c', 'd', '%'].map(found)).toEqual([
        ...[['home'], ['folder'], ['folder'], ['file'], ['file'], null, null],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
