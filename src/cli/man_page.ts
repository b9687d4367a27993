import type { Command } from 'commander';

/** The manual page of a program in section 1, in the man macros of groff. */
export function renderManPage(program: Command): string {
  const help = program.createHelp();
  const name = program.name();
  const [about, ...more] = program.description().split(/(?<=\.) /);
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${program.version()}" "User Commands"`,
    '.SH NAME',
    `${name} \\- ${roff(about!)}`,
    '.SH SYNOPSIS',
    `.B ${name}`,
    '.I command',
    '[\\fIoptions\\fR]',
    '.br',
    `.B ${name}`,
    '.I folder',
    '.SH DESCRIPTION',
    roff(more.join(' ')),
    'Every command prints its options with \\fB\\-\\-help\\fR.',
    '.SH COMMANDS',
  ];
  const commandsOf = (command: Command) => help.visibleCommands(command).filter((each) => each.name() !== 'help');
  const add = (command: Command): void => {
    lines.push(`.SS ${roff(help.commandUsage(command))}`, roff(command.description()));
    for (const option of help.visibleOptions(command)) {
      if (option.long === '--help') continue;
      lines.push('.TP', `.B ${roff(option.flags)}`, roff(option.description));
    }
    for (const each of commandsOf(command)) add(each);
  };
  for (const command of commandsOf(program)) add(command);
  lines.push(
    '.SH EXIT STATUS',
    ...status('0', 'success'),
    ...status('1', 'the operation failed'),
    ...status('2', 'wrong usage or wrong configuration'),
    ...status('129, 130, 143', "the server's terminal was closed, or the server received SIGINT or SIGTERM"),
    '.SH FILES',
    ...status('catchword.config.json', 'settings of a site, in the content folder'),
    ...status('data/feedback.db', 'the default feedback store, in the current folder'),
  );
  return `${lines.join('\n')}\n`;
}

function status(term: string, meaning: string): string[] {
  return ['.TP', `.B ${roff(term)}`, roff(meaning)];
}

function roff(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
