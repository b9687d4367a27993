import { referencesIn } from './inline_components.ts';
import type { Components, PathItem } from './openapi_document.ts';

type Kind = keyof Components;
const kinds: readonly Kind[] = ['schemas', 'responses', 'requestBodies', 'headers', 'parameters'];

/** The components that the paths refer to, directly or through other components, in the order given. */
export function usedComponents(paths: Readonly<Record<string, PathItem>>, components: Components): Components {
  const used = new Set<string>();
  const open: unknown[] = [paths];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const reference of referencesIn(part)) {
      if (used.has(reference)) continue;
      used.add(reference);
      open.push(resolve(reference, components));
    }
  }
  const kept = kinds.map((kind) => {
    const entries = Object.entries(components[kind]).filter(([name]) => used.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(entries)];
  });
  return Object.fromEntries(kept) as unknown as Components;
}

function resolve(reference: string, components: Components): unknown {
  const [, , kind = '', name = ''] = reference.split('/');
  return Object.entries(components).find(([each]) => each === kind)?.[1][name];
}
