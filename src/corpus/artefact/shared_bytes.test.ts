import { closeSync, mkdtempSync, openSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ArtefactError, CHUNK, joinArtefact, layOutArtefact } from './artefact_format.ts';
import { Sections } from './sections.ts';
import { type SharedBytes, shareBytes, shareFile } from './shared_bytes.ts';

const large = new Uint8Array(3 * CHUNK + 5).map((_, i) => 1 + (i % 251));
const artefact = new Uint8Array(
  joinArtefact(
    layOutArtefact([
      ['small', Buffer.from('[1,2]')],
      ['large', large],
    ]),
  ),
);

const folder = mkdtempSync(join(tmpdir(), 'catchword-'));
const handles: number[] = [];
afterAll(() => {
  handles.forEach(closeSync);
  rmSync(folder, { recursive: true });
});

function inFile(name: string): { readonly path: string; readonly shared: SharedBytes } {
  const path = join(folder, name);
  writeFileSync(path, artefact);
  const handle = openSync(path, 'r');
  handles.push(handle);
  return { path, shared: shareFile({ handle, path }, artefact.length) };
}

const readsInProgress = ({ ready }: SharedBytes) => ready.at(-1);

describe('the shared bytes of a file', () => {
  test('holds a section from its first use on', () => {
    const { shared } = inFile('first_use');
    const held = () => new Uint8Array(shared.bytes).filter((byte) => byte !== 0).length;
    const head = held();
    const sections = new Sections(shared);
    expect(sections.json('small')).toEqual([1, 2]);
    expect(held()).toBe(head + 5);
    expect(Buffer.compare(sections.bytes('large'), large)).toBe(0);
    expect(held()).toBe(head + 5 + large.length);
    expect(readsInProgress(shared)).toBe(0);
  });

  test('is read once for all threads', () => {
    const { path, shared } = inFile('once');
    new Sections(shared).bytes('large');
    truncateSync(path, 0);
    expect(Buffer.compare(new Sections(shared).bytes('large'), large)).toBe(0);
  });

  test('reads on from the file that was opened when another one takes its place', () => {
    const { path, shared } = inFile('replaced');
    writeFileSync(`${path}.next`, 'another');
    renameSync(`${path}.next`, path);
    expect(new Sections(shared).json('small')).toEqual([1, 2]);
  });

  test('refuses a section of a file that was cut off or changed while it was open, by name', () => {
    const cut = inFile('cut');
    truncateSync(cut.path, artefact.length - CHUNK);
    expect(() => new Sections(cut.shared).bytes('large')).toThrow(
      new ArtefactError('it was truncated while it was open; build it again', cut.path),
    );
    const changed = inFile('changed');
    writeFileSync(changed.path, Uint8Array.from(artefact).fill(7, artefact.length - 100));
    const sections = new Sections(changed.shared);
    expect(sections.json('small')).toEqual([1, 2]);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(() => sections.bytes('large')).toThrow(
        new ArtefactError('its section "large" is damaged; build it again', changed.path),
      );
    }
    expect(readsInProgress(changed.shared)).toBe(0);
  });
});

describe('the shared bytes of an artefact', () => {
  const damaged = Uint8Array.from(artefact).fill(7, artefact.length - 100);

  test('verifies a section at its first use', () => {
    const sections = new Sections(shareBytes(Uint8Array.from(damaged).buffer, false));
    expect(sections.json('small')).toEqual([1, 2]);
    expect(() => sections.bytes('large')).toThrow(new ArtefactError('its section "large" is damaged; build it again'));
  });

  test('verifies nothing that this program has just made', () => {
    expect(new Sections(shareBytes(Uint8Array.from(damaged).buffer, true)).bytes('large').length).toBe(large.length);
  });

  test('names a section that is missing', () => {
    expect(() => new Sections(shareBytes(Uint8Array.from(artefact).buffer, false)).bytes('none')).toThrow(
      new ArtefactError('it has no section "none"; build it again'),
    );
  });
});
