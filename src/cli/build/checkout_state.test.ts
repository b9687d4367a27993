import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainNoValidators, findCommit, readCheckout } from './checkout_state.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-checkout-'));
const content = join(folder, 'site');
const page = join(content, 'index.md');
const environment = { ...process.env };
const knowsReftable = spawnSync('git', ['init', '-q', '--ref-format=reftable', join(folder, 'reftable')]).status === 0;

const gitIn = (at: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args], {
    ...{ cwd: at, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  }).trim();
const git = (...args: string[]) => gitIn(content, ...args);
const commit = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(content, name, '..'), { recursive: true });
    writeFileSync(join(content, name), text);
  }
  git('add', '.');
  git('commit', '-qm', 'Change');
};
const create = (...options: string[]) => {
  rmSync(content, { recursive: true, force: true });
  gitIn(folder, 'init', '-q', '-b', 'main', ...options, content);
  commit({ 'index.md': '# Home\n' });
};
/** The folder that a preparation names, else the checkout. */
const placeOf = (prepared: unknown) => (typeof prepared === 'string' && prepared !== '' ? prepared : content);
const touch = (file: string) => utimesSync(file, 1, 1);
const write = (name: string, text: string) => writeFileSync(join(content, name), text);
const checkOutAgain = () => {
  rmSync(page);
  git('checkout', '--', 'index.md');
  expect(readFileSync(page, 'utf8')).toBe('# Home\r\n');
  touch(page);
};
const addSubmodule = () => {
  gitIn(folder, 'clone', '-q', content, join(folder, 'other'));
  git('submodule', '--quiet', 'add', join(folder, 'other'), 'parts/one');
  git('commit', '-qm', 'Add a part');
};
/** A file as Git LFS stores and shows it. */
const addPointer = (pointer: string) => {
  commit({ '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n', 'image.png': pointer });
  write('image.png', 'an image');
};
const digest = 'a5df3fde7b200c3fa2791144c7e05c5c2bced4c6ad863d3a4cf76c972c1712f9';

beforeEach(() => create());

