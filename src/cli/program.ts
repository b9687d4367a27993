import { existsSync } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import { renderCompletion, SHELLS, type Shell } from './completion.ts';
import * as options from './options.ts';
import { paintErr, type Terminal } from './terminal.ts';

type ArgumentRow = readonly [spec: string, help?: string, fallback?: string];

type Argued<Row> = Row extends readonly [`${string}...${string}`, ...unknown[]]
  ? string[]
  : Row extends readonly [`<${string}`, ...unknown[]] | readonly [string, string, string]
    ? string
    : string | undefined;

/** Defines a command. `run` receives its arguments and then its options, and returns the exit code. */
type Add = <const Args extends readonly ArgumentRow[], const Rows extends readonly options.OptionRow[]>(
  name: string,
  about: string,
  args: Args,
  rows: Rows,
  run: (...given: [...{ [At in keyof Args]: Argued<Args[At]> }, options.FlagsOf<Rows>]) => Promise<number>,
) => void;

const CONTENT = ['<content>', 'folder of Markdown'] as const;
const SOURCE = ['[source]', 'artefact or folder of Markdown (default: as for serve)'] as const;

/**
 * Defines the commands and their options. A command is imported when it runs, so that each loads only what it needs.
 * @param finish receives the exit code of the command that ran
 */
export function createProgram(terminal: Terminal, version: string, finish: (exitCode: number) => void): Command {
  const program = new Command('catchword')
    .description(
      'Turns a folder of Markdown into a queryable, cacheable, self-describing HTTP API. With a folder of Markdown instead of a command, it runs "dev"; with an artefact, "serve".',
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) => write(`${paintErr(terminal)('error', text.trimEnd())}\n`),
    })
    .showSuggestionAfterError();

  const addTo =
    (parent: Command, defaultName = ''): Add =>
    (name, about, args, rows, run) => {
      const command = parent.command(name, { isDefault: name === defaultName }).description(about);
      for (const [spec, help, fallback] of args) command.argument(spec, help, fallback);
      for (const [spec, help, choices] of rows) {
        const option = new Option(spec, help);
        command.addOption(choices === undefined ? option : option.choices(choices).default(choices[0]));
      }
      command.action(async (...given) => finish(await run(...(given as never))));
    };

  addContentCommands(addTo(program), terminal, version);
  addServingCommands(addTo(program), terminal);
  addQuestionCommands(addTo(program), terminal);
  addSetupCommands(addTo(program), terminal, version);
  program
    .command('completion')
    .description('print a shell script that completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      terminal.out(renderCompletion(shell, program));
      finish(0);
    });
  const feedback = program
    .command('feedback')
    .description("read and manage feedback submissions, for the site's owner");
  addFeedbackCommands(addTo(feedback), terminal);
  const misses = program.command('misses').description("list searches that found nothing, for the site's owner");
  addMissesCommands(addTo(misses, 'list'), terminal);
  addTo(program)(
    'rollup',
    'recount the feedback, update its public counts and print them on stdout',
    [SOURCE],
    [...options.bakeOptions, ...options.storeOptions],
    async (source, flags) => (await ownerCommands()).rollUpFeedback(source ?? defaultSource(terminal), flags, terminal),
  );
  return program;
}

/** `build`, `check` and `dev`: the commands for authors of pages. */
function addContentCommands(add: Add, terminal: Terminal, version: string): void {
  add(
    'build',
    'build one artefact file from a folder of Markdown',
    [CONTENT],
    options.buildOptions,
    async (folder, flags) => (await import('./build/build_command.ts')).build(folder, flags, terminal),
  );
  add(
    'export',
    'write the files of a search that does not need a server, from an artefact',
    [['<artefact>', 'file that "catchword build" wrote']],
    options.exportOptions,
    async (artefact, flags) => (await import('./build/export_command.ts')).exportSearch(artefact, flags, terminal),
  );
  add(
    'check',
    'report dead links and anchors, missing images, and errors in aliases, addresses and front matter',
    [CONTENT],
    options.checkOptions,
    async (folder, flags) => (await import('./check_command.ts')).check(folder, flags, terminal, version),
  );
  add(
    'dev',
    'serve a folder of Markdown and rebuild on every edit',
    [['[content]', 'folder of Markdown (default: $CATCHWORD_SOURCE, else ./site, else .)']],
    options.devOptions,
    async (folder, flags) =>
      (await import('./dev/dev_command.ts')).dev(folder ?? defaultSource(terminal), flags, terminal),
  );
}

function addServingCommands(add: Add, terminal: Terminal): void {
  add(
    'serve',
    'serve an artefact, or a folder that is built first',
    [['[source]', 'artefact or folder of Markdown (default: $CATCHWORD_SOURCE, else ./site, else .)']],
    [...options.serveOptions, ...options.searchOptions],
    async (source, flags) =>
      (await import('./serve/serve_command.ts')).serve(source ?? defaultSource(terminal), flags, terminal),
  );
  add(
    'publish',
    'load a build into an OpenSearch cluster, for servers started with --search',
    [['[artefact]', 'file that "catchword build" wrote']],
    options.publishOptions,
    async (artefact, flags) => (await import('./publish_command.ts')).publishArtefact(artefact, flags, terminal),
  );
}

