import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { byCodePoint } from '../../text/by_code_point.ts';
import { listFiles } from './list_files.ts';
import { openProject } from './project.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ignore-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text = 'text'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** `-c` overrides the machine's own settings. */
function git(...args: string[]): string {
  return execFileSync('git', ['-C', folder, '-c', 'core.excludesFile=', '-c', 'core.ignoreCase=false', ...args], {
    encoding: 'utf8',
  });
}

/** Untracked Markdown files below a folder that Git does not ignore. */
function keptByGit(root: string): string[] {
  const paths = git('ls-files', '-z', '--others', '--exclude-standard', '--', root === '' ? '.' : root).split('\0');
  const prefix = root === '' ? '' : `${root}/`;
  return paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.slice(prefix.length))
    .sort(byCodePoint);
}

describe('the rules of a repository', () => {
  const part = fc.constantFrom('a', 'b', 'ab', 'a1', 'a b', 'B', 'a[1]', '1');
  // A bracket in a file name marks a template, which is never a page.
  const name = part.filter((each) => !each.includes('['));
  const path = fc
    .tuple(fc.array(part, { maxLength: 3 }), name)
    .map(([folders, last]) => [...folders, `${last}.md`].join('/'));
  const glob = fc.constantFrom(
    ...[
      'a',
      'b',
      'ab',
      '*',
      '?',
      '[0-9]',
      '[!a]',
      '[a-b]',
      '*b',
      'a*',
      'a?',
      '**',
      '\\a',
      'a\\[1]',
      'a\\ b',
      '*.md',
      'B',
    ],
    ...['[[:digit:]]', '[^b]*', 'a[0-9].md', 'a.md', '{a,b}', 'a b', '[ab', 'b.md ', '*[', '1'],
  );
  const pattern = fc
    .tuple(
      fc.constantFrom('', '', '!', '/', '!/', '#'),
      fc.array(glob, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '', '/', '  ', '\r'),
    )
    .filter(([, parts]) => parts.filter((each) => each === '**').length <= 2)
    .map(([before, parts, after]) => before + parts.join('/') + after);
  const ignoreFile = fc.tuple(
    fc.constantFrom(
      '.gitignore',
      '.git/info/exclude',
      'a/.gitignore',
      'b/.gitignore',
      'a/b/.gitignore',
      'a b/.gitignore',
    ),
    fc.array(pattern, { minLength: 1, maxLength: 5 }),
  );

  test('ignore what Git ignores, at the root and at a folder that is not ignored itself', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
        fc.array(ignoreFile, { minLength: 1, maxLength: 3 }),
        (paths, files) => {
          rmSync(folder, { recursive: true });
          mkdirSync(folder);
          execFileSync('git', ['init', '-q', '--template=', folder]);
          for (const each of paths) write(each);
          for (const [name, lines] of files) write(name, `${lines.join('\n')}\n`);
          expect(listFiles(openProject(folder), '').files, git('status', '--ignored', '--short')).toEqual(
            keptByGit(''),
          );
          const inner = keptByGit('a');
          // Where Git keeps nothing of the folder, it may be ignored as a whole, and then it was named on purpose.
          if (inner.length > 0) expect(listFiles(openProject(join(folder, 'a')), '').files).toEqual(inner);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('apply in a linked worktree, which uses the exclude file of the repository', () => {
    execFileSync('git', ['init', '-q', folder]);
    write('a.md');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'Begin');
    git('worktree', 'add', '-q', 'linked');
    write('.git/info/exclude', 'out.md\nlinked\n');
    write('linked/out.md');
    expect(listFiles(openProject(join(folder, 'linked')), '').files).toEqual(['a.md']);
    expect(listFiles(openProject(folder), '').files).toEqual(['a.md']);
  });

  test('do not apply to an ignored folder that was named on purpose', () => {
    execFileSync('git', ['init', '-q', folder]);
    write('.gitignore', 'out/\ndraft.md\n');
    write('out/a.md');
    write('out/draft.md');
    expect(listFiles(openProject(folder), '').files).toEqual([]);
    expect(listFiles(openProject(join(folder, 'out')), '').files).toEqual(['a.md', 'draft.md']);
    expect(listFiles(openProject(folder), 'out').files).toEqual(['a.md', 'draft.md']);
  });
});

test('without a repository the rules begin at the named folder', () => {
  write('.gitignore', '/docs/a.md\n');
  write('docs/.gitignore', 'b.md\n');
  for (const name of ['a', 'b', 'c']) write(`docs/${name}.md`);
  expect(listFiles(openProject(folder), 'docs').files).toEqual(['c.md']);
  expect(listFiles(openProject(join(folder, 'docs')), '').files).toEqual(['a.md', 'c.md']);
});

test('a slow pattern is refused with its location, and the others apply', () => {
  write('.gitignore', `${'**/a/'.repeat(9)}\n${'*a'.repeat(40)}\n\n${'x'.repeat(5000)}\nb.md\n`);
  write(`${'a'.repeat(250)}.md`);
  write('b.md');
  const project = openProject(folder);
  expect(listFiles(project, '').files).toEqual([`${'a'.repeat(250)}.md`]);
  expect(project.warnings(folder)).toEqual([
    {
      file: '.gitignore',
      line: 1,
      column: 1,
      message: 'Cannot use the pattern: it contains "**" more than 2 times',
      rule: 'ignore-pattern',
    },
    {
      file: '.gitignore',
      line: 4,
      column: 1,
      message: 'Cannot use the pattern: it is longer than 4096 characters',
      rule: 'ignore-pattern',
    },
  ]);
});

test('patterns past the limit are refused', () => {
  write('.gitignore', `${'x\n'.repeat(5000)}a.md\n${'y\n'.repeat(10)}`);
  write('a.md');
  const project = openProject(folder);
  expect(listFiles(project, '').files).toEqual(['a.md']);
  expect(project.warnings(folder).map(({ line, message }) => [line, message])).toEqual([
    [5001, 'Cannot use the pattern: more than 5000 patterns apply'],
  ]);
});
