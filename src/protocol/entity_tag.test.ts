import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesEntityTag } from './entity_tag.ts';

describe('namesEntityTag', () => {
  it.each([
    ['the validator', '"a.b"', true],
    ['any', ' * ', true],
    ['a weak spelling of it', 'W/"a.b"', true],
    ['it in a list', '"x" , "a.b"', true],
    ['it as the 4,000th', `${'"x", '.repeat(3999)}"a.b"`, true],
    ['a tag with a comma before it', '"x,y","a.b"', true],
    ['a comma within a tag', '"x,a.b"', false],
    ['another', '"a.b.gz"', false],
    ['it without quotes', 'a.b', false],
    ['a weakness in lower case', 'w/"a.b"', false],
    ['it after what is no tag', 'x"a.b"', false],
    ['it behind an element that is no tag', 'nonsense, "a.b"', true],
    ['nothing', '', false],
    ['an asterisk in a list', '*, "x"', false],
    ['an open quote', '"a.b', false],
  ])('answers for %s', (_, field, expected) => {
    expect(namesEntityTag(field, '"a.b"')).toBe(expected);
  });

  it('finds a tag in every list that holds it, and only there', () => {
    const tag = fc.stringMatching(/^[!#-~]{1,8}$/);
    fc.assert(
      fc.property(fc.array(tag), tag, (tags, wanted) => {
        const field = tags.map((opaque, index) => `${index % 2 === 0 ? 'W/' : ''}"${opaque}"`).join(', ');
        expect(namesEntityTag(field, `"${wanted}"`)).toBe(tags.includes(wanted));
      }),
    );
  });
});
