import { existsSync } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import type { BakeFlags } from './build/bake_content.ts';
import type { BuildFlags } from './build/build_command.ts';
import type { CheckFlags, ReportFormat } from './check_command.ts';
import { renderCompletion, SHELLS, type Shell } from './completion.ts';
import type { DevFlags } from './dev/dev_flags.ts';
import type { DoctorFlags } from './doctor_command.ts';
import type { EvalFlags } from './eval/eval_command.ts';
import {
  addFeedbackCommands,
  addMissesCommands,
  addRollUpCommand,
  feedbackOption,
} from './feedback/add_feedback_commands.ts';
import type { InitFlags } from './init/init_command.ts';
import type { PublishFlags } from './publish_command.ts';
import type { QueryFlags } from './query_command.ts';
import type { ServeFlags } from './serve/serve_settings.ts';
import type { ConfigFlags } from './settings/config_command.ts';
import { searchCaOption, searchOption } from './settings/search_settings.ts';
import { paintErr, type Terminal } from './terminal.ts';

export const REPORT_FORMATS: readonly ReportFormat[] = ['text', 'json', 'github', 'junit', 'sarif'];

/** Receives the exit code of the command that ran. */
type Finish = (exitCode: number) => void;

/** Defines the commands and their flags. A command is imported when it runs, so that each loads only what it needs. */
export function createProgram(terminal: Terminal, version: string, finish: Finish): Command {
  const program = new Command('catchword')
    .description('Turns a folder of Markdown into a queryable, cacheable, self-describing HTTP API.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) => write(`${paintErr(terminal)('error', text.trimEnd())}\n`),
    })
    .showSuggestionAfterError();

  addContentCommands(program, terminal, version, finish);
  addServingCommands(program, terminal, finish);
  addQuestionCommands(program, terminal, finish);
  addSetupCommands(program, terminal, version, finish);
  addFeedbackCommands(program, terminal, finish);
  addMissesCommands(program, terminal, finish);
  addRollUpCommand(withBakeFlags(program.command('rollup')), terminal, () => defaultSource(terminal), finish);

  return program;
}

/** `build`, `check` and `dev`: the commands for authors of pages. */
function addContentCommands(program: Command, terminal: Terminal, version: string, finish: Finish): void {
  withBakeFlags(program.command('build'))
    .description('build one artefact file from a folder of Markdown')
    .argument('<content>', 'folder of Markdown')
    .option('--out <file>', 'path of the artefact (required)')
    .option('--json', 'print the summary as one JSON document on stdout')
    .action(async (folder: string, flags: BuildFlags) => {
      const { build } = await import('./build/build_command.ts');
      finish(await build(folder, flags, terminal));
    });

  program
    .command('check')
    .description('report dead links and anchors, missing images, and errors in aliases, addresses and front matter')
    .argument('<content>', 'folder of Markdown')
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder)')
    .option('--strict', 'exit with code 1 when there is a finding')
    .addOption(new Option('--format <format>', 'format of the report').choices(REPORT_FORMATS).default('text'))
    .action(async (folder: string, flags: CheckFlags) => {
      const { check } = await import('./check_command.ts');
      finish(await check(folder, flags, terminal, version));
    });

  program
    .command('dev')
    .description('serve a folder of Markdown and rebuild on every edit')
    .argument('[content]', 'folder of Markdown (default: $CATCHWORD_SOURCE, else ./site, else .)')
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, or the next free one; 0 for any (default: $PORT, else 4777)')
    .option(
      '--poll [milliseconds]',
      'check every file at this interval, in ms (default: 500), for file systems that do not report changes',
    )
    .option(feedbackOption[0], `${feedbackOption[1]} (default: none)`)
    .option('--native-query', 'accept the QUERY method itself, not only its method override')
    .option('--allow-empty', 'allow a folder with no pages')
    .option('--allow-missing', 'start without folders that the settings of the site name and that cannot be read')
    .option('--log-requests', 'log every response')
    .action(async (folder: string | undefined, flags: DevFlags) => {
      const { dev } = await import('./dev/dev_command.ts');
      finish(await dev(folder ?? defaultSource(terminal), flags, terminal));
    });
}

