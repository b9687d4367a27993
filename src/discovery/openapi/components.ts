/** Which components the description has: those that it refers to, and of those that have a name only to be shared, the shared ones. */
import type { Components, PathItem } from './openapi_document.ts';

type Paths = Readonly<Record<string, PathItem>>;

/** The components that the paths refer to, directly or through other components, in the order given. */
export function usedComponents(paths: Paths, components: Components): Components {
  const used = new Set<string>();
  const open: unknown[] = [paths];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const reference of referencesIn(part)) {
      if (used.has(reference)) continue;
      used.add(reference);
      open.push(componentAt(reference, components));
    }
  }
  return filtered(components, (reference) => used.has(reference));
}

/** The paths and components, without members that are undefined, and with every component that one place refers to put into that place. */
export function inlineComponents(paths: Paths, components: Components) {
  const counted = Map.groupBy(referencesIn({ paths, components }), (reference) => reference);
  // Schemas name the types of generated clients.
  const isInlined = (reference: string) =>
    counted.get(reference)?.length === 1 && !reference.startsWith('#/components/schemas/');
  const inlined = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inlined);
    if (typeof part !== 'object' || part === null) return part;
    if ('$ref' in part && isInlined(String(part.$ref))) return inlined(componentAt(String(part.$ref), components));
    const members = Object.entries(part).filter(([, value]) => value !== undefined);
    return Object.fromEntries(members.map(([key, value]) => [key, inlined(value)]));
  };
  const kept = filtered(components, (reference) => !isInlined(reference));
  return inlined({ paths, components: kept }) as { readonly paths: Paths; readonly components: Components };
}

function filtered(components: Components, isKept: (reference: string) => boolean): Components {
  const kept = Object.entries(components).map(([kind, all]) => {
    const entries = Object.entries(all).filter(([name]) => isKept(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(entries)];
  });
  return Object.fromEntries(kept) as unknown as Components;
}

function componentAt(reference: string, components: Components): unknown {
  const [, , kind, name = ''] = reference.split('/');
  return components[kind as keyof Components]?.[name];
}

/** Every `$ref` in a part of the description, as often as it stands there. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}
