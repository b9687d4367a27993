import { expect, it } from 'vitest';
import { contentPolicy, expectRefusal, readFields } from './expected.ts';
import { describeFeedback } from './feedback.ts';
import { textOf } from './transports.ts';

const target = '/feedback';

describeFeedback('4.13 GET /feedback', (given) => {
  const { send } = given;

  it('answers the form, uncacheable', async () => {
    const answer = await send({ target });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...contentPolicy(answer, "'self'"),
      }),
    });
    expect(textOf(answer)).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(textOf(answer)).not.toMatch(/<script|role="status"/);
  });

  it('shows the thanks only for ?submitted=1', async () => {
    const thanks = /role="status"><strong>Thank you/;
    expect(textOf(await send({ target: `${target}?submitted=1` }))).toMatch(thanks);
    expect(textOf(await send({ target: `${target}?submitted=%3Cscript%3E` }))).not.toMatch(thanks);
  });

  it.each([
    ['yes', 'This page helped.'],
    ['no', 'This page did not help.'],
  ])('says what the reader answered with ?helpful=%s', async (helpful, message) => {
    const html = textOf(await send({ target: `${target}?about=guide&helpful=${helpful}` }));
    expect([...html.matchAll(/value="(\w+)" required checked/g)].map(([, value]) => value)).toEqual(['other', 'low']);
    expect(html).toContain(`>${message}</textarea>`);
    expect(html).toContain('name="about" maxlength="128" value="guide"');
  });

  it('says nothing for any other answer', async () => {
    const html = textOf(await send({ target: `${target}?helpful=maybe` }));
    expect(html).not.toContain(' checked');
    expect(html).toContain('></textarea>');
  });

  it('has a new key each time, which records one submission', async () => {
    const key = async () => /name="idempotency-key" value="([^"]+)"/.exec(textOf(await send({ target })))![1]!;
    const [one, other] = [await key(), await key()];
    expect(one).not.toBe(other);
    const fields = { kind: 'other', severity: 'low', message: 'a', about: '', 'idempotency-key': one };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
    const request = { method: 'POST', target: '/api/feedback', headers, body: new URLSearchParams(fields).toString() };
    expect([(await send(request)).status, (await send(request)).status]).toEqual([303, 303]);
    expect(await given.store.exportRows(0, 9)).toHaveLength(1);
  });

  it('is HTML only, and accepts no POST', async () => {
    expectRefusal(await send({ target, headers: { Accept: 'application/json' } }), 'not-acceptable', {
      vary: 'Accept',
    });
    expectRefusal(await send({ method: 'POST', target }), 'method-not-allowed', { allow: 'GET, HEAD, OPTIONS' });
  });
});
