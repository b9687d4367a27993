import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that changed so shortly before it was looked at may change again without a change of its times. */
const TIME_STEP_MILLISECONDS = 2000;

/** Remembers the times and sizes of files, to name those that may have changed since. Contents decide whether they did. */
export class FileTimes {
  #known = new Map<string, string | null>();

  /**
   * Looks at all files of a root. Call it before the files are read, so that a later change is seen.
   * @param files relative to `root`
   * @returns the files that are new or may have changed since they were last looked at
   */
  look(root: string, files: readonly string[]): string[] {
    const before = this.#known;
    this.#known = new Map();
    return files.filter((file) => {
      const path = join(root, file);
      const known = before.get(path) ?? null;
      return this.#look(path) !== known || known === null;
    });
  }

  /** Notes the times of files that are about to be read. */
  lookAt(root: string, files: Iterable<string>): void {
    for (const file of files) this.#look(join(root, file));
  }

  #look(path: string): string | null {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    const isSettled = stats !== undefined && Number(stats.ctimeMs) < Date.now() - TIME_STEP_MILLISECONDS;
    const times = isSettled ? `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}` : null;
    this.#known.set(path, times);
    return times;
  }
}
