import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCES = new URL('../../src/', import.meta.url).pathname;

/** What each module may import from. ARCHITECTURE.md has the same table; a test below compares them. */
const LAYERS: Readonly<Record<string, { layer: number; from: readonly string[] | 'all' }>> = {
  text: { layer: 0, from: [] },
  async: { layer: 0, from: [] },
  client: { layer: 0, from: [] },
  cache: { layer: 0, from: [] },
  observation: { layer: 0, from: [] },
  'cluster/client': { layer: 0, from: [] },
  protocol: { layer: 1, from: ['text'] },
  problems: { layer: 0, from: [] },
  content: { layer: 1, from: ['text'] },
  corpus: { layer: 1, from: ['text', 'cache', 'async'] },
  bake: { layer: 2, from: ['content', 'corpus', 'text'] },
  check: { layer: 2, from: ['content', 'corpus', 'text'] },
  'query/ask': { layer: 2, from: ['problems', 'protocol', 'text'] },
  'query/match': { layer: 3, from: ['query/ask', 'corpus', 'cache', 'text', 'async'] },
  'query/rank': { layer: 4, from: ['query/match', 'query/ask', 'corpus', 'text', 'async'] },
  'query/show': { layer: 5, from: ['query/rank', 'query/match', 'query/ask', 'corpus', 'text', 'async'] },
  engine: { layer: 3, from: ['query/ask', 'corpus', 'async'] },
  'engine/embedded': {
    layer: 6,
    from: ['engine', 'query/show', 'query/match', 'query/ask', 'corpus', 'cache', 'text', 'async'],
  },
  static_search: {
    layer: 6,
    from: ['query/show', 'query/match', 'query/ask', 'corpus', 'problems', 'cache', 'client', 'text', 'async'],
  },
  feedback: { layer: 1, from: ['problems', 'text'] },
  metrics: { layer: 1, from: ['observation'] },
  discovery: { layer: 5, from: ['query/ask', 'feedback', 'corpus', 'problems', 'protocol'] },
  questions: {
    layer: 7,
    from: ['engine', 'engine/embedded', 'query/ask', 'feedback', 'corpus', 'problems', 'protocol', 'cache', 'async'],
  },
  mcp: {
    layer: 8,
    from: ['questions', 'query/ask', 'feedback', 'corpus', 'problems', 'protocol', 'cache', 'client', 'text'],
  },
  'explorer/view': { layer: 1, from: ['client', 'text'] },
  // Runs in browsers: it knows the types of answers and never the server.
  'explorer/browser': { layer: 2, from: ['client', 'explorer/view', 'text'] },
  explorer: {
    layer: 8,
    from: ['questions', 'discovery', 'query/ask', 'corpus', 'problems', 'text', 'client', 'explorer/view'],
  },
  site_files: { layer: 8, from: ['questions', 'discovery', 'corpus', 'problems', 'text', 'async'] },
  http: {
    layer: 9,
    from: [
      'explorer',
      'site_files',
      'questions',
      'discovery',
      'engine',
      'engine/embedded',
      'query/ask',
      'feedback',
      'corpus',
      'problems',
      'protocol',
      'cache',
      'observation',
      'async',
    ],
  },
  'cluster/index': { layer: 7, from: ['engine', 'corpus'] },
  cluster: {
    layer: 8,
    from: [
      'cluster/client',
      'cluster/index',
      'engine',
      'query/show',
      'query/rank',
      'query/match',
      'query/ask',
      'corpus',
      'cache',
      'text',
      'async',
    ],
  },
  'cluster/publish': { layer: 8, from: ['cluster/client', 'cluster/index', 'text'] },
  'cluster/stream': { layer: 8, from: ['cluster/index', 'engine', 'bake', 'content', 'corpus', 'text'] },
  cli: { layer: 10, from: 'all' },
};

/** The modules that a module may import from. */
function below(name: string): readonly string[] {
  const { from } = LAYERS[name]!;
  return from === 'all' ? Object.keys(LAYERS).filter((other) => other !== name) : from;
}

