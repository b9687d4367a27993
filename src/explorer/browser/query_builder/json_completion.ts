/** Where a caret stands in a JSON text that is being written. */
export interface JsonPlace {
  /** Whether a member name or a value belongs there. */
  readonly kind: 'name' | 'value';
  /** Containers from the outside to the inside. The last one holds the caret. */
  readonly containers: readonly JsonContainer[];
  /** The written part of the word at the caret, without quotes. */
  readonly word: string;
  /** The word with its quotes, as offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

interface JsonContainer {
  readonly isArray: boolean;
  /** Name of the member that leads to the next container, or whose value holds the caret; null in an array. */
  readonly name: string | null;
  /** All member names in it, also behind the caret. */
  readonly names: readonly string[];
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;
const SIGN = /^[{}[\],:]$/;

/** @returns null where nothing can be completed, such as behind a whole value */
export function jsonPlaceAt(text: string, caret: number): JsonPlace | null {
  const open: { readonly isArray: boolean; name: string | null; readonly names: string[]; isName: boolean }[] = [];
  let place: JsonPlace | null = null;
  let previous = '';
  let isPassed = false;
  const read = (token: string): void => {
    const last = open.at(-1);
    if (token === '{' || token === '[')
      open.push({ isArray: token === '[', name: null, names: [], isName: token === '{' });
    else if (token === '}' || token === ']') open.pop();
    else if (last === undefined || last.isArray) return;
    else if (token === ',' || token === ':') last.isName = token === ',';
    else if (last.isName && token.startsWith('"')) {
      last.name = token.replace(/^"|"$/g, '');
      last.names.push(last.name);
    }
  };
  /** What is read behind the caret still adds to the names of the containers. */
  const take = (token: string, start: number, end: number): void => {
    isPassed = true;
    const last = open.at(-1);
    if (last === undefined) return;
    const word = token
      .slice(0, Math.max(0, caret - start))
      .replace(/^"/, '')
      .replace(/"$/, '');
    const containers = open.map(({ isArray, name, names }) => ({ isArray, name, names }));
    // A text without a closing quote would reach to the end of its line.
    const isOpen = /^"(?:[^"\\]|\\.)*$/.test(token);
    place = { kind: last.isName ? 'name' : 'value', word, containers, start, end: isOpen ? caret : end };
  };
  for (const { 0: token, index } of [...text.matchAll(TOKEN), { 0: '', index: Number.POSITIVE_INFINITY }]) {
    const end = index + token.length;
    if (!isPassed && index >= caret) {
      // Between tokens something may begin behind these signs only.
      if (/^[{[,:]$/.test(previous)) take('', caret, caret);
      isPassed = true;
    } else if (!isPassed && caret <= end && !SIGN.test(token)) take(token, index, end);
    read(token);
    previous = token;
  }
  return place;
}

/** The part of JSON Schema that the description of the API uses for what is asked. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly title?: string;
  readonly description?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Something that fits at a place. */
export interface Completion {
  /** The text that replaces the word. */
  readonly text: string;
  readonly label: string;
  /** Its description; empty when there is none. */
  readonly meaning: string;
}

/** The names of members or the values that a schema admits at a place, by what is written there already. */
export function completionsAt(place: JsonPlace, root: string, schemas: Schemas): readonly Completion[] {
  let schemaList = alternatives(schemas[root]!, schemas);
  const { containers, kind, word } = place;
  containers.forEach(({ isArray, name, names }, at) => {
    const isLast = at === containers.length - 1;
    if (!isArray)
      schemaList = fitting(schemaList, isLast && kind === 'name' ? names.filter((each) => each !== word) : names);
    if (isLast && kind === 'name') return;
    schemaList = schemaList.flatMap(({ properties, items }) => {
      const next = isArray ? items : properties?.[name ?? ''];
      return next === undefined ? [] : alternatives(next, schemas);
    });
  });
  const taken = new Set(containers.at(-1)!.names.filter((each) => each !== word));
  const all = kind === 'name' ? namesOf(schemaList, taken, schemas) : schemaList.flatMap(valuesOf);
  return beginningWith([...new Map(all.map((each) => [each.label, each])).values()], word);
}

export function beginningWith(all: readonly Completion[], word: string): readonly Completion[] {
  const begins = word.toLowerCase();
  return all.filter(({ label }) => label.toLowerCase().startsWith(begins));
}

function alternatives(schema: Schema, schemas: Schemas): readonly Schema[] {
  const { $ref, anyOf, oneOf, properties } = schema;
  if ($ref !== undefined) return alternatives(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, schemas);
  // A schema with properties of its own says by `anyOf` only which of them are required.
  const each = properties === undefined ? (anyOf ?? oneOf) : undefined;
  return each === undefined ? [schema] : each.flatMap((one) => alternatives(one, schemas));
}

/** The alternatives that admit all names; when none does, all of them. */
function fitting(alternativeList: readonly Schema[], names: readonly string[]): readonly Schema[] {
  const admitting = alternativeList.filter(({ properties = {} }) =>
    names.every((name) => Object.hasOwn(properties, name)),
  );
  return admitting.length === 0 ? alternativeList : admitting;
}

function namesOf(schemaList: readonly Schema[], taken: ReadonlySet<string>, schemas: Schemas): readonly Completion[] {
  return schemaList.flatMap(({ properties = {}, title = '', description = '' }) =>
    Object.entries(properties)
      .filter(([name]) => !taken.has(name))
      .map(([name, schema], at) => {
        const [first] = alternatives(schema, schemas);
        // The first member of a form of query says what the form is.
        const meaning = schema.description ?? first?.description ?? (at === 0 ? description || title : '');
        return { text: JSON.stringify(name), label: name, meaning };
      }),
  );
}

function valuesOf({ enum: choices, type, default: usual, description = '' }: Schema): readonly Completion[] {
  const completion = (value: unknown): Completion => ({
    text: JSON.stringify(value),
    label: typeof value === 'string' ? value : JSON.stringify(value),
    meaning: description,
  });
  if (choices !== undefined) return choices.map(completion);
  if (usual !== undefined) return [completion(usual)];
  if (type === 'boolean') return [completion(true), completion(false)];
  if (type === 'object') return [completion({})];
  return type === 'array' ? [completion([])] : [];
}
