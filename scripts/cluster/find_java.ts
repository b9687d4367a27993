import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The oldest Java that the server runs on. */
export const OLDEST_JAVA = 21;

/** Where systems install Java; on macOS the home is two folders deeper. */
const JAVA_FOLDERS = ['/usr/lib/jvm', '/opt/java', '/Library/Java/JavaVirtualMachines'];

/**
 * The home folder of a Java that can run the server: of `OPENSEARCH_JAVA_HOME`, `JAVA_HOME`, `PATH`, or of the folders
 * that systems install Java in.
 * @param folders that have one folder for each installed Java
 * @returns null when there is none
 */
export function findJava(environment: NodeJS.ProcessEnv, folders: readonly string[] = JAVA_FOLDERS): string | null {
  const named = [environment.OPENSEARCH_JAVA_HOME, environment.JAVA_HOME].filter((home) => home !== undefined);
  const installed = folders
    .flatMap((folder) => entriesOf(folder))
    .flatMap((path) => [path, join(path, 'Contents', 'Home')]);
  const onPath = findOnPath('java', environment);
  const homes = [...named, ...(onPath === null ? [] : [dirname(dirname(realpathSync(onPath)))]), ...installed];
  return homes.find((home) => versionOf(home) >= OLDEST_JAVA) ?? null;
}

/** Path of a program that `PATH` names, or null. */
export function findOnPath(program: string, { PATH = '' }: NodeJS.ProcessEnv): string | null {
  const paths = PATH.split(delimiter).map((folder) => join(folder, program));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Major version of the Java in a folder; 0 when none runs there. */
function versionOf(home: string): number {
  const program = join(home, 'bin', 'java');
  if (!existsSync(program)) return 0;
  const { stderr } = spawnSync(program, ['-version'], { encoding: 'utf8', timeout: 20_000 });
  return Number(/ version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

function entriesOf(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : [];
}
