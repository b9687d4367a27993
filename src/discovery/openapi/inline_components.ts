import type { Components, PathItem } from './openapi_document.ts';

/** Kinds of components that have a name only to be shared. Schemas name the types of generated clients. */
const kinds = ['responses', 'requestBodies', 'headers', 'parameters'] as const;

/** The paths and components with every component that one place refers to put into that place. */
export function inlineComponents(
  paths: Readonly<Record<string, PathItem>>,
  components: Components,
): { readonly paths: Readonly<Record<string, PathItem>>; readonly components: Components } {
  const single = new Map<string, unknown>();
  const references = Map.groupBy(referencesIn({ paths, components }), (reference) => reference);
  const kept = { ...components };
  for (const kind of kinds) {
    const entries = Object.entries(components[kind]);
    const isSingle = ([name]: readonly [string, unknown]) =>
      references.get(`#/components/${kind}/${name}`)?.length === 1;
    for (const [name, component] of entries.filter(isSingle)) single.set(`#/components/${kind}/${name}`, component);
    Object.assign(kept, { [kind]: Object.fromEntries(entries.filter((entry) => !isSingle(entry))) });
  }
  return inlined({ paths, components: kept }, single) as { paths: typeof paths; components: Components };
}

function inlined(part: unknown, single: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((each) => inlined(each, single));
  if (typeof part !== 'object' || part === null) return part;
  const component = '$ref' in part ? single.get(String(part.$ref)) : undefined;
  if (component !== undefined) return inlined(component, single);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value, single)]));
}

/** Every `$ref` in a part of the description, as often as it stands there. */
export function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}
