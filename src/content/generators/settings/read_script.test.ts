import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FolderView } from '../generator_rules.ts';
import { readScript } from './read_script.ts';
import { entriesAt, listAt, ScriptCall, textAt, valueAt } from './settings.ts';

function folderOf(files: Readonly<Record<string, string>>): FolderView {
  const paths = Object.keys(files);
  const namesIn = (folder: string) => {
    const inside = paths.filter((path) => folder === '' || path.startsWith(`${folder}/`));
    return [...new Set(inside.map((path) => path.slice(folder === '' ? 0 : folder.length + 1).split('/', 1)[0]!))];
  };
  return {
    ...{ folderName: 'site', names: namesIn(''), namesIn, text: (path) => files[path] ?? '', holdsPages: () => true },
  };
}

function read(script: string, files: Readonly<Record<string, string>> = {}): unknown {
  return plain(readScript(folderOf({ 'config.ts': script, ...files }), 'config.ts'));
}

/** A call as `[name, ...arguments]` with `()` behind its name. */
function plain(value: unknown): unknown {
  if (value instanceof ScriptCall) return [`${value.name}()`, ...value.given.map(plain)];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

const VALUES: Readonly<Record<string, readonly [script: string, value: unknown]>> = {
  'an object with all kinds of keys': [
    "const k = 'c'; export default { a: 1, 'b': 'x', [k]: true, \"d\": null, e() { return 'f'; }, ...{ g: -2 } };",
    { a: 1, b: 'x', c: true, d: null, e: 'f', g: -2 },
  ],
  'comments, regular expressions and templates with braces': [
    `export default { /* a: 1, */ b: /['"{]/.test(x), // c: 2\n d: \`\${[1].map((n) => \`{\${n}\`)}}\`, e: 'it\\'s' };`,
    { b: null, d: null, e: "it's" },
  ],
  'a call around the settings': ["export default defineConfig({ a: 'x' });", ['defineConfig()', { a: 'x' }]],
  'a call with types': [
    "const less = a < b;\nexport default defineConfig<Theme<{ x: 1 }>>({ a: 'x' });",
    ['defineConfig()', { a: 'x' }],
  ],
  'a function that makes the settings': [
    "const config = async () => { const a = 'x'; if (a) { b(); } return { a, list: [...['y'], 'z'] }; };\nmodule.exports = config;",
    { a: 'x', list: ['y', 'z'] },
  ],
  types: [
    "const a: Record<string, { b: string }> = { c: 'x' } as const;\nexport default { a, d: [] as string[], e: <T>f } satisfies Config<T>;",
    { a: { c: 'x' }, d: [], e: null },
  ],
  'constants in texts': [
    `const host = 'https://a.example';\nexport default { a: \`\${host}/b\`, c: host + '/d', e: \`\${f}\` };`,
    { a: 'https://a.example/b', c: 'https://a.example/d', e: null },
  ],
  'choices that only running would make': [
    "export default { a: on ? 'x' : 'y', b: process.env.B ?? 'z', c: on && { d: 1 }, e: a === 'x' };",
    { a: null, b: 'z', c: { d: 1 }, e: null },
  ],
  paths: [
    "export default { a: path.resolve(__dirname, '../docs'), b: require.resolve('./c.js'), d: fileURLToPath(new URL('./e', import.meta.url)) };",
    { a: '../docs', b: './c.js', d: 'e' },
  ],
  'functions of paths by other names': [
    "import { fileURLToPath as toPath } from 'url';\nconst { posix: p } = require('node:path');\nexport default [p.join('a', 'b'), toPath(import.meta.url)];",
    ['a/b', 'config.ts'],
  ],
  'lists that are filtered': ["export default [a && 'x', 'y'].filter(Boolean);", ['x', 'y']],
  'a name of a prototype': [
    'export default { __proto__: { a: 1 }, constructor: 2 };',
    { ['__proto__']: { a: 1 }, constructor: 2 },
  ],
};

describe('the value of', () => {
  for (const [name, [script, value]] of Object.entries(VALUES)) {
    test(name, () => expect(JSON.stringify(read(script))).toBe(JSON.stringify(value)));
  }
});

test('imports of files beside the script are followed, and those of packages and of files outside are not', () => {
  const script = `import whole, { named as other } from './parts/a';
    import * as all from './parts/a.js';
    import list from './list.json' with { type: 'json' };
    import { x } from '../outside';
    import type { T } from './types';
    import thing from 'package';
    const { y } = require('./parts/a');
    export default { whole, other, third: all.named, first: list[0], x, thing, required: require('./list.json') };`;
  const files = {
    'parts/a.ts': "import back from '../config';\nexport const named = 'n';\nexport default { w: 1, back };",
    'list.json': '["1.0"]',
  };
  expect(read(script, files)).toEqual({
    ...{ whole: { w: 1, back: null }, other: 'n', third: 'n', first: '1.0', x: null, thing: null, required: ['1.0'] },
  });
});

test('members are found behind calls and in records alone', () => {
  const folder = folderOf({
    'c.ts': "const wrap = plugin({ a: 1 });\nexport default wrap(other({ b: { c: 'x' } }, ['y']), 'z');",
  });
  const settings = readScript(folder, 'c.ts');
  expect([valueAt(settings, 'a'), textAt(settings, 'b', 'c'), textAt(settings, 'b'), listAt(settings, 'b')]).toEqual([
    ...[1, 'x', null, []],
  ]);
  expect(entriesAt(settings, 'b')).toEqual([['c', 'x']]);
  expect(valueAt(settings, 'toString')).toBeNull();
});

test('any text is read, in time linear in its length', () => {
  const parts = [
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '`',
    '${',
    "'",
    '/',
    '=>',
    ': a<',
    'async ',
    'export default ',
    'const a = ',
    ', ',
    '...',
    'return ',
    '? ',
    '+ ',
    'function ',
    'import a from ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts, 'a', '1', '\n'), { maxLength: 60 }), (pieces) => {
      read(pieces.join(''));
    }),
  );
  for (const part of parts) expect(read(`export default ${part.repeat(40_000)}`)).toBeDefined();
});
