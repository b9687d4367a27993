import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CataloguedRefusal } from '../problems/refusal.ts';
import { isRefusal } from '../problems/refusal.ts';
import {
  fingerprintOf,
  KINDS,
  SEVERITIES,
  type Submission,
  submissionFromForm,
  submissionSchema,
  validateSubmission,
} from './submission.ts';

const good = { kind: 'broken', severity: 'low', message: 'It fails.' } as const;

/** The summary of a refusal, and pointer and detail of each error. */
function refused(value: unknown) {
  const refusal = validateSubmission(value) as CataloguedRefusal;
  expect(refusal).toMatchObject({ kind: 'refusal', slug: 'invalid-submission' });
  const { dimension, maximum, actual, detail, errors } = refusal;
  expect(detail).toBe(errors![0]!.detail);
  return {
    dimension,
    maximum,
    actual,
    errors: errors!.map((place) => ['pointer' in place && place.pointer, place.detail]),
  };
}

describe('validateSubmission', () => {
  test.each([
    [good, { ...good, about: null }],
    [
      { ...good, about: '' },
      { ...good, about: '' },
    ],
    [
      { ...good, about: 'docs/größe' },
      { ...good, about: 'docs/größe' },
    ],
    [
      { ...good, message: '   ' },
      { ...good, message: '   ', about: null },
    ],
    [
      { ...good, message: '\u0000' },
      { ...good, message: '\u0000', about: null },
    ],
    [
      { ...good, message: '😀'.repeat(2000) },
      { ...good, message: '😀'.repeat(2000), about: null },
    ],
    [
      { ...good, about: '😀'.repeat(128) },
      { ...good, about: '😀'.repeat(128) },
    ],
  ])('takes %j', (value, submission) => {
    expect(validateSubmission(value)).toEqual(submission);
  });

  const kinds = 'expected "missing", "broken", "confusing", "inaccurate" or "other".';
  const members = 'Cannot record an unknown member: a submission can have only kind, severity, message and about.';
  const shown = 'Cannot record about: it contains a control or bidirectional formatting character.';
  test.each([
    [null, '#', 'Cannot read the submission: expected an object.'],
    [[good], '#', 'Cannot read the submission: expected an object.'],
    ['x', '#', 'Cannot read the submission: expected an object.'],
    [{ severity: 'low', message: 'm' }, '#', `Cannot record a submission without kind: ${kinds}`],
    [{ ...good, kind: 'CANARY' }, '#/kind', `Cannot read kind: ${kinds}`],
    [{ ...good, kind: ['broken'] }, '#/kind', `Cannot read kind: ${kinds}`],
    [{ ...good, severity: 'High' }, '#/severity', 'Cannot read severity: expected "high", "medium" or "low".'],
    [{ ...good, message: null }, '#/message', 'Cannot read message: expected a string of 1 to 2000 characters.'],
    [{ ...good, message: '\ud800' }, '#/message', 'Cannot record message: it contains a lone surrogate.'],
    [{ ...good, about: null }, '#/about', 'Cannot read about: expected a string of up to 128 characters.'],
    [{ ...good, about: 'a\udc00' }, '#/about', 'Cannot record about: it contains a lone surrogate.'],
    [{ ...good, about: '<script>\r\n' }, '#/about', shown],
    [{ ...good, about: 'a\u202eb' }, '#/about', shown],
    [{ ...good, about: 'a\u2066b' }, '#/about', shown],
    [{ ...good, about: '\u0000' }, '#/about', shown],
    [{ ...good, mesage: 'm' }, '#/mesage', members],
    [JSON.parse('{"kind":"broken","severity":"low","message":"m","__proto__":{}}'), '#/__proto__', members],
    [{ ...good, constructor: 1 }, '#/constructor', members],
    [{ ...good, 'It fails when I press the button.': '' }, '#', members],
  ])('refuses the shape of %j', (value, pointer, detail) => {
    expect(refused(value)).toEqual({ dimension: 'shape', errors: [[pointer, detail]] });
  });

  test.each([
    [{ ...good, message: '' }, 'message', 2000, 0, '1 to 2000'],
    [{ ...good, message: 'm'.repeat(2001) }, 'message', 2000, 2001, '1 to 2000'],
    [{ ...good, message: '😀'.repeat(2001) }, 'message', 2000, 2001, '1 to 2000'],
    [{ ...good, about: '😀'.repeat(129) }, 'about', 128, 129, 'up to 128'],
  ])('refuses the length of %j', (value, member, maximum, actual, range) => {
    const detail = `Cannot record ${member} of ${actual} characters: expected a string of ${range} characters.`;
    expect(refused(value)).toEqual({ dimension: 'length', maximum, actual, errors: [[`#/${member}`, detail]] });
  });

  test('lists every finding, shapes before lengths', () => {
    const { dimension, maximum, errors } = refused({ kind: 'bad', message: '', about: '\n', x: 1 });
    expect([dimension, maximum]).toEqual(['shape', undefined]);
    expect(errors.map(([pointer]) => pointer)).toEqual(['#/x', '#/kind', '#', '#/about', '#/message']);
  });

  test('answers a body with many unknown members briefly', () => {
    const strange = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, 1]));
    expect(refused(strange).errors).toHaveLength(50);
  });

  test('never quotes what was sent', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('kind', 'severity', 'message', 'about', 'C4NARY \n'), canaries),
        (value) => {
          const answer = validateSubmission(value);
          if (isRefusal(answer)) expect(JSON.stringify(answer)).not.toContain('C4NARY');
        },
      ),
    );
  });

  test('agrees with the published schema', () => {
    const holds = new Ajv2020().compile(submissionSchema);
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\u0000', '\u202e', '😀'.repeat(129)));
    const value = fc.record(
      {
        kind: fc.oneof(fc.constantFrom<unknown>(...KINDS), text),
        severity: fc.oneof(fc.constantFrom<unknown>(...SEVERITIES), text),
        message: fc.oneof(text, fc.constant('m'.repeat(2001)), fc.jsonValue()),
        about: fc.oneof(text, fc.jsonValue()),
        other: text,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (body) => {
        expect(!isRefusal(validateSubmission(body))).toBe(holds(body));
      }),
      { numRuns: 1000 },
    );
  });
});

