/** One line of a trace that changes a file or acknowledges a submission. */
export type DiskEvent =
  | { readonly kind: 'create' | 'unlink' | 'sync'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'write'; readonly path: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'acknowledge'; readonly lines: string };

/** The content that a disk may hold of each file after a power loss. */
export interface DiskModel {
  apply(event: DiskEvent): void;
  /**
   * The files after a power loss at this moment: everything that was synced, and of the rest each 512-byte sector for
   * which `isKept` returns true. A file has its name if its folder was synced after the naming.
   */
  afterPowerLoss(isKept: () => boolean): ReadonlyMap<string, Buffer>;
}

const SECTOR = 512;

interface FileState {
  synced: Buffer;
  pending: ({ offset: number; bytes: Buffer } | { length: number })[];
}

export function createDiskModel(folder: string): DiskModel {
  let names = new Map<string, FileState>();
  let syncedNames = new Map<string, FileState>();

  function state(path: string): FileState {
    const found = names.get(path) ?? { synced: Buffer.alloc(0), pending: [] };
    names.set(path, found);
    return found;
  }

  return {
    apply(event) {
      switch (event.kind) {
        case 'create':
          state(event.path);
          break;
        case 'unlink':
          names = new Map([...names].filter(([path]) => path !== event.path));
          break;
        case 'link':
          names.set(event.to, state(event.path));
          break;
        case 'write':
          state(event.path).pending.push(event);
          break;
        case 'truncate':
          state(event.path).pending.push(event);
          break;
        case 'sync':
          if (event.path === folder) {
            syncedNames = new Map(names);
          } else {
            const file = state(event.path);
            file.synced = file.pending.reduce(change, file.synced);
            file.pending = [];
          }
          break;
        case 'acknowledge':
          break;
      }
    },

    afterPowerLoss(isKept) {
      return new Map(
        [...syncedNames].map(([path, { synced, pending }]) => {
          const kept = pending.flatMap((item) =>
            'length' in item ? (isKept() ? [item] : []) : sectorsKept(item, isKept),
          );
          return [path, kept.reduce(change, synced)];
        }),
      );
    },
  };
}

function change(content: Buffer, item: { offset: number; bytes: Buffer } | { length: number }): Buffer {
  if ('length' in item) {
    const shorter = Buffer.alloc(item.length);
    content.copy(shorter);
    return shorter;
  }
  const { offset, bytes } = item;
  const changed = Buffer.alloc(Math.max(content.length, offset + bytes.length));
  content.copy(changed);
  bytes.copy(changed, offset);
  return changed;
}

function sectorsKept({ offset, bytes }: { offset: number; bytes: Buffer }, isKept: () => boolean) {
  const kept: { offset: number; bytes: Buffer }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + SECTOR - ((offset + at) % SECTOR));
    if (isKept()) kept.push({ offset: offset + at, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return kept;
}
