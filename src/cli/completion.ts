import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command such as `feedback list`, or the program itself with the name '', and what can follow it. */
interface CompletableCommand {
  readonly name: string;
  readonly description: string;
  /** Names of commands below it. */
  readonly commands: readonly CompletableCommand[];
  readonly options: readonly Option[];
}

/**
 * The completion script of a shell for a program: its commands and options; elsewhere the shell completes files. A script
 * with the names in it answers at once, without starting the program.
 */
export function renderCompletion(shell: Shell, program: Command): string {
  const root = placeOf(program, '');
  const places = [root, ...root.commands.flatMap((place) => [place, ...place.commands])];
  switch (shell) {
    case 'bash':
      return renderBash(places);
    case 'zsh':
      return `#compdef catchword\nautoload -U +X bashcompinit && bashcompinit\n${renderBash(places)}`;
    case 'fish':
      return renderFish(places);
    case 'powershell':
      return renderPowershell(places);
  }
}

function placeOf(command: Command, name: string): CompletableCommand {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .map((each) => placeOf(each, name === '' ? each.name() : `${name} ${each.name()}`));
  return { name, description: command.description(), commands, options: help.visibleOptions(command) };
}

/** The words of a place: names of commands, then long options. */
function wordsAt({ commands, options }: CompletableCommand): string[] {
  return [...commands.map(({ name }) => name.split(' ').at(-1)!), ...options.flatMap(({ long }) => long ?? [])];
}

function renderBash(places: readonly CompletableCommand[]): string {
  const groups = places.filter(({ name, commands }) => name !== '' && commands.length > 0).map(({ name }) => name);
  const cases = places.map((place) => `    '${place.name}') words='${wordsAt(place).join(' ')}' ;;`);
  return `_catchword() {
  local current=\${COMP_WORDS[COMP_CWORD]} place='' words='' word at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case "$place" in
    '') [[ $word == -* ]] || place=$word ;;
    ${groups.join('|')}) [[ $word == -* ]] || place="$place $word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _catchword catchword
`;
}

function renderFish(places: readonly CompletableCommand[]): string {
  const lines = places.flatMap((place) => {
    const condition = fishCondition(place);
    const commands = place.commands.map(
      ({ name, description }) =>
        `complete -c catchword -n ${single(condition)} -f -a ${name.split(' ').at(-1)} -d ${single(description)}`,
    );
    const options = place.options.flatMap(({ long, required, description }) =>
      long == null
        ? []
        : [
            `complete -c catchword -n ${single(condition)} -l ${long.slice(2)}${required ? ' -r' : ''} -d ${single(description)}`,
          ],
    );
    return [...commands, ...options];
  });
  return `${lines.join('\n')}\n`;
}

function fishCondition({ name, commands }: CompletableCommand): string {
  if (name === '') return '__fish_use_subcommand';
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const below = commands.map((each) => each.name.split(' ').at(-1));
  return [...seen, ...(below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`])].join(
    '; and ',
  );
}

/** A word in single quotes, as fish and PowerShell's neighbours read it. */
function single(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function renderPowershell(places: readonly CompletableCommand[]): string {
  const entries = places.map(
    (place) =>
      `    '${place.name}' = @(${wordsAt(place)
        .map((word) => `'${word}'`)
        .join(', ')})`,
  );
  const groups = places
    .filter(({ name, commands }) => name !== '' && commands.length > 0)
    .map(({ name }) => `'${name}'`);
  return `Register-ArgumentCompleter -Native -CommandName catchword -ScriptBlock {
  param($current, $tree, $cursor)
  $words = @{
${entries.join('\n')}
  }
  $place = ''
  foreach ($element in $tree.CommandElements | Select-Object -Skip 1) {
    $word = $element.ToString()
    if ($element.Extent.EndOffset -ge $cursor -or $word.StartsWith('-')) { continue }
    if ($place -eq '') { $place = $word }
    elseif (@(${groups.join(', ')}) -contains $place) { $place = "$place $word" }
  }
  @($words[$place]) | Where-Object { $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_)
  }
}
`;
}
