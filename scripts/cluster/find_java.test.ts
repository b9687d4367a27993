import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingForCluster } from './fetch_server.ts';
import { findJava } from './find_java.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-java-'));
  for (const [name, version] of [
    ['old', '17.0.15'],
    ['new', '25.0.1'],
    ['first', '1.8.0_402'],
  ] as const) {
    mkdirSync(join(folder, name, 'bin'), { recursive: true });
    const java = join(folder, name, 'bin', 'java');
    writeFileSync(java, `#!/bin/sh\necho 'openjdk version "${version}" 2025-10-21' >&2\n`);
    chmodSync(java, 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const home = (name: string) => join(folder, name);

describe('findJava', () => {
  test.each([
    ['OPENSEARCH_JAVA_HOME first', () => ({ OPENSEARCH_JAVA_HOME: home('new'), JAVA_HOME: home('old') })],
    ['JAVA_HOME when the other is too old', () => ({ OPENSEARCH_JAVA_HOME: home('old'), JAVA_HOME: home('new') })],
    ['the one on the PATH', () => ({ JAVA_HOME: home('none'), PATH: `/nothing:${join(home('new'), 'bin')}` })],
  ])('takes %s', (_, environment) => {
    expect(findJava(environment(), [])).toBe(home('new'));
  });

  test('takes an installed one, the first of them by name', () => {
    expect(findJava({}, [folder])).toBe(home('new'));
  });

  test('is null when all are too old', () => {
    expect(findJava({ JAVA_HOME: home('first'), PATH: join(home('old'), 'bin') }, [])).toBeNull();
  });
});

describe('missingForCluster', () => {
  test('names everything that is missing', () => {
    const environment = { XDG_CACHE_HOME: folder, PATH: '', CATCHWORD_CLUSTER_CACHE: folder };
    expect(missingForCluster(environment, [])).toBe(
      'an OpenSearch cluster needs Java 21 or newer (set JAVA_HOME or OPENSEARCH_JAVA_HOME, or put java on the PATH) and Maven, which fetches the server (put mvn on the PATH)',
    );
    expect(missingForCluster({ ...environment, JAVA_HOME: home('new') }, [])).toBe(
      'an OpenSearch cluster needs Maven, which fetches the server (put mvn on the PATH)',
    );
  });
});