const files = (readdirSync(SOURCES, { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .sort();

/** Files below `src/` that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCES, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, target]) => normalize(join(file, '..', target!)))
    .filter((target) => target.endsWith('.ts'));
}

/** The module that a file belongs to: a folder of `src`, or of one that only holds modules. */
const module = (file: string): string => {
  const [outer, inner] = file.split('/');
  return `${outer}/${inner}` in LAYERS ? `${outer}/${inner}` : outer!;
};
const product = files.filter((file) => !file.endsWith('.test.ts'));

describe('the modules', () => {
  test('are the folders of src', () => {
    const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const outer = new Set(Object.keys(LAYERS).map((name) => name.split('/')[0]!));
    expect(folders.map(({ name }) => name).sort()).toEqual([...outer].sort());
    const strays = files.filter((file) => file.includes('/') && !(module(file) in LAYERS));
    expect(strays).toEqual([]);
  });

  test('import only from the modules in this table, types included', () => {
    const wrong = product
      .filter((file) => file.includes('/'))
      .flatMap((file) =>
        importsOf(file)
          .filter(
            (target) =>
              !target.startsWith('..') &&
              module(target) !== module(file) &&
              !below(module(file)).includes(module(target)),
          )
          .map((target) => `${file} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('import from lower layers only', () => {
    const wrong = Object.entries(LAYERS).flatMap(([name, { layer }]) =>
      below(name)
        .filter((other) => LAYERS[other]!.layer >= layer)
        .map((other) => `${name} -> ${other}`),
    );
    expect(wrong).toEqual([]);
  });

  test('have the same table in ARCHITECTURE.md', () => {
    const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
    for (const [name, { layer, from }] of Object.entries(LAYERS)) {
      const row = text.split('\n').find((line) => line.includes(`| \`src/${name}/\` |`));
      expect(row, name).toBeDefined();
      const [, told, , listed] = row!.split('|').map((cell) => cell.trim());
      expect(Number(told), name).toBe(layer);
      const expected = from === 'all' ? 'all' : [...from].sort().join(', ') || '-';
      expect(listed!.split(', ').sort().join(', '), name).toBe(expected);
    }
  });
});

function filesWith(pattern: RegExp): string[] {
  return product.filter((file) => pattern.test(readFileSync(join(SOURCES, file), 'utf8')));
}

test('only one file starts a program', () => {
  expect(filesWith(/'(?:node:)?child_process'/)).toEqual(['cli/build/stand_in_repository.ts']);
});

/** Each writes to temporary names of its own, or where `cli/check_paths.ts` was asked before. */
test('only these files write files', () => {
  const names =
    'writeFile|writeFileSync|writeSync|writevSync|appendFileSync|createWriteStream|copyFileSync|cpSync|renameSync|linkSync';
  expect(filesWith(new RegExp(`import \\{[^}]*\\b(?:${names})\\b[^}]*\\} from 'node:fs`))).toEqual([
    'bake/analysis_cache.ts',
    'bake/write_artefact.ts',
    'cli/build/stand_in_repository.ts',
    'cli/follow_external.ts',
    'cli/init/init_command.ts',
    'cluster/stream/page_store.ts',
    'feedback/stores/sqlite.ts',
    'feedback/stores/sqlite_file.ts',
    'static_search/write_search_files.ts',
  ]);
});

test('only one file imports the MCP SDK', () => {
  const importers = product.filter((file) =>
    readFileSync(join(SOURCES, file), 'utf8').includes("from '@modelcontextprotocol/"),
  );
  expect(importers).toEqual(['mcp/protocol_server.ts']);
});

test('only the stores that are named after a database import its driver', () => {
  const drivers: Readonly<Record<string, RegExp>> = { 'node:sqlite': /\/sqlite_file\.ts$/, pg: /\/postgres_pool\.ts$/ };
  for (const [driver, name] of Object.entries(drivers)) {
    const importers = product.filter((file) =>
      new RegExp(`(?:from|import\\() *'${driver}'`).test(readFileSync(join(SOURCES, file), 'utf8')),
    );
    expect(importers.filter((file) => !file.startsWith('feedback/stores/') || !name.test(file))).toEqual([]);
  }
});

test('no imports form a cycle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const target of importsOf(file)) if (product.includes(target)) visit(target, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of product) visit(file, []);
  expect(cycles).toEqual([]);
});

test('public entries of src only re-export', () => {
  for (const file of product.filter((each) => !each.includes('/'))) {
    const statements = readFileSync(join(SOURCES, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');
    expect(
      statements.filter((statement) => !statement.startsWith('export') || !statement.includes(' from ')),
      file,
    ).toEqual([]);
  }
});

/** All files that a file imports, and what those import. */
function reach(start: string, imports = importsOf): Set<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...imports(file).filter((target) => product.includes(target)));
  }
  return seen;
}

test('the server loads no Markdown parser, and the baker no HTTP code', () => {
  const modules = (start: string): string[] => [...new Set([...reach(start)].map(module))];
  expect(modules('server.ts')).not.toContain('content');
  expect(modules('server.ts')).not.toContain('bake');
  expect(modules('bake/site_baker.ts')).not.toContain('http');
});

test('a command line loads no command before one runs', () => {
  const loadedAtOnce = (file: string): string[] =>
    [
      ...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';$/gm),
    ].map(([, target]) => normalize(join(file, '..', target!)));
  const loaded = [...reach('cli/main.ts', loadedAtOnce)].filter(
    (file) => module(file) !== 'cli' || file.includes('_command.ts'),
  );
  expect(loaded.toSorted()).toEqual(['corpus/artefact/artefact_format.ts', 'text/visible.ts']);
});
