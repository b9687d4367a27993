import { Argument, type Command } from 'commander';
import { renderCompletion, SHELLS, type Shell } from './completion.ts';
import type { DoctorFlags } from './doctor_command.ts';
import { feedbackOption } from './feedback/add_feedback_commands.ts';
import type { InitFlags } from './init/init_command.ts';
import type { ConfigFlags } from './settings/config_command.ts';
import type { Terminal } from './terminal.ts';

/** What the commands need besides their flags. */
export interface SetupSurroundings {
  readonly terminal: Terminal;
  readonly version: string;
  /** The site that the environment or a default folder names, or null. */
  namedSource(): string | null;
  /** Adds the options of `serve` to a command. */
  withServeFlags(command: Command): Command;
  /** Receives the exit code. */
  finish(exitCode: number): void;
}

/** Adds the commands that set an installation up and examine it. */
export function addSetupCommands(
  program: Command,
  { terminal, version, namedSource, withServeFlags, finish }: SetupSurroundings,
): void {
  program
    .command('init')
    .description('write a configuration and deployment files; nothing that is there already is changed')
    .argument('[folder]', 'folder of Markdown', '.')
    .option('--origin <address>', 'address of the site (default: http://localhost:4777)')
    .option('--title <text>', 'name of the site (default: the name of the folder)')
    .option('--docker', 'write a Containerfile and compose files too')
    .option('--systemd', 'write a systemd unit too')
    .option('--fly', 'write a Containerfile and fly.toml too')
    .option('--github', 'write a workflow too that builds, checks and publishes')
    .option('--dry-run', 'show what would be written, and write nothing')
    .action(async (folder: string, flags: InitFlags) => {
      const { init } = await import('./init/init_command.ts');
      finish(init(folder, flags, terminal, version));
    });

  withServeFlags(program.command('config'))
    .description('print every setting with its value, where the value comes from, and its default')
    .argument('[source]', 'artefact or folder of Markdown (default: as for serve)')
    .option('--json', 'print one JSON document')
    .action(async (source: string | undefined, flags: ConfigFlags) => {
      const { showConfig } = await import('./settings/config_command.ts');
      finish(showConfig(source ?? namedSource() ?? '.', flags, terminal));
    });

  program
    .command('doctor')
    .description('check versions, configuration, artefact, feedback store, clock, port, permissions and disk')
    .argument('[source]', 'artefact or folder of Markdown (default: $CATCHWORD_SOURCE, else ./site)')
    .option('--config <file>', 'configuration (default: catchword.config.json in the folder)')
    .option('--host <address>', 'address that serve is to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port that serve is to listen on (default: $PORT, else 4777)')
    .option(feedbackOption[0], `${feedbackOption[1]}, or none`)
    .option('--json', 'print the result as one JSON document')
    .action(async (source: string | undefined, flags: DoctorFlags) => {
      const { examineInstallation } = await import('./doctor_command.ts');
      finish(await examineInstallation(source ?? namedSource(), flags, terminal));
    });

  program
    .command('health')
    .description('ask a running server whether it is ready')
    .argument('[url]', 'its origin (default: http://127.0.0.1 with the port of serve)')
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
