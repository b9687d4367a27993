import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { createSiteBaker } from '../../src/bake/site_baker.ts';
import { LARGEST_ORDERED } from '../../src/cli/options.ts';
import { listFiles } from '../../src/content/files/list_files.ts';
import { openProject } from '../../src/content/files/project.ts';
import { findContentRoot } from '../../src/content/site/find_content_root.ts';
import { median } from '../measure/statistics.ts';

export interface RebakeOptions {
  /** A folder of Markdown. It is copied, and the copy is edited. */
  readonly content: string;
  readonly rounds: number;
  /** An empty folder. */
  readonly scratch: string;
  readonly progress: (line: string) => void;
}

/** Milliseconds of processor time by stage, then their sum, and the time that passed. */
export type StageTimes = ReadonlyMap<string, number>;

export interface RebakeResult {
  readonly pages: number;
  readonly artefactBytes: number;
  /** Medians over the rounds, by kind of edit. `full build`: one without a cache. */
  readonly edits: ReadonlyMap<string, StageTimes>;
}

/** Makes one edit to a page. @returns the paths that changed */
type Edit = (file: string, round: number) => string[];

const EDITS: Readonly<Record<string, Edit>> = {
  'known words': rewrite((text) => `${text}\n\nThis page is about the site and its pages.\n`),
  'a new word': rewrite((text, round) => `${text}\n\nThe word quagga${round}x is new.\n`),
  'a link': rewrite((text) => `${text}\n\nSee [the start](/).\n`),
  'a changed title': rewrite((text, round) => {
    const titled = text.replace(/^(?:title:|#) .*$/im, (line) => `${line} ${round}`);
    return titled === text ? `# Title ${round}\n\n${text}` : titled;
  }),
  'saved, unchanged': rewrite((text) => text),
  'a new page'(file, round) {
    const added = file.replace(/\.\w+$/, `-new-${round}.md`);
    writeFileSync(added, '# A new page\n\nIts text.\n');
    return [added];
  },
  'a renamed page'(file, round) {
    const renamed = file.replace(/\.\w+$/, `-moved-${round}$&`);
    renameSync(file, renamed);
    return [file, renamed];
  },
};

function rewrite(change: (text: string, round: number) => string): Edit {
  return (file, round) => {
    writeFileSync(file, change(readFileSync(file, 'utf8'), round));
    return [file];
  };
}

/** Bakes a copy of a site as `catchword dev` does, then edits one page after another and bakes each time again. */
export async function measureRebake({ content, rounds, scratch, progress }: RebakeOptions): Promise<RebakeResult> {
  const folder = join(scratch, 'site');
  progress('copying the site');
  cpSync(content, folder, { recursive: true, filter: (path) => !relative(content, path).startsWith('.git/') });
  const pages = pagesOf(folder);
  const watch = new StageWatch();
  const baker = createSiteBaker({
    ...{
      folder,
      out: null,
      commit: null,
      local: true,
      spaceUpTo: LARGEST_ORDERED,
      cache: null,
      workers: availableParallelism(),
    },
    settings: SETTINGS,
    onStage: (stage) => watch.end(stage),
  });
  progress('baking everything');
  const first = await watch.time(() => baker.bakeAll());
  const edits = new Map<string, StageTimes>([['full build', first.times]]);
  for (const [name, edit] of Object.entries(EDITS)) {
    progress(name);
    const all: StageTimes[] = [];
    for (let round = 0; round < rounds; round++) {
      const changed = edit(pages[(round * 7919) % pages.length]!, round);
      all.push((await watch.time(() => baker.rebake(changed))).times);
    }
    edits.set(name, medians(all));
  }
  return { pages: first.result.pages, artefactBytes: first.result.artefact.length, edits };
}

/** Measures stages by the processor time of this thread, as other programs may use the machine. */
class StageWatch {
  #times = new Map<string, number>();
  #started = 0;

  async time<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly times: StageTimes }> {
    this.#times = new Map();
    const begun = performance.now();
    this.#started = processorTime();
    const result = await work();
    const sum = [...this.#times.values()].reduce((total, time) => total + time, 0);
    return { result, times: this.#times.set('sum', sum).set('elapsed', performance.now() - begun) };
  }

  end(stage: string): void {
    const now = processorTime();
    this.#times.set(stage, now - this.#started);
    this.#started = now;
  }
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const SETTINGS = {
  ...{ origin: 'https://site.example', title: 'Site', description: '', language: null },
  ...{ collections: null, tools: [], publicOrigin: null },
};

function pagesOf(folder: string): string[] {
  const project = openProject(folder);
  const { root, folders } = findContentRoot(project);
  return listFiles(project, root, folders).files.map((file) => join(project.folder, root, file));
}

function medians(rounds: readonly StageTimes[]): StageTimes {
  return new Map([...rounds[0]!.keys()].map((stage) => [stage, median(rounds.map((times) => times.get(stage) ?? 0))]));
}

/** A table with one row for each kind of edit and one column for each stage. */
export function renderRebake({ pages, artefactBytes, edits }: RebakeResult): string {
  const stages = [...edits.values().next().value!.keys()];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `## Baking ${pages} pages again after one edit; an artefact of ${Math.round(artefactBytes / 1e6)} MB`,
    '',
    'Milliseconds of processor time of the thread that bakes, by stage; and the milliseconds that passed.',
    '',
    row(['edit', ...stages]),
    row(['---', ...stages.map(() => '---:')]),
    ...[...edits].map(([name, times]) => row([name, ...stages.map((stage) => (times.get(stage) ?? 0).toFixed(0))])),
    '',
  ].join('\n');
}
