import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CheckReport } from '../check/check_site.ts';
import { type LinkResult, NO_HOST, writeResults } from '../check/link_results.ts';
import type { CheckedPage } from '../check/read_site.ts';
import { followExternal } from './follow_external.ts';

const folder = mkdtempSync(join(tmpdir(), 'follow-external-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'links.json');
const terminal = { out() {}, err() {}, outIsTerminal: false, errIsTerminal: false, environment: {} };
const today = new Date().toISOString().slice(0, 10);
const absent: LinkResult = { checked: today, status: 0, fault: NO_HOST };
const good: LinkResult = { checked: today, status: 200 };
const old: LinkResult = { ...absent, checked: '2026-01-01' };

/** @param known results in the file @param said what sites answer; every other host is absent @returns the addresses that were asked, and those found dead */
async function follow(addresses: readonly string[], known: Readonly<Record<string, LinkResult>>, said = {}) {
  writeFileSync(file, writeResults(new Map(Object.entries(known))));
  const links = addresses.map((target) => ({ target, kind: 'outside', line: 1, column: 1 }));
  const pages = [{ file: 'a.md', links }] as unknown as CheckedPage[];
  const report = { findings: [], ignored: 0, unusedIgnores: [] } as unknown as CheckReport;
  const asked: string[] = [];
  const ask = async (some: readonly string[]) => {
    asked.push(...some);
    return new Map(some.map((address) => [address, (said as Record<string, LinkResult>)[address] ?? absent]));
  };
  const { findings } = await followExternal(report, pages, [], file, terminal, '1.0.0', ask);
  return { asked, dead: findings.map(({ target }) => target) };
}

const [a, b, c, d] = ['https://a.org/', 'https://b.org/', 'https://c.org/', 'https://d.org/'] as const;
const offline = 'Cannot follow links to other sites: no host name could be resolved. Is this machine online?';

test('asks only for what is not known or no longer fresh, and keeps the answers', async () => {
  expect(await follow([a, b, c], { [a]: good, [b]: old }, { [c]: good })).toEqual({ asked: [b, c], dead: [b] });
  expect(JSON.parse(readFileSync(file, 'utf8')).links).toEqual({ [a]: good, [b]: absent, [c]: good });
});

test('takes a network without any host for none, and keeps what it knew', async () => {
  await expect(follow([a, b, c], {})).rejects.toThrow(offline);
  expect(await follow([a, b], {})).toEqual({ asked: [a, b], dead: [a, b] });
  await expect(follow([a, b], { [a]: good, [b]: old })).rejects.toThrow(offline);
  expect(JSON.parse(readFileSync(file, 'utf8')).links).toEqual({ [a]: good, [b]: old });
});

test('reports hosts that stay absent while a site that was there still is', async () => {
  const known = { [a]: good, [b]: old, [c]: old, [d]: old };
  expect(await follow([a, b, c, d], known, { [a]: good })).toEqual({ asked: [b, c, d, a], dead: [b, c, d] });
});
