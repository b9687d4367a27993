/** The types of `catchword/client`, made from the OpenAPI description, whose query grammar is made from the validator. */
import { describeApi } from '../src/discovery/openapi/describe_api.ts';
import type { Schema } from '../src/discovery/openapi/openapi_document.ts';
import { siteFileFeatures } from '../src/discovery/resource.ts';

/** Collections, whose names each site chooses. */
const chosenBySite: Readonly<Record<string, string>> = {
  Collection: 'string',
  CollectionName: 'string',
  CollectionOfPage: 'string | null',
};

/** Stands for collections and fields, whose names each site chooses. */
const ownName = 'own-name';

/** What the client sends and reads; the schemas that these refer to follow from them. */
const roots = ['PageAnswer', 'Answer', 'SearchAnswer', 'Query', 'Submission', 'FeedbackItem', 'Problem'];

export function renderClientTypes(): string {
  const { schemas } = describeApi({
    settings: {
      origin: 'https://site.example',
      title: 'Any',
      description: '',
      language: 'en',
      collections: [{ name: ownName, title: 'Any' }],
      tools: [],
      fields: [{ name: ownName, type: 'string' }],
      publicOrigin: null,
    },
    origin: 'https://site.example',
    features: {
      ...{ nativeQuery: false, gated: false, feedback: true, mcp: false, home: false, images: false },
      ...siteFileFeatures([], { origin: 'https://site.example' }),
    },
  }).components;
  const names = new Set(roots);
  const declarations = [...namesIn(names, schemas)].map((name) => declare(name, schemas[name]!));
  return `${[header, ...declarations].join('\n\n')}\n`;
}

const header = [
  '/** Types of the API. Written by `scripts/write_client_types.ts` from the OpenAPI description: change that instead. */',
  '',
  '/** One of several objects that have no keys of each other. */',
  'type OneOf<Part, Keys extends PropertyKey = Part extends unknown ? keyof Part : never> = Part extends unknown',
  '  ? Part & { readonly [Key in Exclude<Keys, keyof Part>]?: never }',
  '  : never;',
].join('\n');

/** The set grows while it is read, until it has every schema that another one refers to. */
function* namesIn(names: Set<string>, schemas: Readonly<Record<string, Schema>>): Generator<string> {
  for (const name of names) {
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)) names.add(other!);
    yield name;
  }
}

function declare(name: string, schema: Schema): string {
  const about = typeof schema.description === 'string' ? `/** ${schema.description} */\n` : '';
  const chosen = chosenBySite[name];
  // A site without a filter refuses the query that asks for nothing.
  if (name === 'FilterQuery') {
    const filter = render({ ...schema, anyOf: undefined });
    return `${about}export type FilterQuery = ${filter} & ({ readonly collection: Collection } | { readonly tag: Tag });`;
  }
  return `${about}export type ${name} = ${chosen ?? render(schema)};`;
}

function render(schema: Schema): string {
  const { $ref, type, properties, items, prefixItems, additionalProperties } = schema as {
    $ref?: string;
    type?: string | readonly string[];
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
    prefixItems?: readonly Schema[];
    additionalProperties?: Schema | boolean;
  };
  const { allOf, ...own } = schema as { readonly allOf?: readonly Schema[] };
  if (allOf !== undefined) return [...allOf, own].map(render).join(' & ');
  const choice = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  const values = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[] | undefined;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (choice !== undefined) return renderChoice(choice);
  // Addresses of problem types begin with the origin of the service.
  if (values !== undefined) {
    return values.some((value) => String(value).includes('://'))
      ? 'string'
      : values.map((value) => quoted(value)).join(' | ');
  }
  if (Array.isArray(type)) return type.map((each) => render({ ...schema, type: each })).join(' | ');
  if (prefixItems !== undefined) return `readonly [${prefixItems.map(render).join(', ')}]`;
  if (type === 'array') return `readonly ${wrapped(render(items ?? {}))}[]`;
  if (properties !== undefined && !(ownName in properties)) return renderObject(schema, properties);
  if (type === 'object') return renderRecord(properties?.[ownName] ?? additionalProperties);
  return type === 'integer' ? 'number' : ((type as string | undefined) ?? 'unknown');
}

function renderChoice(choice: readonly Schema[]): string {
  const parts = choice.map(render);
  const areObjects = choice.every(({ $ref }) => $ref !== undefined) && !parts.includes('null');
  return areObjects ? `OneOf<${parts.join(' | ')}>` : parts.join(' | ');
}

function renderObject({ required = [] }: Schema, properties: Readonly<Record<string, Schema>>): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    // A site need not have fields of its own.
    const isOptional = name === 'fields' || !(required as readonly string[]).includes(name);
    return `readonly ${name}${isOptional ? '?' : ''}: ${render(schema)}${isOptional ? ' | undefined' : ''}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** An object whose keys the site chooses. Its values are of any type that a field can have. */
function renderRecord(values: Schema | boolean | undefined): string {
  const isCount = typeof values === 'object' && values.type === 'integer';
  const value =
    typeof values !== 'object'
      ? 'unknown'
      : isCount
        ? 'number'
        : Array.isArray(values.type)
          ? 'unknown'
          : render(values);
  return `Readonly<Record<string, ${value}>>`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function wrapped(type: string): string {
  return /[ |]/.test(type) ? `(${type})` : type;
}
