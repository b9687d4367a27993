import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import { addSetupCommands } from './add_setup_commands.ts';
import type { BakeFlags } from './build/bake_content.ts';
import type { BuildFlags } from './build/build_command.ts';
import type { CheckFlags, ReportFormat } from './check_command.ts';
import type { DevFlags } from './dev/dev_flags.ts';
import {
  addFeedbackCommands,
  addMissesCommands,
  addRollUpCommand,
  feedbackOption,
} from './feedback/add_feedback_commands.ts';
import type { PublishFlags } from './publish_command.ts';
import type { QueryFlags } from './query_command.ts';
import type { ServeFlags } from './serve/serve_settings.ts';
import { searchCaOption, searchOption } from './settings/search_settings.ts';
import type { Terminal } from './terminal.ts';

export const REPORT_FORMATS: readonly ReportFormat[] = ['text', 'json', 'github', 'junit', 'sarif'];

/** Receives the exit code of the command that ran. */
type Finish = (exitCode: number) => void;

/** Defines the commands and their flags. A command is imported when it runs, so that each loads only what it needs. */
export function createProgram(terminal: Terminal, version: string, finish: Finish): Command {
  const program = new Command('catchword')
    .description('Turns a folder of Markdown into a queryable, cacheable, self-describing HTTP API.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showSuggestionAfterError();

  addContentCommands(program, terminal, version, finish);
  addServingCommands(program, terminal, finish);
  addQuestionCommands(program, terminal, finish);
  addSetupCommands(program, { terminal, version, namedSource: () => namedSource(terminal), withServeFlags, finish });
  addFeedbackCommands(program, terminal, () => namedSource(terminal), finish);
  addMissesCommands(program, terminal, finish);
  addRollUpCommand(withBakeFlags(program.command('rollup')), terminal, () => defaultSource(terminal), finish);

  return program;
}

/** `build`, `check` and `dev`: the commands for authors of pages. */
function addContentCommands(program: Command, terminal: Terminal, version: string, finish: Finish): void {
  withBakeFlags(program.command('build'))
    .description('bake a folder of Markdown into one artefact file')
    .argument('<content>', 'folder of Markdown')
    .requiredOption('--out <file>', 'path of the artefact')
    .option('--json', 'print the summary as one JSON document on stdout')
    .action(async (folder: string, flags: BuildFlags) => {
      const { build } = await import('./build/build_command.ts');
      finish(await build(folder, flags, terminal));
    });

  program
    .command('check')
    .description('report dead links and anchors, missing images, faults of aliases, addresses and front matter')
    .argument('<content>', 'folder of Markdown')
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder)')
    .option('--strict', 'end with exit code 1 when there is a finding')
    .addOption(new Option('--format <format>', 'form of the report').choices(REPORT_FORMATS).default('text'))
    .action(async (folder: string, flags: CheckFlags) => {
      const { check } = await import('./check_command.ts');
      finish(await check(folder, flags, terminal, version));
    });

  program
    .command('dev')
    .description('answer requests from a folder of Markdown while it is edited: every edit is answered at once')
    .argument('[content]', 'folder of Markdown (default: $CATCHWORD_SOURCE, else ./site, else .)')
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, or the next free one; 0 for any (default: $PORT, else 4777)')
    .option('--poll [milliseconds]', 'look at every file this often (default: 500), where the system tells no changes')
    .option(feedbackOption[0], `${feedbackOption[1]} (default: none)`)
    .option('--native-query', 'accept the QUERY method itself, not only its method override')
    .option('--allow-empty', 'start with a folder without pages too')
    .option('--log-requests', 'log a line for every answer')
    .action(async (folder: string | undefined, flags: DevFlags) => {
      const { dev } = await import('./dev/dev_command.ts');
      finish(await dev(folder ?? defaultSource(terminal), flags, terminal));
    });
}

