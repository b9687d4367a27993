import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command such as `feedback list`, or the program itself with the name '', and what can follow it. */
interface Place {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly Place[];
  readonly options: readonly Option[];
}

/**
 * The completion script of a shell for a program: its commands and options; elsewhere the shell completes files. A script
 * with the names in it answers at once, without starting the program.
 */
export function renderCompletion(shell: Shell, program: Command): string {
  const root = placeOf(program, '');
  const places = [root, ...root.commands.flatMap((place) => [place, ...place.commands])];
  const groups = root.commands.filter(({ commands }) => commands.length > 0).map(({ name }) => name);
  switch (shell) {
    case 'bash':
      return renderBash(places, groups);
    case 'zsh':
      return `#compdef catchword\nautoload -U +X bashcompinit && bashcompinit\n${renderBash(places, groups)}`;
    case 'fish':
      return renderFish(places);
    case 'powershell':
      return renderPowershell(places, groups);
  }
}

function placeOf(command: Command, name: string): Place {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
    .map((each) => placeOf(each, name === '' ? each.name() : `${name} ${each.name()}`));
  return { name, description: command.description(), commands, options: help.visibleOptions(command) };
}

function lastWord({ name }: Place): string {
  return name.split(' ').at(-1)!;
}

/** Names of commands, then long options. */
function wordsAt({ commands, options }: Place): string[] {
  return [...commands.map(lastWord), ...options.flatMap(({ long }) => long ?? [])];
}

function renderBash(places: readonly Place[], groups: readonly string[]): string {
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

function renderFish(places: readonly Place[]): string {
  const lines = places.flatMap((place) => {
    const begin = `complete -c catchword -n ${single(fishCondition(place))}`;
    return [
      ...place.commands.map((each) => `${begin} -f -a ${lastWord(each)} -d ${single(each.description)}`),
      ...place.options
        .filter(({ long }) => long != null)
        .map(({ long, required, description }) => {
          return `${begin} -l ${long!.slice(2)}${required ? ' -r' : ''} -d ${single(description)}`;
        }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function fishCondition({ name, commands }: Place): string {
  if (name === '') return '__fish_use_subcommand';
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const below = commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(lastWord).join(' ')}`];
  return [...seen, ...below].join('; and ');
}

/** A word in single quotes, as fish and PowerShell's neighbours read it. */
function single(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function renderPowershell(places: readonly Place[], groups: readonly string[]): string {
  const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
  const entries = places.map((place) => `    '${place.name}' = @(${list(wordsAt(place))})`);
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
    elseif (@(${list(groups)}) -contains $place) { $place = "$place $word" }
  }
  @($words[$place]) | Where-Object { $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_)
  }
}
`;
}
