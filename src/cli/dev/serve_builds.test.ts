import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { mayMissEdits } from './serve_builds.ts';

describe('mayMissEdits', () => {
  it.each([
    ['NFS', 0x6969, true],
    ['SMB, whose number is negative as a 32-bit integer', 0xff534d42 | 0, true],
    ['FUSE', 0x65735546, true],
    ['9P', 0x01021997, true],
    ['ext4', 0xef53, false],
    ['overlayfs', 0x794c7630, false],
  ])('knows %s', (_name, type, isRemote) => {
    expect(mayMissEdits('/x', () => type)).toBe(isRemote);
  });

  it('is false for a folder that is not there, and for a local one', () => {
    expect([mayMissEdits('/no/such/folder'), mayMissEdits(tmpdir())]).toEqual([false, false]);
  });
});
