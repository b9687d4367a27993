/**
 * Starts the command with a hundred configurations that have one mistake each, in file, environment and flags. Each must
 * end with exit code 2 before anything is served, name the mistake, and show no stack.
 * mutated_configuration.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/cli/main.ts';
import { temporaryFolder } from './baked_site.ts';
import { conclude } from './verdict.ts';

/** A mistake: what the error message must name, and how the command gets it. */
interface Mistake {
  readonly names: string;
  readonly text?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

const wrong = {
  origin: [1, null, '', 'example.org', 'ftp://a', 'https://', 'https://a?b', 'https://a#b', 'http://a b', [], {}],
  title: [1, null, '', true, [], {}],
  description: [1, null, false, [], {}],
  language: [1, null, '', 'e', 'en_US!', 'not a tag', [], {}],
  tools: [1, null, 'a', [1], [''], [null], ['a'.repeat(129)], {}],
  publicOrigin: [1, '', 'example.org', 'https://a/b', 'https://a@b', 'https://a?b', [], {}],
  trustedProxies: [1, null, '10.0.0.1', [1], [''], ['localhost'], ['10.0.0.0/33'], {}],
  collections: [
    1,
    null,
    'a',
    {},
    [1],
    [null],
    [{}],
    [{ name: 1 }],
    [{ name: '' }],
    [{ name: 'a b' }],
    [{ name: '../a' }],
    [{ name: 'a' }, { name: 'a' }],
    [{ name: 'a', title: 1 }],
    [{ name: 'a', title: '' }],
    [{ name: 'a', folder: 1 }],
    [{ name: 'a', folder: '' }],
    [{ name: 'a', colour: 'red' }],
  ],
} as const;
const unknown = ['Origin', 'titel', 'colletions', 'orgin', 'port', '__proto__', 'constructor', 'toString', '', 'a.b'];
const broken = [
  '',
  '{',
  '[]',
  'null',
  '1',
  '"a"',
  '{"title":"a",}',
  '{"title":"a"}}',
  "{'title':'a'}",
  '{"title":"a","title":"b"}',
];
const variables = {
  CATCHWORD_ORIGIN: ['example.org', 'ftp://a'],
  CATCHWORD_LANGUAGE: ['not a tag'],
  CATCHWORD_COLLECTIONS: ['a b', 'a,a', ',', '../a'],
  CATCHWORD_PUBLIC_ORIGIN: ['a', 'https://a/b'],
  CATCHWORD_TRUSTED_PROXIES: ['localhost', '10.0.0.0/8,::1/129'],
};
const keys = { CATCHWORD_ORIGIN: 'origin', CATCHWORD_LANGUAGE: 'language' } as Readonly<Record<string, string>>;
const flags = {
  '--port': ['x', '-1', '65536', '1.5', '1e3', ''],
  '--trusted-proxies': ['localhost', '10.0.0.0/8,10.0.0.0/a'],
  '--workers': ['0', '-1', 'x', '1.5', '1000', ''],
};

const mistakes: Mistake[] = [
  ...Object.entries(wrong).flatMap(([key, values]) =>
    values.map((value) => ({ names: key, text: JSON.stringify({ [key]: value }) })),
  ),
  ...unknown.map((key) => ({ names: key, text: `{${JSON.stringify(key)}:"a"}` })),
  ...broken.map((text) => ({ names: 'catchword.config.json', text })),
  ...Object.entries(variables).flatMap(([variable, values]) =>
    values.map((value) => ({ names: keys[variable] ?? 'environment', environment: { [variable]: value } })),
  ),
  ...Object.entries(flags).flatMap(([flag, values]) =>
    values.map((value) => ({ names: flag.slice(2), flags: [`${flag}=${value}`] })),
  ),
];

const folder = temporaryFolder();
const content = join(folder, 'content');
mkdirSync(content);
writeFileSync(join(content, 'index.md'), '# Home\n');
const faults: string[] = [];
for (const mistake of mistakes) await mustRefuse(mistake);
conclude(`${mistakes.length} mistakes`, faults);

async function mustRefuse({ names, text, environment = {}, flags: given = [] }: Mistake): Promise<void> {
  const config = join(folder, 'catchword.config.json');
  writeFileSync(config, text ?? '{}');
  let err = '';
  // `serve` refuses a flag before it opens the source; everything else uses commands that end by themselves.
  const args = given.length > 0 ? ['serve', ...given] : ['query', '--get', '/version.json', '--config', config];
  const code = await main([...args, content], {
    environment: { CATCHWORD_CACHE: join(folder, 'cache'), CATCHWORD_FEEDBACK: 'none', ...environment },
    out() {},
    err: (line) => {
      err += line;
    },
    outIsTerminal: false,
    errIsTerminal: false,
  });
  const label = text ?? JSON.stringify(environment) + given.join(' ');
  if (code !== 2 || !err.includes(names) || /^ +at /m.test(err))
    faults.push(`${label}: exit ${code}, ${JSON.stringify(err)}`);
}
