import { fstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { artefactOf } from '../../../../test/fixtures/corpus_of.ts';
import { loadArtefact } from '../../../corpus/load_artefact.ts';
import type { Observation } from '../../../observation/observation.ts';
import { readInBackground } from './served_source.ts';

const bytes = artefactOf([{ path: 'index', text: 'A page', markdown: '# A page' }]);
const folder = mkdtempSync(join(tmpdir(), 'catchword-'));
afterAll(() => rmSync(folder, { recursive: true }));

function loadFrom(name: string, content: Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, ...loadArtefact(path) };
}

function fail(observation: Observation): never {
  throw new Error(`observed ${observation.kind}`);
}

test('reads all of the artefact and closes its file', async () => {
  const { path, shared, pages } = loadFrom('whole', bytes);
  readInBackground(shared, fail);
  await vi.waitFor(() => expect(() => fstatSync(shared.file!.handle)).toThrow('EBADF'));
  writeFileSync(path, 'overwritten');
  expect(Buffer.from(pages.markdown(0)).toString()).toBe('# A page');
});

test('reports a damaged section once, and leaves the file open for what else is asked', async () => {
  const damaged = Uint8Array.from(bytes);
  damaged[damaged.length - 8]! ^= 1;
  const { path, shared, pages } = loadFrom('damaged', damaged);
  const observed: Observation[] = [];
  readInBackground(shared, (observation) => observed.push(observation));
  await vi.waitFor(() => expect(observed).not.toEqual([]));
  const reason = `Cannot open "${path}": its section "code.initials.names.starts" is damaged; build it again`;
  expect(observed).toEqual([{ kind: 'content-damaged', reason }]);
  expect(fstatSync(shared.file!.handle).isFile()).toBe(true);
  expect(Buffer.from(pages.markdown(0)).toString()).toBe('# A page');
});

test('stops when the server ends', async () => {
  const { shared } = loadFrom('stopped', bytes);
  readInBackground(shared, fail).stop();
  await new Promise(setImmediate);
  expect(shared.ready.filter((cell) => cell === 1).length).toBeLessThan(5);
});
