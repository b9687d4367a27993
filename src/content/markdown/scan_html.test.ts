import { expect, test } from 'vitest';
import { scanHtml } from './scan_html.ts';

function scan(html: string) {
  const seen: { words: string; links: string[]; images: string[]; code: string[] } = {
    ...{ words: '', links: [], images: [], code: [] },
  };
  scanHtml(html, {
    words: (text) => {
      seen.words += text;
    },
    border: () => {
      seen.words += '|';
    },
    link: (target, isImage) => (isImage ? seen.images : seen.links).push(target),
    code: (text) => seen.code.push(text),
  });
  return seen;
}

test.each([
  ['words and links', '<a class="x" href="/b?c=1&amp;d">B &amp; <b>C</b></a>', 'B & C', ['/b?c=1&d'], []],
  [
    'no links in code',
    '<code><a href="/b">x</a></code><kbd><a href="/c">y</a></kbd> <a href="/d">z</a>',
    'xy z',
    ['/d'],
    [],
  ],
  ['borders between blocks', '<li>a</li><li>b<br>c</li>', '|a||b c|', [], []],
  ['JSX', "<Link to='/a'>x</Link><Card href={`/b`} />", 'x|', ['/a', '/b'], []],
  [
    'no comments, scripts or styles',
    'a<!-- <a href="/x">y</a> --><script>"<b>"</script><style>p{}</style>b',
    'a||b',
    [],
    [],
  ],
  ['preformatted text as code', '<pre><code>a &lt; b\n  c</code></pre>', '|', [], ['a < b\n  c']],
  ['a comment that never closes', 'a<!-- b', 'a', [], []],
  ['a lone angle bracket', 'a < b', 'a < b', [], []],
  ['attributes with a bracket in quotes', '<img alt="a > b">c', 'c', [], []],
])('scanHtml reads %s', (_name, html, words, links, code) => {
  expect(scan(html)).toEqual({ words, links, images: [], code });
});

test.each([
  ['<img alt="a" src="/a.png?x=1&amp;y">', ['/a.png?x=1&y']],
  ['<Image src=\'./a.png\' /><img src={`b.png`} /><img src={photo}><img data-src="c.png">', ['./a.png', 'b.png']],
  ['<code><img src="a.png"></code><video src="b.mp4"></video>', []],
])('scanHtml reads the pictures of %s', (html, images) => {
  expect(scan(html).images).toEqual(images);
});

test.each(['<', '<a', '<a "', '<!', '<!--', '<a href="', '<pre>', '&amp', '<a b={'])(
  'scanHtml reads 200,000 times %j',
  (piece) => {
    expect(scan(piece.repeat(200_000)).links).toEqual([]);
  },
);
