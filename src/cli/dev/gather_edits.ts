/** Milliseconds without a further change after which a batch is complete. */
const quietTime = 20;
/** Milliseconds after which a batch is complete even if there are further changes. */
const longestWait = 250;
/** A batch of more paths is handled as "anything may have changed". */
const mostPaths = 5_000;

/** Paths that changed together; null: any file may have changed. */
export type Edits = readonly string[] | null;

export interface EditBatches {
  /** Records that a path changed, or with null that any file may have changed. */
  note(path: string | null): void;
  /** Drops the recorded changes. */
  stop(): void;
}

/**
 * Collects changes into batches, because one save of an editor is several changes. Batches are handled one after the
 * other; changes meanwhile go into the next one.
 * @param handle must not reject
 * @param since milliseconds of `performance.now()` at the first change of the batch
 */
export function gatherEdits(handle: (edits: Edits, since: number) => Promise<void>): EditBatches {
  let paths = new Set<string>();
  let isAny = false;
  let since: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isHandling = false;

  async function flush(): Promise<void> {
    timer = null;
    if (isHandling || since === null) return;
    const edits = isAny ? null : [...paths];
    const began = since;
    paths = new Set();
    isAny = false;
    since = null;
    isHandling = true;
    await handle(edits, began);
    isHandling = false;
    if (since !== null) wait();
  }

  function wait(): void {
    if (timer !== null) clearTimeout(timer);
    const left = since! + longestWait - performance.now();
    timer = setTimeout(() => void flush(), Math.max(0, Math.min(quietTime, left)));
  }

  return {
    note(path) {
      since ??= performance.now();
      if (path === null || paths.size >= mostPaths) {
        isAny = true;
        paths.clear();
      } else if (!isAny) paths.add(path);
      if (!isHandling) wait();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      since = null;
    },
  };
}
