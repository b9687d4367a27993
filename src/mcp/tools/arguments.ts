import type { CollectionInfo } from '../../corpus/corpus.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { quote } from '../../text/quote.ts';
import type { JsonSchema } from './output_schema.ts';
import { ToolFault } from './tool_fault.ts';

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
export class ArgumentValues {
  readonly #values: ReadonlyMap<string, string | number>;

  constructor(values: ReadonlyMap<string, string | number>) {
    this.#values = values;
  }

  text(name: string): string | null {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : null;
  }

  /** For an argument that is required or has a default. */
  required(name: string): string {
    return this.text(name) ?? '';
  }

  number(name: string): number {
    return Number(this.#values.get(name) ?? 0);
  }
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
): ArgumentValues | ToolFault {
  const unknown = Object.keys(sent).find((key) => !takes.some(({ name }) => name === key));
  if (unknown !== undefined) {
    return new ToolFault(`${quote(unknown)}: no such argument. Known are ${takes.map(({ name }) => name).join(', ')}.`);
  }
  const values = new Map<string, string | number>();
  for (const argument of takes) {
    const value = Object.hasOwn(sent, argument.name) ? sent[argument.name] : undefined;
    // Several clients send null for an argument that they leave out.
    if (value === undefined || value === null) {
      if (isRequired(argument)) return new ToolFault(`${argument.name}: required, ${expected(argument)}.`);
      if ('default' in argument && argument.default !== undefined) values.set(argument.name, argument.default);
      continue;
    }
    const got = findFault(argument, value);
    if (got !== null) return new ToolFault(`${argument.name}: ${expected(argument)}, got ${got}.`);
    values.set(argument.name, value as string | number);
  }
  return new ArgumentValues(values);
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
  return `one of ${shown.join(', ')}${choices.length > mostListed ? ' and others' : ''}`;
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
      description: 'Only pages with this tag: its slug, as contents lists it.',
    },
  ];
}
