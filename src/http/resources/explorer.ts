import { createHash } from 'node:crypto';
import { type MaybePromise, whenThere } from '../../async/maybe_promise.ts';
import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { htmlType } from '../../discovery/resources.ts';
import { createExplorer } from '../../explorer/explorer.ts';
import { type Asset, explorerAssets } from '../../explorer/explorer_assets.ts';
import { briefCaching, immutableCaching } from '../answers/caching.ts';
import { explorerPolicy } from '../answers/page_policy.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import { originOf } from '../requests/origin_of.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf, MethodHandler } from './resource_handler.ts';

type ExplorerResource =
  | 'home'
  | 'explore'
  | 'explorePage'
  | 'exploreQuery'
  | 'exploreMap'
  | 'exploreApi'
  | 'exploreEmbed'
  | 'exploreBox'
  | 'exploreGraph'
  | 'exploreAsset';

/** The pages and files of the explorer. */
export function handleExplorer(context: HandlerContext): { readonly [Name in ExplorerResource]: HandlerOf<Name> } {
  const { questions, features, budget, validator, caching, codings } = context;
  const explorer = createExplorer(questions, features);
  let graph: MaybePromise<Representation> | null = null;
  const pages = createBoundedCache<Representation>(budget.boundOf('explored'));

  const results: MethodHandler = async ({ request, search }) => {
    const origin = originOf(request, questions.settings);
    return represent(context, await explorer.results(search ?? '', origin, request));
  };

  async function page(found: number): Promise<Representation> {
    const key = String(found);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const made = represent(context, await explorer.page(found));
    pages.set(key, made, made.weight);
    return made;
  }

  return {
    home: { GET: results },
    explore: { GET: results },
    explorePage: { find: (path) => questions.find(path), GET: ({ found }) => page(found) },
    exploreQuery: { GET: async ({ request }) => represent(context, await explorer.query(request)) },
    exploreMap: { GET: async () => represent(context, await explorer.map()) },
    exploreApi: {
      GET: async ({ request }) => represent(context, await explorer.api(originOf(request, questions.settings))),
    },
    exploreEmbed: {
      GET: async ({ request }) => represent(context, await explorer.embed(originOf(request, questions.settings))),
    },
    exploreBox: { GET: () => whenThere(explorerAssets(), ({ box }) => representBox(context, box)) },
    exploreGraph: {
      GET() {
        graph ??= whenThere(questions.map(), (body) =>
          createRepresentation(
            { contentType: 'application/octet-stream', body, validator, caching: caching.read },
            codings,
          ),
        );
        return graph;
      },
    },
    exploreAsset: {
      find: (name) => whenThere(explorerAssets(), ({ files }) => files.findIndex((file) => file.name === name)),
      GET: ({ found }) => whenThere(explorerAssets(), ({ files }) => representAsset(files[found]!, features.gated)),
    },
  };
}

/** Hexadecimal digits of the digest in a validator; each stamp has as many. */
const digestDigits = 12;

/** The validator is a digest of the document: the files that it loads depend on more than the stamps. */
function represent({ validator, caching, codings }: HandlerContext, document: string): Representation {
  const body = new TextEncoder().encode(document);
  const digest = createHash('sha256').update(body).digest('hex').slice(0, digestDigits);
  return createRepresentation(
    {
      contentType: htmlType,
      body,
      validator: validator === null ? null : `${validator}.${digest}`,
      caching: caching.unvalidated,
      fields: explorerPolicy,
    },
    codings,
  );
}

const crossOrigin = ['Cross-Origin-Resource-Policy', 'cross-origin'] as const;

/** The module with the stable address: one import of the built file. Without a built file, the form inside the element stays. */
function representBox({ caching, codings, features }: HandlerContext, box: string | null): Representation {
  return createRepresentation(
    {
      contentType: 'text/javascript; charset=utf-8',
      body: new TextEncoder().encode(box === null ? 'export {};\n' : `import './assets/${box}';\n`),
      // The built file's name has a digest of its content.
      validator: box ?? 'no-script',
      caching: box === null ? caching.unvalidated : briefCaching(features.gated),
      fields: crossOrigin,
    },
    codings,
  );
}

function representAsset({ name, contentType, body, br, gzip }: Asset, isGated: boolean): Representation {
  return createRepresentation({
    contentType,
    body,
    made: { br, gzip },
    validator: name,
    caching: immutableCaching(isGated),
    fields: crossOrigin,
  });
}
