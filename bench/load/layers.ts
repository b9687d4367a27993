/** Where a server spends its processor time. */
export const LAYERS = ['engine', 'service', 'sockets', 'collector'] as const;
export type Layer = (typeof LAYERS)[number];

/** What a CPU profile of V8 has. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

/** Folders of the sources by layer; the others are the service. */
const ENGINE = /\/src\/(query|corpus|engine|text|async)\/|\/node_modules\/snowball-stemmers\//;
const SOCKETS = /\/src\/http\/node\//;

/**
 * Shares of the processor time in each layer. Time in Node or V8 itself belongs to the layer of the function that called it, and to the
 * sockets when none did. Time without work does not count.
 * @param from the part of the samples to leave out, as the runtime compiles most at the beginning
 */
export function sharesOfLayers({ nodes, samples, timeDeltas }: Profile, from = 0.4): Record<Layer, number> {
  const layers = layersOf(nodes);
  const times: Record<Layer, number> = { engine: 0, service: 0, sockets: 0, collector: 0 };
  for (let at = Math.floor(samples.length * from); at < samples.length; at++) {
    const layer = layers.get(samples[at]!);
    if (layer !== undefined && layer !== null) times[layer] += timeDeltas[at]!;
  }
  const all = LAYERS.reduce((sum, layer) => sum + times[layer], 0);
  return Object.fromEntries(LAYERS.map((layer) => [layer, times[layer] / all])) as Record<Layer, number>;
}

/** The layer of each node; null where nothing ran. */
function layersOf(nodes: Profile['nodes']): Map<number, Layer | null> {
  const layers = new Map<number, Layer | null>();
  // A node comes before its children.
  for (const { id, callFrame, children = [] } of nodes) {
    const layer = ownLayer(callFrame) ?? layers.get(id) ?? 'sockets';
    layers.set(id, callFrame.functionName === '(idle)' ? null : layer);
    for (const child of children) layers.set(child, layer);
  }
  return layers;
}

function ownLayer({ functionName, url }: Profile['nodes'][number]['callFrame']): Layer | null {
  if (functionName === '(garbage collector)') return 'collector';
  if (ENGINE.test(url)) return 'engine';
  if (SOCKETS.test(url)) return 'sockets';
  return url.includes('/src/') ? 'service' : null;
}
