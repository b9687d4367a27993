/**
 * Opens artefacts that somebody made: sections are cut, exchanged, emptied, filled with numbers out of range or with what unpacks to
 * gigabytes, the manifest and the directory have what no build writes; and every digest is right. Each must be refused in one sentence
 * when it is opened, or every request must be answered within a second of CPU time and 512 MB: with 200, 404, 406, 422, or with 500
 * and a log line. The process must live on.
 * crafted_artefacts.ts [--crafts N] [--seed N] [--only TEXT]
 */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { artefactOf } from '../fixtures/corpus_of.ts';
import type { Asked } from './artefact_asker.ts';
import { temporaryFolder } from './baked_site.ts';
import { type Craft, drawCraft, readDraft, writeDraft } from './craft_artefact.ts';
import { namedCrafts } from './named_crafts.ts';
import { catchword } from './serve_process.ts';
import { conclude, option, textOption } from './verdict.ts';

const crafts = option('crafts', 300);
const seed = option('seed', 1 + Math.floor(Math.random() * 2 ** 30));
const only = textOption('only', '');
/** Milliseconds without an answer after which the process is taken to hang: the machine may be busy with other work. */
const patience = 15_000;
const asker = fileURLToPath(new URL('./artefact_asker.ts', import.meta.url));
const random = new SeededRandom(seed);
const file = join(temporaryFolder(), 'crafted.catchword');
const faults: string[] = [];
const counts = { refused: 0, answered: 0, failed: 0 };

const pages = makePages();
const sound = artefactOf(pages, {
  language: 'en',
  fields: [{ name: 'colour', type: 'string' }],
  tools: ['search box'],
});
const named = namedCrafts(readDraft(sound)).filter(({ name }) => name.includes(only));
const drawn = Array.from({ length: crafts }, () => drawCraft(random, readDraft(sound)));
let running = startAsker();

await judge(
  { name: 'sound', craft() {} },
  (asked) => asked.refusal === null && asked.failed === 0 && asked.missed === 0,
);
for (const each of [...named, ...drawn]) if (each.name.includes(only)) await judge(each);
running.child.kill();
for (const name of ['the manifest is null', 'terms.slots is empty', 'headings.position is empty', 'has the stamps'])
  mustRefuse(named.find((each) => each.name.includes(name)));
conclude(
  `${named.length} named and ${crafts} drawn artefacts (seed ${seed}): ${counts.refused} refused, ` +
    `${counts.answered} requests answered, ${counts.failed} with 500`,
  faults,
);
process.exit();

async function judge({ name, craft }: Craft, isRight: (asked: Asked) => boolean = () => true): Promise<void> {
  const draft = readDraft(sound);
  craft(draft);
  writeFileSync(file, writeDraft(draft));
  const asked = await running.ask();
  if (typeof asked === 'string') {
    faults.push(`${name}: the process ${asked}`);
    running.child.kill('SIGKILL');
    running = startAsker();
    return;
  }
  for (const fault of asked.faults) faults.push(`${name}: ${fault}`);
  if (!isRight(asked)) faults.push(`${name}: ${JSON.stringify(asked)}`);
  counts.refused += asked.refusal === null ? 0 : 1;
  counts.answered += asked.answered;
  counts.failed += asked.failed;
}

function startAsker() {
  const { path, text } = pages[1]!;
  const child = spawn(process.execPath, ['--expose-gc', '--max-old-space-size=256', asker, path, text!, 'colour'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors = `${errors}${data.toString()}`.slice(0, 2_000);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(`ended with ${code ?? signal}: ${errors}`));
  });
  return {
    child,
    /** @returns what came of the file, or what became of the process */
    async ask(): Promise<Asked | string> {
      child.stdin.write(`${file}\n`);
      for (let last = 'opening'; ; ) {
        const late = Promise.withResolvers<string>();
        const timer = setTimeout(() => late.resolve(`hangs at ${last}`), patience);
        const line = lines.next().then(({ value }) => value ?? null);
        const said = await Promise.race([line, late.promise]);
        clearTimeout(timer);
        if (said === null) return `${await ended} (at ${last})`;
        if (said.startsWith('hangs')) return said;
        if (said.startsWith('=')) return JSON.parse(said.slice(1)) as Asked;
        last = said;
      }
    },
  };
}

/** The command must end with exit code 1 and one line that names the file. */
function mustRefuse(craft: Craft | undefined): void {
  if (craft === undefined) return;
  const draft = readDraft(sound);
  craft.craft(draft);
  writeFileSync(file, writeDraft(draft));
  for (const args of [
    ['query', '--get', '/api/tags', file],
    ['serve', file, '--port', '0', '--feedback', 'none'],
  ]) {
    const options = { encoding: 'utf8', timeout: patience } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [catchword, ...args], options);
    const isOneLine = stderr.startsWith(`Cannot open "${file}": `) && /^[^\n]+\n$/.test(stderr);
    if (status !== 1 || !isOneLine || stdout !== '')
      faults.push(`${craft.name}: ${args[0]} ended with ${status}: ${stdout.slice(0, 200)}${stderr.slice(0, 400)}`);
  }
}

/** A site with every part that an artefact can have, in several languages. */
function makePages() {
  const words = new SeededRandom(7);
  const stems = [
    'cache',
    'validator',
    'request',
    'answer',
    'server',
    'index',
    'word',
    'Straße',
    'garçon',
    'page',
    'link',
  ];
  const word = () => `${words.pick(stems)}${words.pick(['', 's', 'er', 'ing', 'Path'])}`;
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const pathOf = (page: number) => (page === 0 ? 'index' : `${words.pick(['docs', 'writing'])}/page-${page}`);
  const paths = Array.from({ length: 60 }, (_, page) => pathOf(page));
  return paths.map((path, page) => ({
    path,
    title: sentence(3),
    description: sentence(9),
    aliases: [`alias ${page}`],
    tags: [words.pick(['red', 'green', 'blue'])],
    text: `${sentence(40 + words.below(300))}. ${'repeat these words '.repeat(words.below(40))}`,
    collection: page % 3 === 0 ? null : words.pick(['writing', 'glossary']),
    published: page % 4 === 0 ? null : `2026-0${1 + words.below(9)}-11`,
    updated: page % 5 === 0 ? null : `2026-0${1 + words.below(9)}-12`,
    language: words.pick(['en', 'en', 'de', 'fr', 'ja']),
    links: [words.pick(paths), words.pick(paths)],
    headings: Array.from({ length: 1 + words.below(4) }, (_, i) => ({ depth: 2, text: sentence(2), anchor: `h${i}` })),
    sections: [0, 10, 20, 30],
    fields: { colour: words.pick(['blue', 'yellow']) },
  }));
}
