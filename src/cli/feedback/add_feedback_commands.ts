import type { Command } from 'commander';
import type { BakeFlags } from '../build/bake_content.ts';
import type { Terminal } from '../terminal.ts';
import type { ChangeFlags, FormatFlags } from './feedback_commands.ts';
import type { StoreFlags } from './feedback_settings.ts';
import type { WatchFlags } from './watch_feedback.ts';

export const feedbackOption = [
  '--feedback <address>',
  'feedback store: sqlite:PATH, postgres://... or memory: (default: $CATCHWORD_FEEDBACK, $DATABASE_URL, else sqlite:./data/feedback.db)',
] as const;

/** The commands are imported when one runs. */
const commands = () => import('./feedback_commands.ts');

/**
 * Adds the commands for the site's owner. Only they print the messages of submissions.
 * @param finish receives the exit code
 */
export function addFeedbackCommands(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  const feedback = program.command('feedback').description("read and manage the submissions, for the site's owner");
  const named = (name: string, description: string): Command =>
    feedback
      .command(name)
      .description(description)
      .option(...feedbackOption);
  const inFormats = (command: Command): Command => command.option('--json', 'write JSON').option('--csv', 'write CSV');

  named('init', 'create the store if it does not exist').action(async (flags: StoreFlags) =>
    finish(await (await commands()).initFeedback(flags, terminal)),
  );
  inFormats(named('list', 'print every submission in one line, oldest first')).action(async (flags: FormatFlags) =>
    finish(await (await commands()).listFeedback(flags, terminal, 'lines')),
  );
  inFormats(named('export', 'print every submission in full, as JSON unless --csv is given')).action(
    async (flags: FormatFlags) => finish(await (await commands()).listFeedback(flags, terminal, 'json')),
  );
  named('watch', 'print each new submission in one line, until interrupted')
    .option('--json', 'write each as one line of JSON')
    .action(async (flags: WatchFlags) =>
      finish(await (await import('./watch_feedback.ts')).watchFeedback(flags, terminal)),
    );
  inFormats(named('show', 'print one submission in full'))
    .argument('<id>')
    .action(async (id: string, flags: FormatFlags) =>
      finish(await (await commands()).showFeedback(id, flags, terminal)),
    );
  for (const [change, description] of [
    ['hide', 'remove submissions from the public list and the public counts'],
    ['unhide', 'show hidden submissions again'],
    ['purge', 'delete submissions permanently'],
  ] as const) {
    named(change, description)
      .argument('<ids...>')
      .option(
        '--source <source>',
        'the site whose public counts to update (default: $CATCHWORD_SOURCE, where --feedback is absent)',
      )
      .action(async (ids: string[], flags: ChangeFlags) =>
        finish(
          await (await import('./feedback_commands.ts')).changeFeedback(
            ids,
            change,
            flags,
            terminal,
            flags.source ?? sourceOfStore(flags, terminal),
          ),
        ),
      );
  }
  named('backup', 'write a copy of the store to a new file, while servers keep running')
    .argument('<file>')
    .action(async (file: string, flags: StoreFlags) =>
      finish(await (await commands()).backUpFeedback(file, flags, terminal)),
    );
}

/**
 * The site that the environment names together with the store; null where the store is another one. A folder that happens
 * to be near is never used: the pages of another site would replace the public counts.
 */
function sourceOfStore({ feedback }: StoreFlags, { environment }: Terminal): string | null {
  return feedback === undefined ? environment.CATCHWORD_SOURCE || null : null;
}

/** Adds `catchword misses`, for the site's owner. */
export function addMissesCommands(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  const misses = program.command('misses').description("list searches that found nothing, for the site's owner");
  misses
    .command('list', { isDefault: true })
    .description('print the searches that found nothing at least five times, most frequent first')
    .option(...feedbackOption)
    .option('--json', 'write JSON')
    .action(async (flags: StoreFlags & { readonly json?: boolean }) =>
      finish(await (await import('./feedback_commands.ts')).listMisses(flags, terminal)),
    );
  misses
    .command('clear')
    .description('delete the counts')
    .option(...feedbackOption)
    .action(async (flags: StoreFlags) =>
      finish(await (await import('./feedback_commands.ts')).clearMisses(flags, terminal)),
    );
}

/** Adds `catchword rollup`, which also accepts the flags of a bake. */
export function addRollUpCommand(
  command: Command,
  terminal: Terminal,
  defaultSource: () => string,
  finish: (exitCode: number) => void,
): void {
  command
    .description('count the submissions and replace the public counts; the result goes to stdout')
    .argument('[source]', 'artefact or folder of Markdown (default: as for serve)')
    .option(...feedbackOption)
    .action(async (source: string | undefined, flags: StoreFlags & BakeFlags) =>
      finish(await (await commands()).rollUpFeedback(source ?? defaultSource(), flags, terminal)),
    );
}
