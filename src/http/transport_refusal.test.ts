import { describe, expect, it } from 'vitest';
import { refuseMessage } from './transport_refusal.ts';

type Message = Parameters<typeof refuseMessage>;

describe('refuseMessage', () => {
  it.each<[string, Message]>([
    ['HTTP/1.1', ['1.1', 1, 'a.example', false]],
    ['a transfer coding on HTTP/1.1', ['1.1', 1, 'a.example', true]],
    ['HTTP/1.0', ['1.0', 1, 'a.example', false]],
    ['HTTP/1.0 without a Host', ['1.0', 0, '', false]],
  ])('lets %s pass', (_, message) => {
    expect(refuseMessage(...message)).toBeNull();
  });

  it.each<[string, Message, number]>([
    ['a request line without a version', ['0.9', 1, 'a.example', false], 400],
    ['HTTP/2.0 in text', ['2.0', 1, 'a.example', false], 505],
    ['a transfer coding on HTTP/1.0', ['1.0', 1, 'a.example', true], 400],
    ['no Host', ['1.1', 0, '', false], 400],
    ['two Host lines', ['1.1', 2, 'a.example', false], 400],
    ['a Host that is none', ['1.1', 1, 'a@b', false], 400],
  ])('refuses %s', (_, message, status) => {
    expect(refuseMessage(...message)).toMatchObject({ status });
  });
});
