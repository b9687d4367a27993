import type { CollectionInfo } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { quote } from '../../text/quote.ts';
import { fault, type JsonSchema, type Tool, type ToolAnswer, type ToolContext } from './tool.ts';

/** An argument of a tool. Lengths are in Unicode code points. */
export type Argument = {
  readonly name: string;
  readonly description: string;
} & (
  | { readonly kind: 'text'; readonly maximum: number; readonly isRequired?: boolean }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly default?: string }
  | { readonly kind: 'number'; readonly minimum: number; readonly maximum?: number; readonly default: number }
);

/** Checked arguments by name: defaults are filled in, and an argument that was not sent has no entry. */
type ArgumentValues = Readonly<Record<string, string | number>>;

interface ReadTool<Values> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly takes: readonly Argument[];
  /** @param values what `takes` says */
  call(values: Values, context: ToolContext): Promise<ToolAnswer | Refusal>;
}

/** A tool that only reads, and whose arguments are checked before it does. */
export function readTool<Values>({ takes, call, ...rest }: ReadTool<Values>): Tool {
  return {
    ...rest,
    input: inputSchema(takes),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async call(sent, context) {
      const values = readArguments(sent, takes);
      return isRefusal(values) ? values : call(values as Values, context);
    },
  };
}

/** The schema of the arguments: JSON Schema in the part that draft-07 and 2020-12 share, without unions and references. */
export function inputSchema(takes: readonly Argument[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(takes.map((argument) => [argument.name, argumentSchema(argument)])),
    required: takes.filter(isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

function argumentSchema(argument: Argument): JsonSchema {
  const { description } = argument;
  switch (argument.kind) {
    case 'text':
      return { type: 'string', minLength: 1, maxLength: argument.maximum, description };
    case 'choice':
      return {
        type: 'string',
        enum: argument.choices,
        ...(argument.default !== undefined && { default: argument.default }),
        description,
      };
    case 'number':
      return {
        type: 'integer',
        minimum: argument.minimum,
        ...(argument.maximum !== undefined && { maximum: argument.maximum }),
        default: argument.default,
        description,
      };
  }
}

/** Checks the arguments of a call. Refuses the first that is wrong, and never changes a value to fit. */
export function readArguments(
  sent: Readonly<Record<string, unknown>>,
  takes: readonly Argument[],
): ArgumentValues | Refusal {
  const unknown = Object.keys(sent).find((key) => !takes.some(({ name }) => name === key));
  if (unknown !== undefined) {
    return fault(
      `${quote(unknown)}: no such argument. Available arguments: ${takes.map(({ name }) => name).join(', ')}.`,
    );
  }
  const values: Record<string, string | number> = {};
  for (const argument of takes) {
    const value = Object.hasOwn(sent, argument.name) ? sent[argument.name] : undefined;
    // Several clients send null for an argument that they leave out.
    if (value === undefined || value === null) {
      if (isRequired(argument)) return fault(`${argument.name}: required; expected ${expected(argument)}.`);
      if ('default' in argument && argument.default !== undefined) values[argument.name] = argument.default;
      continue;
    }
    const got = findFault(argument, value);
    if (got !== null) return fault(`${argument.name}: expected ${expected(argument)}, got ${got}.`);
    values[argument.name] = value as string | number;
  }
  return values;
}

function isRequired(argument: Argument): boolean {
  return argument.kind === 'text' && argument.isRequired === true;
}

function expected(argument: Argument): string {
  switch (argument.kind) {
    case 'text':
      return `a string of 1 to ${argument.maximum} characters`;
    case 'choice':
      return listed(argument.choices);
    case 'number':
      return argument.maximum === undefined
        ? `a whole number of at least ${argument.minimum}`
        : `${argument.minimum} to ${argument.maximum}`;
  }
}

const mostListed = 20;

function listed(choices: readonly string[]): string {
  const shown = choices.slice(0, mostListed).map((choice) => quote(choice));
  return `one of ${shown.join(', ')}${choices.length > mostListed ? ' or others' : ''}`;
}

/** @returns what is wrong with a value, or null */
function findFault(argument: Argument, value: unknown): string | null {
  if (argument.kind === 'number') {
    if (typeof value !== 'number') return nameOf(value);
    const isWithin = value >= argument.minimum && value <= (argument.maximum ?? Number.MAX_SAFE_INTEGER);
    return Number.isInteger(value) && isWithin ? null : String(value);
  }
  if (typeof value !== 'string') return nameOf(value);
  if (argument.kind === 'choice') return argument.choices.includes(value) ? null : quote(value);
  if (!value.isWellFormed()) return 'a string with a lone surrogate';
  const length = countCharacters(value);
  return length >= 1 && length <= argument.maximum ? null : `${length} characters`;
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}

export interface Narrowed {
  readonly collection?: string;
  readonly tag?: string;
}

/** The arguments that narrow to a part of the site. A site without collections has no argument for them. */
export function narrowing(collections: readonly CollectionInfo[]): readonly Argument[] {
  const names = collections.map(({ name }) => name);
  return [
    ...(names.length === 0
      ? []
      : [
          {
            kind: 'choice',
            name: 'collection',
            choices: names,
            description: 'Only pages of this collection.',
          } as const,
        ]),
    {
      kind: 'text',
      name: 'tag',
      maximum: caps.length.maximum,
      description: 'Only pages with this tag: a slug listed by contents.',
    },
  ];
}