afterEach(() => {
  process.env = { ...environment };
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readCheckout', () => {
  it.each<[string, () => unknown]>([
    ['one commit', () => {}],
    [
      'a commit that is no branch',
      () => {
        git('checkout', '-q', '--detach');
      },
    ],
    [
      'packed references',
      () => {
        git('pack-refs', '--all');
      },
    ],
    [
      'packed objects',
      () => {
        git('gc', '-q');
      },
    ],
    ['a file whose time changed', () => touch(page)],
    [
      'a file that is left out by .gitignore',
      () => {
        commit({ '.gitignore': '*.log\n' });
        write('x.log', '');
      },
    ],
    [
      'a file that is left out by .git/info/exclude',
      () => {
        mkdirSync(join(content, '.git/info'), { recursive: true });
        write('.git/info/exclude', '*.log\n');
        write('x.log', '');
      },
    ],
    [
      'a file that is left out by the configuration of the repository',
      () => {
        writeFileSync(join(folder, 'ignore'), '*.log\n');
        git('config', 'core.excludesFile', join(folder, 'ignore'));
        write('x.log', '');
      },
    ],
    [
      'files with attributes of a device, which git would read without end',
      () => {
        git('config', 'core.attributesFile', '/dev/zero');
        touch(page);
      },
    ],
    [
      "a file that is left out by the user's own list",
      () => {
        process.env.HOME = folder;
        delete process.env.XDG_CONFIG_HOME;
        mkdirSync(join(folder, '.config/git'), { recursive: true });
        writeFileSync(join(folder, '.config/git/ignore'), '*.log\n');
        write('x.log', '');
      },
    ],
    [
      'line ends that the repository converts',
      () => {
        git('config', 'core.autocrlf', 'true');
        checkOutAgain();
      },
    ],
    [
      'line ends that the user has converted',
      () => {
        process.env.HOME = folder;
        writeFileSync(join(folder, '.gitconfig'), '[core]\n\tautocrlf = true\n');
        checkOutAgain();
      },
    ],
    [
      'line ends that an attribute converts',
      () => {
        commit({ '.gitattributes': '*.md text eol=crlf\n' });
        checkOutAgain();
      },
    ],
    [
      'a mode that the repository does not keep',
      () => {
        git('config', 'core.fileMode', 'false');
        chmodSync(page, 0o755);
      },
    ],
    [
      'a linked worktree',
      () => {
        git('worktree', 'add', '-q', join(folder, 'tree'), '-b', 'other');
        return join(folder, 'tree');
      },
    ],
    [
      'a folder of the checkout',
      () => {
        commit({ 'guide/one.md': '# One\n' });
        return join(content, 'guide');
      },
    ],
    [
      'a symbolic link to the checkout',
      () => {
        symlinkSync(content, join(folder, 'link'));
        return join(folder, 'link');
      },
    ],
    ['a submodule', () => addSubmodule()],
    [
      'a submodule that is not checked out',
      () => {
        addSubmodule();
        git('submodule', '--quiet', 'deinit', '--all');
      },
    ],
    [
      'the content in a submodule',
      () => {
        addSubmodule();
        return join(content, 'parts/one');
      },
    ],
    ['SHA-256', () => create('--object-format=sha256')],
    [
      'a shallow clone',
      () => {
        commit({ 'two.md': '# Two\n' });
        gitIn(folder, 'clone', '-q', '--depth', '1', `file://${content}`, join(folder, 'shallow'));
        return join(folder, 'shallow');
      },
    ],
    [
      'a clone without the objects of earlier commits',
      () => {
        git('config', 'uploadpack.allowFilter', 'true');
        commit({ 'two.md': '# Two\n' });
        gitIn(folder, 'clone', '-q', '--filter=blob:none', `file://${content}`, join(folder, 'partial'));
        return join(folder, 'partial');
      },
    ],
    [
      'a clone that borrows objects',
      () => {
        gitIn(folder, 'clone', '-q', '--shared', content, join(folder, 'shared'));
        return join(folder, 'shared');
      },
    ],
    [
      'a sparse checkout',
      () => {
        commit({ 'guide/one.md': '# One\n', 'other/two.md': '# Two\n' });
        git('sparse-checkout', 'set', '--cone', '--sparse-index', 'guide');
      },
    ],
    [
      'a split index',
      () => {
        git('update-index', '--split-index');
      },
    ],
    [
      'a cache of untracked files in the index',
      () => {
        git('update-index', '--untracked-cache');
      },
    ],
    [
      'a configuration that names a program',
      () => {
        git('config', 'core.fsmonitor', '/bin/false');
        touch(page);
      },
    ],
    [
      'a file of Git LFS',
      () => {
        addPointer(`version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize 8\n`);
      },
    ],
    [
      'a filter, and files whose times did not change',
      () => {
        commit({ '.gitattributes': '*.md filter=crypt\n' });
      },
    ],
  ])('has the commit of a checkout without changes: %s', (_, prepare) => {
    const at = placeOf(prepare());
    const index = () => readFileSync(gitIn(at, 'rev-parse', '--path-format=absolute', '--git-path', 'index'));
    const before = index();
    expect(readCheckout(at)).toEqual({ commit: gitIn(at, 'rev-parse', 'HEAD'), reason: null });
    expect(index().equals(before)).toBe(true);
  });

  it.each<[string, () => unknown]>([
    ['a changed file', () => appendFileSync(page, 'More.\n')],
    [
      'a changed file of the same length and time',
      () => {
        touch(page);
        git('status');
        write('index.md', '# Hame\n');
        touch(page);
        utimesSync(join(content, '.git/index'), 1, 1);
      },
    ],
    ['a new file', () => write('new.md', '# New\n')],
    [
      'a new folder',
      () => {
        mkdirSync(join(content, 'new'));
        write('new/one.md', '# New\n');
      },
    ],
    ['a removed file', () => rmSync(page)],
    [
      'a staged change',
      () => {
        write('index.md', '# House\n');
        git('add', '.');
      },
    ],
    [
      'a staged change that is undone in the folder',
      () => {
        write('index.md', '# House\n');
        git('add', '.');
        write('index.md', '# Home\n');
      },
    ],
    ['a mode', () => chmodSync(page, 0o755)],
    [
      'a symbolic link in place of a file',
      () => {
        rmSync(page);
        symlinkSync('other.md', page);
      },
    ],
    [
      'a renamed file',
      () => {
        git('mv', 'index.md', 'start.md');
      },
    ],
    [
      'a merge that stopped',
      () => {
        git('checkout', '-qb', 'other');
        commit({ 'index.md': '# One\n' });
        git('checkout', '-q', 'main');
        commit({ 'index.md': '# Two\n' });
        spawnSync('git', ['-C', content, '-c', 'user.name=a', '-c', 'user.email=a@b', 'merge', 'other']);
      },
    ],
    [
      'a change elsewhere in the checkout',
      () => {
        commit({ 'guide/one.md': '# One\n' });
        write('index.md', '# House\n');
        return join(content, 'guide');
      },
    ],
    [
      'a changed file of a submodule',
      () => {
        addSubmodule();
        appendFileSync(join(content, 'parts/one/index.md'), 'More.\n');
      },
    ],
    [
      'a new file of a submodule',
      () => {
        addSubmodule();
        write('parts/one/new.md', '# New\n');
      },
    ],
    [
      'another commit of a submodule',
      () => {
        addSubmodule();
        write('parts/one/new.md', '# New\n');
        gitIn(join(content, 'parts/one'), 'add', '.');
        gitIn(join(content, 'parts/one'), 'commit', '-qm', 'Change');
      },
    ],
    [
      'a changed file of a submodule that the repository says to ignore',
      () => {
        addSubmodule();
        git('config', 'submodule.parts/one.ignore', 'all');
        appendFileSync(join(content, 'parts/one/index.md'), 'More.\n');
      },
    ],
    [
      'a changed file of Git LFS',
      () => {
        addPointer(`version https://git-lfs.github.com/spec/v1\noid sha256:${digest.replace('8', '9')}\nsize 8\n`);
      },
    ],
    [
      'a file of Git LFS with another length',
      () => {
        addPointer(`version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize 9\n`);
      },
    ],
    ['a file for Git LFS that is stored as it is', () => addPointer('an older image')],
    [
      'a file of Git LFS and another file',
      () => {
        addPointer(`version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize 8\n`);
        appendFileSync(page, 'More.\n');
      },
    ],
    [
      'a file that the repository hides from git status',
      () => {
        git('config', 'status.showUntrackedFiles', 'no');
        write('new.md', '# New\n');
      },
    ],
  ])('has no commit of a checkout with changes: %s', (_, change) => {
    const at = placeOf(change());
    const reason = `"${at}" has uncommitted changes: commit them, or specify a commit with --commit`;
    expect(readCheckout(at)).toEqual({ commit: null, reason });
  });

  it.each<[string, () => unknown]>([
    ['no checkout', () => rmSync(join(content, '.git'), { recursive: true })],
    [
      'no commit',
      () => {
        rmSync(content, { recursive: true });
        gitIn(folder, 'init', '-q', content);
      },
    ],
    [
      'a bare repository',
      () => {
        gitIn(folder, 'clone', '-q', '--bare', content, join(folder, 'bare'));
        return join(folder, 'bare');
      },
    ],
  ])('has no commit where there is none: %s', (_, prepare) => {
    const at = placeOf(prepare());
    const reason = `"${at}" is not in a git checkout with a commit: commit it, or specify a commit with --commit`;
    expect(readCheckout(at)).toEqual({ commit: null, reason });
  });

  it.each<[string, () => void, string]>([
    [
      'no git',
      () => {
        process.env.PATH = folder;
      },
      'git is not installed',
    ],
    ['a damaged index', () => truncateSync(join(content, '.git/index'), 10), `git cannot read "${content}"`],
    ['a configuration that is none', () => write('.git/config', '[core'), `git cannot read "${content}"`],
    [
      'a ".git" that leads nowhere',
      () => {
        rmSync(join(content, '.git'), { recursive: true });
        write('.git', 'gitdir: ../nowhere\n');
      },
      `"${join(folder, 'nowhere/HEAD')}" cannot be read: there is no such file`,
    ],
    [
      'a ".git" that is no link',
      () => {
        rmSync(join(content, '.git'), { recursive: true });
        write('.git', 'nothing\n');
      },
      `"${join(content, '.git')}" does not point to a git directory`,
    ],
    [
      'a pipe in place of HEAD',
      () => {
        rmSync(join(content, '.git/HEAD'));
        execFileSync('mkfifo', [join(content, '.git/HEAD')]);
      },
      `"${join(content, '.git/HEAD')}" cannot be read: it is not a regular file`,
    ],
    [
      'a file that another filter stores',
      () => {
        commit({ '.gitattributes': '*.key filter=crypt\n', 'a.key': 'hidden' });
        write('a.key', 'shown');
      },
      '"a.key" is stored with the git filter "crypt"',
    ],
  ])('says why changes cannot be found: %s', (_, damage, why) => {
    damage();
    const reason = `${why}, so changes in "${content}" cannot be detected: specify a commit with --commit`;
    expect(readCheckout(content)).toEqual({ commit: null, reason });
  });

  it.skipIf(!knowsReftable)('reads references in a reftable, and those of a worktree', () => {
    create('--ref-format=reftable');
    git('worktree', 'add', '-q', join(folder, 'tree'), '-b', 'other');
    gitIn(join(folder, 'tree'), 'commit', '--allow-empty', '-qm', 'Other');
    const heads = [content, join(folder, 'tree')].map((at) => ({
      commit: gitIn(at, 'rev-parse', 'HEAD'),
      reason: null,
    }));
    expect([readCheckout(content), readCheckout(join(folder, 'tree'))]).toEqual(heads);
    expect(heads[0]).not.toEqual(heads[1]);
  });

  it.skipIf(process.getuid?.() !== 0)("reads another user's checkout, of which git would read nothing", () => {
    const head = git('rev-parse', 'HEAD');
    for (const path of [content, join(content, '.git')]) chownSync(path, 65534, 65534);
    expect(readCheckout(content)).toEqual({ commit: head, reason: null });
  });

  it("does not take another repository's place from the environment", () => {
    gitIn(folder, 'clone', '-q', content, join(folder, 'other'));
    gitIn(join(folder, 'other'), 'commit', '--allow-empty', '-qm', 'Other');
    const head = git('rev-parse', 'HEAD');
    Object.assign(process.env, { GIT_DIR: join(folder, 'other/.git'), GIT_INDEX_FILE: join(folder, 'nothing') });
    expect(readCheckout(content)).toEqual({ commit: head, reason: null });
  });

  it('leaves no temporary folder behind', () => {
    process.env.TMPDIR = join(folder, 'temporary');
    mkdirSync(process.env.TMPDIR);
    addSubmodule();
    readCheckout(content);
    write('.git/config', '[core');
    readCheckout(content);
    expect(readdirSync(process.env.TMPDIR)).toEqual([]);
  });
});