/** `serve` and `publish`. */
function addServingCommands(program: Command, terminal: Terminal, finish: Finish): void {
  withServeFlags(program.command('serve'))
    .description('serve an artefact, or a folder that is built first')
    .argument('[source]', 'artefact or folder of Markdown (default: $CATCHWORD_SOURCE, else ./site, else .)')
    .option(...searchOption)
    .option(...searchCaOption)
    .action(async (source: string | undefined, flags: ServeFlags) => {
      const { serve } = await import('./serve/serve_command.ts');
      finish(await serve(source ?? defaultSource(terminal), flags, terminal));
    });

  program
    .command('publish')
    .description('load a build into an OpenSearch cluster, for servers with --search')
    .argument('[artefact]', 'file that "catchword build" wrote')
    .option(...searchOption)
    .option(...searchCaOption)
    .option(
      '--from <content>',
      'instead of an artefact, a folder of Markdown of any size: read twice, never all in memory',
    )
    .option('--config <file>', 'configuration for --from (default: catchword.config.json in the folder)')
    .option('--commit <sha>', 'commit to stamp responses with, for --from (default: as for build)')
    .option('--allow-missing', 'with --from: publish without folders that the settings name and that cannot be read')
    .option('--keep <number>', 'builds to keep in the cluster, including this one (default: 2)')
    .option('--shards <number>', 'primary shards (default: one per 250,000 pages)')
    .option('--replicas <number>', 'replicas of each shard (default: 1 in a cluster of two nodes or more)')
    .option('--repair', 'resend pages that are missing or damaged in the cluster')
    .option('--json', 'print the summary as one JSON document on stdout')
    .action(async (artefact: string | undefined, flags: PublishFlags) => {
      const { publishArtefact } = await import('./publish_command.ts');
      finish(await publishArtefact(artefact, flags, terminal));
    });
}

/** `query`, `mcp` and `eval`, which answer without a server. */
function addQuestionCommands(program: Command, terminal: Terminal, finish: Finish): void {
  withBakeFlags(program.command('query'))
    .description('answer one request without a server and print the body on stdout')
    .argument('[source]', 'artefact or folder of Markdown (default: as for serve)')
    .option('--get <path>', 'path and parameters of a GET request, such as /api/pages?q=...')
    .option('--body <json>', 'body of a QUERY request to /api/pages')
    .option('--accept <types>', 'value of the Accept header')
    .action(async (source: string | undefined, flags: QueryFlags) => {
      const { query } = await import('./query_command.ts');
      finish(await query(source ?? defaultSource(terminal), flags, terminal));
    });

  withBakeFlags(program.command('mcp'))
    .description('serve MCP (Model Context Protocol) on stdin and stdout, from a site or a running server')
    .argument('[source]', 'artefact, folder of Markdown, or address of a server (default: as for serve)')
    .action(async (source: string | undefined, flags: BakeFlags) => {
      const { answerAgent } = await import('./mcp_command.ts');
      finish(await answerAgent(source ?? defaultSource(terminal), flags, terminal, process.stdin));
    });

  withBakeFlags(program.command('eval'))
    .description('measure how well search answers queries whose right pages are known')
    .argument('<file>', 'CSV or YAML with queries and their right pages')
    .argument('[source]', 'artefact or folder of Markdown (default: as for serve)')
    .option('--against <artefact>', 'compare with another artefact or folder; exit with code 1 when search is worse')
    .option('--allow <number>', 'how far MRR and nDCG may fall below the other, from 0 to 1 (default: 0)')
    .addOption(
      new Option('--address <name>', 'ask /api/search or /api/pages').choices(['search', 'pages']).default('search'),
    )
    .option('--show', 'list every query with its rank')
    .option('--json', 'print one JSON document')
    .action(async (file: string, source: string | undefined, flags: EvalFlags) => {
      const { evaluate } = await import('./eval/eval_command.ts');
      finish(await evaluate(file, source ?? defaultSource(terminal), flags, terminal));
    });
}

