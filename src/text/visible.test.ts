import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { visible, visibleJson, visibleLines, xmlText } from './visible.ts';

/** C0, DEL, C1, direction and noncharacters. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]/;

test.each([
  ['\u001b[31m', '\\u{1b}[31m', '"\\u001b[31m"'],
  ['a\u0085\u009bb', 'a\\u{85}\\u{9b}b', '"a\\u0085\\u009bb"'],
  ['\u202e\u2066\u200e\u061c', '\\u{202e}\\u{2066}\\u{200e}\\u{61c}', '"\\u202e\\u2066\\u200e\\u061c"'],
  ['a\nb\t', 'a\\u{a}b\\u{9}', '"a\\nb\\t"'],
  ['é 文 👍', 'é 文 👍', '"é 文 👍"'],
])('%j is visible', (text, line, json) => {
  expect([visible(text), visibleJson(text)]).toEqual([line, json]);
});

test('lines stay lines', () => {
  expect(visibleLines('a\r\n\tb\u001b\u0085')).toBe('a\r\n\tb\\u{1b}\\u{85}');
});

test('JSON keeps its value and hides nothing', () => {
  const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1), (each, indent) => {
      const json = visibleJson({ ...each, sample: '\u001b\u0085\u202e' }, indent);
      expect(JSON.parse(json)).toEqual({ ...each, sample: '\u001b\u0085\u202e' });
      expect(json.replaceAll('\n', '')).not.toMatch(HIDDEN);
    }),
  );
});

const anything =
  '<grammar xmlns="http://relaxng.org/ns/structure/1.0"><start><element><anyName/><attribute name="a"/><text/></element></start></grammar>';

describe('xmlText', () => {
  it.each([
    ['a<b>&"\'', 'a&lt;b&gt;&amp;&quot;&apos;'],
    [']]>', ']]&gt;'],
    ['\t\n\r', '&#9;&#10;&#13;'],
    ['\u0000\u0008\u000b\u000c\u001f\ufffe\uffff', '\ufffd'.repeat(7)],
    ['\ud800', '\ufffd'],
    ['\udc00\ud800', '\ufffd\ufffd'],
    ['\u007f\u0085\u2028\u202e\ue000\ufffd😀\u{10ffff}', '\u007f\u0085\u2028\u202e\ue000\ufffd😀\u{10ffff}'],
  ])('writes %j as %j', (text, written) => {
    expect(xmlText(text)).toBe(written);
  });

  it('gives a parser every text back, in elements and attributes, but for what XML cannot hold', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 200, seed: 1 });
    const held = texts.map((text) =>
      text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'),
    );
    // Separated by a letter that no form has.
    const joined = texts.map(xmlText).join('@@');
    const { errors, normalized } = await validateXML({
      xml: `<x a="${joined}">${joined}</x>`,
      schema: anything,
      extension: 'relaxng',
      normalization: 'c14n',
    });
    expect(errors).toEqual([]);
    const [, attribute, content] = /^<x a="([^"]*)">([^<]*)<\/x>$/.exec(normalized.trim())!;
    const read = (text: string) =>
      text
        .replace(/&#x([0-9A-F]+);/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
        .replace(
          /&(lt|gt|quot|amp);/g,
          (_, name: 'lt' | 'gt' | 'quot' | 'amp') => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name],
        );
    expect(read(attribute!)).toBe(held.join('@@'));
    expect(read(content!)).toBe(held.join('@@'));
  });
});