const canaries = fc.constantFrom<unknown>(
  'C4NARY',
  'C4NARY'.repeat(500),
  ['C4NARY'],
  { C4NARY: 'C4NARY' },
  'C4NARY\ud800',
);

describe('fingerprintOf', () => {
  const submission: Submission = { ...good, about: null };

  test('is the same for submissions with the same values', () => {
    const reordered = validateSubmission(JSON.parse('{"message":"It fails.", "severity":"low","kind":"broken"}'));
    expect(fingerprintOf(reordered as Submission)).toEqual(fingerprintOf(submission));
  });

  test.each([
    { ...submission, about: '' },
    { ...submission, about: 'null' },
    { ...submission, severity: 'high' },
    { ...submission, kind: 'other' },
    { ...submission, message: 'It fails. ' },
  ] as const)('differs for %j', (other) => {
    expect(fingerprintOf(other)).not.toEqual(fingerprintOf(submission));
  });
});

describe('submissionSchema', () => {
  test('lists the characters that about must not contain', () => {
    const { pattern } = (submissionSchema.properties as { readonly about: { readonly pattern: string } }).about;
    const allowed = new RegExp(pattern, 'u');
    const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const wrong = characters.filter(
      (character) => allowed.test(character) === /[\p{Cc}\p{Bidi_Control}]/u.test(character),
    );
    expect(wrong).toEqual([]);
  });
});

const readForm = (form: string) => submissionFromForm(new URLSearchParams(form));

describe('submissionFromForm', () => {
  test('reads the fields of a form except its key', () => {
    expect(readForm('kind=other&severity=high&message=a+b%26c&about=docs%2Fx&idempotency-key=k')).toEqual({
      kind: 'other',
      severity: 'high',
      message: 'a b&c',
      about: 'docs/x',
    });
  });

  test('treats an empty about as not sent', () => {
    expect(readForm('kind=other&severity=high&message=m&about=')).toMatchObject({ about: null });
  });

  test('counts a line end as one character', () => {
    const message = 'a\r\n'.repeat(1000);
    expect(readForm(`kind=other&severity=high&message=${encodeURIComponent(message)}`)).toMatchObject({
      message: 'a\n'.repeat(1000),
    });
  });

  test('refuses a field that is given twice', () => {
    expect(readForm('kind=other&severity=high&message=m&message=n')).toMatchObject({
      slug: 'invalid-submission',
      detail: 'Cannot read the form: a field appears twice.',
      errors: [{ pointer: '#' }],
    });
  });

  test.each(['', 'kind=other&severity=high&message=', 'kind=other&severity=high&message=m&__proto__=x'])(
    'refuses %j as it would the same in JSON',
    (form) => {
      expect(readForm(form)).toMatchObject({ slug: 'invalid-submission' });
    },
  );
});
