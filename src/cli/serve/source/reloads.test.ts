import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFile } from './reloads.ts';

describe('watchFile', () => {
  let folder: string;
  let file: string;
  let watch: ReturnType<typeof watchFile> | null = null;
  let told = 0;
  let wake = () => {};

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catchword-watch-'));
    file = join(folder, 'site.catchword');
    writeFileSync(file, 'first');
    told = 0;
  });
  afterEach(() => {
    watch?.close();
    rmSync(folder, { recursive: true });
  });

  function start(path = file): void {
    watch = watchFile(
      path,
      () => {
        told++;
        wake();
      },
      (reason) => expect.fail(reason),
    );
  }

  async function change(act: () => void): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    act();
    await woken;
  }

  it('reports a file that is moved to the path, and one that is overwritten, once each', async () => {
    start();
    writeFileSync(join(folder, 'other'), 'nothing of ours');
    await change(() => {
      writeFileSync(`${file}.next`, 'second');
      renameSync(`${file}.next`, file);
    });
    expect(told).toBe(1);
    await change(() => writeFileSync(file, 'third, longer'));
    expect(told).toBe(2);
  });

  it('reports nothing while the file is missing, and reports it when it is back', async () => {
    start();
    rmSync(file);
    await change(() => writeFileSync(file, 'second'));
    expect(told).toBe(1);
  });

  it('reports a symbolic link whose target changes', async () => {
    mkdirSync(join(folder, 'builds'));
    for (const name of ['a', 'b']) writeFileSync(join(folder, 'builds', name), name);
    const link = join(folder, 'served');
    symlinkSync(join('builds', 'a'), link);
    start(link);
    await change(() => {
      symlinkSync(join('builds', 'b'), `${link}.next`);
      renameSync(`${link}.next`, link);
    });
    expect(told).toBe(1);
  });

  it('gives the reason when the folder cannot be watched', () => {
    const reasons: string[] = [];
    watch = watchFile(
      join(folder, 'nothing', 'site'),
      () => expect.fail('told'),
      (reason) => reasons.push(reason),
    );
    expect(reasons).toEqual(['ENOENT']);
  });
});
