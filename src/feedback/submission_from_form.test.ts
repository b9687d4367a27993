import { describe, expect, test } from 'vitest';
import { submissionFromForm } from './submission_from_form.ts';

const read = (form: string) => submissionFromForm(new URLSearchParams(form));

describe('submissionFromForm', () => {
  test('reads the fields of a form, its key aside', () => {
    expect(read('kind=other&severity=high&message=a+b%26c&about=docs%2Fx&idempotency-key=k')).toEqual({
      kind: 'other',
      severity: 'high',
      message: 'a b&c',
      about: 'docs/x',
    });
  });

  test('takes an empty about for none', () => {
    expect(read('kind=other&severity=high&message=m&about=')).toMatchObject({ about: null });
  });

  test('counts a line end as the one character that was typed', () => {
    const message = 'a\r\n'.repeat(1000);
    expect(read(`kind=other&severity=high&message=${encodeURIComponent(message)}`)).toMatchObject({
      message: 'a\n'.repeat(1000),
    });
  });

  test('refuses a field that is given twice', () => {
    expect(read('kind=other&severity=high&message=m&message=n')).toMatchObject({
      slug: 'invalid-submission',
      detail: 'Cannot read the form: a field is given twice.',
      errors: [{ pointer: '#' }],
    });
  });

  test.each(['', 'kind=other&severity=high&message=', 'kind=other&severity=high&message=m&__proto__=x'])(
    'refuses %j as it would the same in JSON',
    (form) => {
      expect(read(form)).toMatchObject({ slug: 'invalid-submission' });
    },
  );
});