/** `query`, `mcp` and `eval`, which answer without a server. */
function addQuestionCommands(add: Add, terminal: Terminal): void {
  add(
    'query',
    'run one request without a server, and print the response body on stdout',
    [SOURCE],
    options.queryOptions,
    async (source, flags) =>
      (await import('./query_command.ts')).query(source ?? defaultSource(terminal), flags, terminal),
  );
  add(
    'mcp',
    'serve MCP (Model Context Protocol) on stdin and stdout, from a site or a running server',
    [['[source]', 'artefact, folder of Markdown, or address of a server (default: as for serve)']],
    options.bakeOptions,
    async (source, flags) =>
      (await import('./mcp_command.ts')).answerAgent(source ?? defaultSource(terminal), flags, terminal, process.stdin),
  );
  add(
    'eval',
    'measure search quality with queries whose right pages are known',
    [['<file>', 'CSV or YAML with queries and their right pages'], SOURCE],
    options.evalOptions,
    async (file, source, flags) =>
      (await import('./eval/eval_command.ts')).evaluate(file, source ?? defaultSource(terminal), flags, terminal),
  );
}

/** The commands that set an installation up and examine it. */
function addSetupCommands(add: Add, terminal: Terminal, version: string): void {
  add(
    'init',
    'write a configuration and deployment files; existing files are kept',
    [['[folder]', 'folder of Markdown', '.']],
    options.initOptions,
    async (folder, flags) => (await import('./init/init_command.ts')).init(folder, flags, terminal, version),
  );
  add(
    'config',
    'print every setting with its value, its source and its default',
    [SOURCE],
    options.configOptions,
    async (source, flags) =>
      (await import('./settings/config_command.ts')).showConfig(source ?? defaultSource(terminal), flags, terminal),
  );
  add(
    'doctor',
    'check the versions, configuration, artefact, origin, feedback store, clock, port, permissions and disk',
    [['[source]', 'artefact or folder of Markdown (default: $CATCHWORD_SOURCE, else ./site)']],
    options.doctorOptions,
    async (source, flags) =>
      (await import('./doctor_command.ts')).examineInstallation(source ?? namedSource(terminal), flags, terminal),
  );
  add(
    'health',
    'check whether a running server is ready',
    [['[url]', 'origin of the server (default: http://127.0.0.1 with the port of serve)']],
    [],
    async (url) => (await import('./health_command.ts')).checkHealth(url ?? null, terminal),
  );
}

const ownerCommands = () => import('./feedback/feedback_commands.ts');

/** The commands below `feedback`, for the site's owner. Only they print the messages of submissions. */
function addFeedbackCommands(add: Add, terminal: Terminal): void {
  const { storeOptions, formatOptions } = options;
  add('init', 'create the store if it does not exist', [], storeOptions, async (flags) =>
    (await ownerCommands()).initFeedback(flags, terminal),
  );
  add('list', 'print submissions, one per line, oldest first', [], options.listOptions, async (flags) =>
    (await ownerCommands()).listFeedback(flags, terminal, 'lines'),
  );
  add('export', 'print submissions in full, as JSON unless --csv is given', [], options.listOptions, async (flags) =>
    (await ownerCommands()).listFeedback(flags, terminal, 'json'),
  );
  add(
    'pages',
    'print the pages that submissions are about, and searches that found nothing',
    [],
    options.subjectsOptions,
    async (flags) => (await import('./feedback/list_subjects.ts')).listSubjects(flags, terminal),
  );
  add('watch', 'print new submissions, one per line, until interrupted', [], options.watchOptions, async (flags) =>
    (await import('./feedback/feedback_commands.ts')).watchFeedback(flags, terminal),
  );
  add('show', 'print one submission in full', [['<id>']], formatOptions, async (id, flags) =>
    (await ownerCommands()).showFeedback(id, flags, terminal),
  );
  for (const [change, about] of [
    ['hide', 'remove submissions from the public list and the public counts'],
    ['unhide', 'show hidden submissions again'],
    ['purge', 'delete submissions permanently'],
  ] as const) {
    add(change, about, [['[ids...]']], options.changeOptions, async (ids, flags) =>
      (await ownerCommands()).changeFeedback(
        ids,
        change,
        flags,
        terminal,
        flags.source ?? sourceOfStore(flags, terminal),
      ),
    );
  }
  add(
    'backup',
    'write a copy of the store to a new file, while servers keep running',
    [['<file>']],
    storeOptions,
    async (file, flags) => (await ownerCommands()).backUpFeedback(file, flags, terminal),
  );
}

function addMissesCommands(add: Add, terminal: Terminal): void {
  const about = 'print the searches that found nothing at least five times, most frequent first';
  add('list', about, [], options.missesOptions, async (flags) => (await ownerCommands()).listMisses(flags, terminal));
  add('clear', 'delete the counts', [], options.storeOptions, async (flags) =>
    (await ownerCommands()).clearMisses(flags, terminal),
  );
}

function defaultSource(terminal: Terminal): string {
  return namedSource(terminal) ?? '.';
}

/** Never the current folder, which may be unrelated to the site. */
function namedSource({ environment }: Terminal): string | null {
  return environment.CATCHWORD_SOURCE || (existsSync('site') ? 'site' : null);
}

/**
 * The site that the environment names together with the store; null where the store is another one. A folder that happens
 * to be near is never used: the pages of another site would replace the public counts.
 */
function sourceOfStore({ feedback }: options.StoreFlags, { environment }: Terminal): string | null {
  return feedback === undefined ? environment.CATCHWORD_SOURCE || null : null;
}