/** `serve` and `publish`. */
function addServingCommands(program: Command, terminal: Terminal, finish: Finish): void {
  withServeFlags(program.command('serve'))
    .description('answer requests from an artefact, or from a folder that is baked first')
    .argument('[source]', 'artefact or folder of Markdown (default: $CATCHWORD_SOURCE, else ./site, else .)')
    .option(...searchOption)
    .option(...searchCaOption)
    .action(async (source: string | undefined, flags: ServeFlags) => {
      const { serve } = await import('./serve/serve_command.ts');
      finish(await serve(source ?? defaultSource(terminal), flags, terminal));
    });

  program
    .command('publish')
    .description('load a build into an OpenSearch cluster, from which servers with --search answer')
    .argument('[artefact]', 'file that "catchword build" wrote')
    .option(...searchOption)
    .option(...searchCaOption)
    .option(
      '--from <content>',
      'instead of an artefact, a folder of Markdown of any size: read twice, never all in memory',
    )
    .option('--config <file>', 'configuration for --from (default: catchword.config.json in the folder)')
    .option('--commit <sha>', 'commit to stamp answers with, for --from (default: as for build)')
    .option('--keep <number>', 'builds that stay in the cluster, this one included (default: 2)')
    .option('--shards <number>', 'primary shards (default: one for each 250,000 pages)')
    .option('--replicas <number>', 'copies of each shard beside it (default: 1, where there are two nodes)')
    .option('--repair', 'send pages again that the cluster does not have as they were sent')
    .option('--json', 'print the summary as one JSON document on stdout')
    .action(async (artefact: string | undefined, flags: PublishFlags) => {
      const { publishArtefact } = await import('./publish_command.ts');
      finish(await publishArtefact(artefact, flags, terminal));
    });
}

/** `query` and `mcp`, which answer without a server. */
function addQuestionCommands(program: Command, terminal: Terminal, finish: Finish): void {
  withBakeFlags(program.command('query'))
    .description('answer one request without a server; the body goes to stdout')
    .argument('[source]', 'artefact or folder of Markdown (default: as for serve)')
    .option('--get <path>', 'path and parameters of a GET, such as /api/pages?q=...')
    .option('--body <json>', 'body of a QUERY of /api/pages')
    .option('--accept <types>', 'value of Accept')
    .action(async (source: string | undefined, flags: QueryFlags) => {
      const { query } = await import('./query_command.ts');
      finish(await query(source ?? defaultSource(terminal), flags, terminal));
    });

  withBakeFlags(program.command('mcp'))
    .description('answer an agent over stdin and stdout (Model Context Protocol), from a site or by a running server')
    .argument('[source]', 'artefact, folder of Markdown, or address of a server (default: as for serve)')
    .action(async (source: string | undefined, flags: BakeFlags) => {
      const { answerAgent } = await import('./mcp_command.ts');
      finish(await answerAgent(source ?? defaultSource(terminal), flags, terminal, process.stdin));
    });
}

function withServeFlags(command: Command): Command {
  return withBakeFlags(command)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for any (default: $PORT, else 4777)')
    .option('--workers <number>', 'threads that answer, or "all" for one a core (default: 1)')
    .option('--cache <size>', 'memory for caches, such as 64M, or 0 (default: by the memory of the container)')
    .option('--native-query', 'accept the QUERY method itself, not only its method override')
    .option('--home <what>', 'what browsers get at the root: explore or none (default: explore)')
    .option(
      '--site-files <names>',
      'files such as sitemap.xml at the root, separated by commas, or none (default: all)',
    )
    .option('--trusted-proxies <list>', 'addresses and networks whose Forwarded fields count, comma-separated')
    .option(feedbackOption[0], `${feedbackOption[1]}, or none`)
    .option('--no-feedback-init', 'refuse to start when the file of the feedback store is missing')
    .option('--feedback-origins <list>', 'origins whose scripts may submit feedback, beside the site, comma-separated')
    .option('--rollup-every <minutes>', 'minutes between two roll-ups of the feedback, 0 for never (default: 5)')
    .option('--mcp', 'answer agents at /mcp (default: on a loopback address)')
    .option('--no-mcp', 'have no /mcp')
    .option('--metrics <host:port>', 'answer Prometheus metrics at /metrics of this address (default: nowhere)')
    .option('--log-requests', 'log a line for every answer')
    .option('--log-format <format>', 'json or text (default: text on a terminal, else json)');
}

function withBakeFlags(command: Command): Command {
  return command
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder)')
    .option('--commit <sha>', "commit to stamp answers with (default: HEAD of the folder's checkout when it is clean)")
    .option('--local', 'leave the content stamp out, so that answers carry no validators')
    .option('--allow-empty', 'build a folder without pages too');
}

function defaultSource(terminal: Terminal): string {
  return namedSource(terminal) ?? '.';
}

/** Never the current folder, which may be unrelated to the site. */
function namedSource({ environment }: Terminal): string | null {
  return environment.CATCHWORD_SOURCE || (existsSync('site') ? 'site' : null);
}
