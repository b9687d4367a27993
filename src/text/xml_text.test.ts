import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { xmlText } from './xml_text.ts';

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
