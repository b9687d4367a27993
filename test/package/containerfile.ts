/** One stage of a Containerfile, from its FROM to the next. */
export interface Stage {
  readonly base: string;
  /** The name after AS, or null. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

export interface Instruction {
  /** In capitals, such as RUN. */
  readonly keyword: string;
  readonly text: string;
}

/** Parses the instructions that our own Containerfiles use: no heredocs, no parser directives, no ARG. */
export function parseContainerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: (Stage & { readonly instructions: Instruction[] })[] = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (keyword.toUpperCase() === 'FROM') {
      const [, base = '', name = null] = /^(\S+)(?:\s+as\s+(\S+))?$/i.exec(rest) ?? [];
      stages.push({ base, name, instructions: [] });
    } else {
      stages.at(-1)!.instructions.push({ keyword: keyword.toUpperCase(), text: rest });
    }
  }
  return stages;
}

/** The last instruction of a kind, or null. */
export function lastOf({ instructions }: Stage, keyword: string): string | null {
  return instructions.findLast((instruction) => instruction.keyword === keyword)?.text ?? null;
}

/** The words of an instruction in its JSON form. */
export function wordsOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/** The variables of all ENV instructions. */
export function variablesOf({ instructions }: Stage): Record<string, string> {
  const pairs = instructions
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ text }) => [...text.matchAll(/([A-Z_]+)=(\S*)/g)])
    .map(([, name, value]) => [name!, value!] as const);
  return Object.fromEntries(pairs);
}