describe('commit_stamp', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-commit-'));
  const mark = join(folder, 'mark');
  const program = join(folder, 'program');
  const content = join(folder, 'site');
  const path = process.env.PATH!;

  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-C', content, '-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim();
  const configure = (settings: Record<string, string>, ...where: string[]) => {
    for (const [name, value] of Object.entries(settings)) git('config', ...where, name, value);
  };

  /** Git looks at the content of a file whose time has changed, and writes the index afterwards. */
  const touch = (file = join(content, 'index.md')) => utimesSync(file, 1, 1);
  const attribute = (file: string) => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '*.md filter=x diff=x merge=x\n');
  };
  const attributeAll = () => {
    attribute(join(content, '.gitattributes'));
    git('add', '.');
    git('commit', '-qm', 'Name a filter');
    touch();
  };
  const plantHook = (hooks: string) => {
    mkdirSync(hooks, { recursive: true });
    for (const name of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'reference-transaction']) {
      cpSync(program, join(hooks, name));
    }
    touch();
  };
  const submodule = () => {
    git('clone', '-q', content, join(folder, 'other'));
    git('submodule', '--quiet', 'add', join(folder, 'other'), 'part');
    git('commit', '-qm', 'Add a part');
    return join(content, 'part');
  };
  /** Takes away an object that git then fetches from the remote. */
  const promise = (settings: Record<string, string>) => {
    configure({ 'core.repositoryFormatVersion': '1', 'extensions.partialClone': 'origin', ...settings });
    const tree = git('rev-parse', 'HEAD^{tree}');
    rmSync(join(content, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  };
  const bare = (at: string) => {
    mkdirSync(join(at, 'refs'), { recursive: true });
    mkdirSync(join(at, 'objects'));
    writeFileSync(join(at, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(
      join(at, 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`,
    );
  };

  beforeEach(() => {
    writeFileSync(program, `#!/bin/sh\n: >"${mark}"\nexit 1\n`);
    chmodSync(program, 0o755);
    mkdirSync(content);
    writeFileSync(join(content, 'index.md'), '# Home\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Begin');
  });

  afterEach(() => {
    process.env.PATH = path;
    for (const name of ['site', 'other', 'elsewhere', 'mark'])
      rmSync(join(folder, name), { recursive: true, force: true });
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  describe('findCommit', () => {
    it.each<[string, () => void]>([
      ['core.fsmonitor', () => configure({ 'core.fsmonitor': program })],
      [
        'core.fsmonitor in a file that is included',
        () => {
          writeFileSync(join(content, 'included'), `[core]\n\tfsmonitor = ${program}\n`);
          configure({ 'include.path': '../included' });
        },
      ],
      [
        'core.fsmonitor in a file that is included on a condition',
        () => {
          writeFileSync(join(content, 'included'), `[core]\n\tfsmonitor = ${program}\n`);
          configure({ 'includeIf.gitdir:**.path': '../included' });
        },
      ],
      [
        'core.fsmonitor for one worktree',
        () => {
          configure({ 'core.repositoryFormatVersion': '1', 'extensions.worktreeConfig': 'true' });
          configure({ 'core.fsmonitor': program }, '--worktree');
        },
      ],
      [
        'core.fsmonitor where ".git" is a file that leads elsewhere',
        () => {
          configure({ 'core.fsmonitor': program });
          renameSync(join(content, '.git'), join(folder, 'elsewhere'));
          writeFileSync(join(content, '.git'), 'gitdir: ../elsewhere\n');
        },
      ],
      [
        'core.fsmonitor where ".git" is a symbolic link',
        () => {
          configure({ 'core.fsmonitor': program });
          renameSync(join(content, '.git'), join(folder, 'elsewhere'));
          symlinkSync('../elsewhere', join(content, '.git'));
        },
      ],
      ['core.fsmonitor and core.worktree', () => configure({ 'core.fsmonitor': program, 'core.worktree': folder })],
      [
        'a filter that cleans',
        () => {
          attributeAll();
          configure({ 'filter.x.clean': program });
        },
      ],
      [
        'a filter that is required',
        () => {
          attributeAll();
          configure({ 'filter.x.clean': program, 'filter.x.required': 'true' });
        },
      ],
      [
        'a filter that is a process',
        () => {
          attributeAll();
          configure({ 'filter.x.process': program });
        },
      ],
      [
        'a filter by .git/info/attributes',
        () => {
          configure({ 'filter.x.clean': program });
          attribute(join(content, '.git/info/attributes'));
          touch();
        },
      ],
      [
        'a filter by core.attributesFile',
        () => {
          configure({ 'filter.x.clean': program, 'core.attributesFile': join(content, '.git/attributes') });
          attribute(join(content, '.git/attributes'));
          touch();
        },
      ],
      [
        'a filter named lfs',
        () => {
          configure({ 'filter.lfs.clean': program, 'filter.lfs.process': program });
          writeFileSync(join(content, '.git/info/attributes'), '*.md filter=lfs\n');
          touch();
        },
      ],
      ['a hook', () => plantHook(join(content, '.git/hooks'))],
      [
        'core.hooksPath',
        () => {
          configure({ 'core.hooksPath': join(content, '.git/other') });
          plantHook(join(content, '.git/other'));
        },
      ],
      [
        'the configuration of a submodule',
        () => {
          submodule();
          configure({ 'core.fsmonitor': program }, '--file', join(content, '.git/modules/part/config'));
        },
      ],
      [
        'a filter of a submodule',
        () => {
          configure({ 'filter.x.clean': program }, '--file', join(submodule(), '../.git/modules/part/config'));
          attribute(join(content, '.git/modules/part/info/attributes'));
          touch(join(content, 'part/index.md'));
        },
      ],
      [
        'a hook of a submodule',
        () => {
          submodule();
          plantHook(join(content, '.git/modules/part/hooks'));
          touch(join(content, 'part/index.md'));
        },
      ],
      [
        'a repository in the checkout that is no submodule',
        () => {
          git('clone', '-q', content, join(content, 'part'));
          configure({ 'core.fsmonitor': program }, '--file', join(content, 'part/.git/config'));
        },
      ],
      [
        'a bare repository that the content is',
        () => {
          rmSync(content, { recursive: true });
          bare(content);
        },
      ],
      [
        'a bare repository in the content, and the content in it',
        () => {
          rmSync(content, { recursive: true });
          bare(content);
          mkdirSync(join(content, 'pages'));
        },
      ],
      [
        'the helper of a remote',
        () => promise({ 'remote.origin.url': `ext::${program}`, 'protocol.ext.allow': 'always' }),
      ],
      ['remote.NAME.uploadpack', () => promise({ 'remote.origin.url': content, 'remote.origin.uploadpack': program })],
      ['core.sshCommand', () => promise({ 'remote.origin.url': 'ssh://127.0.0.1/site', 'core.sshCommand': program })],
      ['core.gitProxy', () => promise({ 'remote.origin.url': 'git://127.0.0.1/site', 'core.gitProxy': program })],
      [
        'a program named git in a folder of programs in the checkout',
        () => {
          mkdirSync(join(content, 'node_modules/.bin'), { recursive: true });
          cpSync(program, join(content, 'node_modules/.bin/git'));
          process.env.PATH = `${join(content, 'node_modules/.bin')}${delimiter}${path}`;
        },
      ],
      [
        'such a program where a submodule is looked at',
        () => {
          submodule();
          mkdirSync(join(content, 'node_modules/.bin'), { recursive: true });
          cpSync(program, join(content, 'node_modules/.bin/git'));
          process.env.PATH = `${join(content, 'node_modules/.bin')}${delimiter}${path}`;
          writeFileSync(join(content, '.git/info/exclude'), 'node_modules\n');
        },
      ],
      [
        'a program named git in a folder of programs with a relative path',
        () => {
          cpSync(program, join(content, 'git'));
          process.env.PATH = `${relative(process.cwd(), content)}${delimiter}${path}`;
        },
      ],
      [
        'what other commands of git run',
        () => {
          configure({
            'alias.status': `!${program}`,
            'core.pager': program,
            'pager.status': program,
            'pager.config': program,
            'core.editor': program,
            'core.askPass': program,
            'credential.helper': program,
            'gpg.program': program,
            'diff.external': program,
            'diff.x.textconv': program,
            'diff.x.command': program,
            'merge.x.driver': program,
            'interactive.diffFilter': program,
            'uploadpack.packObjectsHook': program,
            'core.alternateRefsCommand': program,
            'trace2.eventTarget': join(folder, 'mark'),
          });
          attributeAll();
          appendFileSync(join(content, 'index.md'), 'More.\n');
        },
      ],
    ])('does not start what a checkout names: %s', (_, plant) => {
      plant();
      rmSync(mark, { force: true });
      for (const at of [content, join(content, 'pages')].filter((each) => existsSync(each))) {
        findCommit(undefined, at);
        findCommit('', at);
        explainNoValidators({ commit: null, content: 'abc' }, at);
      }
      expect(existsSync(mark)).toBe(false);
    });
  });
});