function withServeFlags(command: Command): Command {
  return withBakeFlags(command)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for any (default: $PORT, else 4777)')
    .option('--workers <number>', 'worker threads, or "all" for one per core (default: 1)')
    .option('--cache <size>', "memory for caches, such as 64M, or 0 (default: a share of the container's memory)")
    .option('--native-query', 'accept the QUERY method itself, not only its method override')
    .option('--home <what>', 'what to show at the root: explore or none (default: explore)')
    .option(
      '--site-files <names>',
      'files to serve at the root, such as sitemap.xml, comma-separated, or none (default: all)',
    )
    .option('--trusted-proxies <list>', 'addresses and networks whose Forwarded headers are trusted, comma-separated')
    .option(feedbackOption[0], `${feedbackOption[1]}, or none`)
    .option('--no-feedback-init', 'refuse to start if the file of the feedback store is missing')
    .option(
      '--feedback-origins <list>',
      "origins whose scripts may submit feedback, besides the site's own, comma-separated",
    )
    .option('--rollup-every <minutes>', 'minutes between updates of the public feedback counts; 0 = never (default: 5)')
    .option('--mcp', 'serve MCP at /mcp (default: on a loopback address)')
    .option('--no-mcp', 'turn /mcp off')
    .option('--metrics <host:port>', 'serve Prometheus metrics at /metrics on this address (default: off)')
    .option('--log-requests', 'log every response')
    .option('--log-format <format>', 'json or text (default: text on a terminal, else json)');
}

function withBakeFlags(command: Command): Command {
  return command
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder, or beside the artefact)')
    .option('--commit <sha>', "commit to stamp responses with (default: HEAD of the folder's checkout if it is clean)")
    .option('--local', 'leave the content stamp out, so responses have no ETag')
    .option('--allow-empty', 'allow a folder with no pages')
    .option('--allow-missing', 'build without folders that the settings of the site name and that cannot be read');
}

function defaultSource(terminal: Terminal): string {
  return namedSource(terminal) ?? '.';
}

/** Never the current folder, which may be unrelated to the site. */
function namedSource({ environment }: Terminal): string | null {
  return environment.CATCHWORD_SOURCE || (existsSync('site') ? 'site' : null);
}

/** Adds the commands that set an installation up and examine it. */
function addSetupCommands(program: Command, terminal: Terminal, version: string, finish: Finish): void {
  program
    .command('init')
    .description('write a configuration and deployment files; existing files are kept')
    .argument('[folder]', 'folder of Markdown', '.')
    .option(
      '--origin <address>',
      'address of the site (default: as the settings of the generator say, else none; with --github that on GitHub Pages)',
    )
    .option(
      '--title <text>',
      'name of the site (default: as the settings of the generator say, else the name of the folder)',
    )
    .option('--docker', 'also write a Containerfile and compose files')
    .option('--systemd', 'also write a systemd unit')
    .option('--fly', 'also write a Containerfile and fly.toml')
    .option('--github', 'also write a GitHub workflow that builds, checks and publishes')
    .option('--dry-run', 'show what would be written without writing it')
    .action(async (folder: string, flags: InitFlags) => {
      const { init } = await import('./init/init_command.ts');
      finish(init(folder, flags, terminal, version));
    });

  withServeFlags(program.command('config'))
    .description('print every setting with its value, its source and its default')
    .argument('[source]', 'artefact or folder of Markdown (default: as for serve)')
    .option('--json', 'print one JSON document')
    .action(async (source: string | undefined, flags: ConfigFlags) => {
      const { showConfig } = await import('./settings/config_command.ts');
      finish(showConfig(source ?? namedSource(terminal) ?? '.', flags, terminal));
    });

  program
    .command('doctor')
    .description('check versions, configuration, artefact, origin, feedback store, clock, port, permissions and disk')
    .argument('[source]', 'artefact or folder of Markdown (default: $CATCHWORD_SOURCE, else ./site)')
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder, or beside the artefact)')
    .option('--host <address>', 'address that serve will listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port that serve will listen on (default: $PORT, else 4777)')
    .option(feedbackOption[0], `${feedbackOption[1]}, or none`)
    .option('--json', 'print the result as one JSON document')
    .action(async (source: string | undefined, flags: DoctorFlags) => {
      const { examineInstallation } = await import('./doctor_command.ts');
      finish(await examineInstallation(source ?? namedSource(terminal), flags, terminal));
    });

  program
    .command('health')
    .description('ask a running server whether it is ready')
    .argument('[url]', 'origin of the server (default: http://127.0.0.1 with the port of serve)')
    .action(async (url: string | undefined) => {
      const { checkHealth } = await import('./health_command.ts');
      finish(await checkHealth(url ?? null, terminal));
    });

  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      terminal.out(renderCompletion(shell, program));
      finish(0);
    });
}
