import type { SiteSettings } from '../../corpus/corpus.ts';
import { handlerOf } from '../../http/fetch_request.ts';
import type { RpcOptions } from '../../http/resources/rpc.ts';
import {
  type AnswerOptions,
  createService as createServiceOf,
  type Service,
  type ServiceOptions,
} from '../../http/service.ts';
import { openMcp } from '../../mcp/open_mcp.ts';
import { programVersion } from '../program_version.ts';
import { completeReading, type Given } from '../settings/answer_settings.ts';
import { quoteKeys } from '../settings/config.ts';
import { readNotStored, readStoredSettings } from '../settings/stored_settings.ts';

/**
 * A service that answers from an open artefact, with the settings that the artefact declares. Options override them.
 * @throws ArtefactError for an artefact whose settings are wrong
 */
export function createService(options: ServiceOptions): Service {
  return createServiceOf(withDeclared(options));
}

/**
 * The same as a function from Request to Response, for any runtime that has the Fetch API.
 * @throws ArtefactError for an artefact whose settings are wrong
 */
export function createHandler(options: ServiceOptions): (request: Request) => Promise<Response> {
  return handlerOf(createService(options));
}

/** `onMiss` is the caller's own, so it is called whether or not the artefact says that misses are counted. */
function withDeclared({ corpus, cacheBytes, onMiss, ...given }: ServiceOptions): ServiceOptions {
  const uncounted = onMiss === undefined && corpus.settings.declared?.countMisses === true ? ['countMisses'] : [];
  const unused = [...uncounted, ...readNotStored(corpus.settings)];
  if (unused.length > 0) {
    const reason = `Settings without effect: ${quoteKeys(unused)}. Only "catchword serve" uses them.`;
    given.observe?.({ kind: 'settings-unused', reason });
  }
  return {
    ...completeOptions(corpus.settings, given, { isLoopback: false }),
    corpus,
    ...(onMiss === undefined ? {} : { onMiss }),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  };
}

/** Options of a service that override what its build declares. `mcp` says whether there is `/mcp`, or how. */
type GivenOptions = Given<Omit<AnswerOptions, 'mcp'>> & { readonly mcp?: RpcOptions | boolean | null | undefined };

/**
 * Completes options of a service by the settings that its build declares, and those by the defaults.
 * @param isLoopback whether the server listens on a loopback address: agents run on the same machine, so it answers them by default
 * @throws ArtefactError for a build whose settings are wrong
 */
export function completeOptions(
  settings: SiteSettings,
  given: GivenOptions,
  { isLoopback }: { readonly isLoopback: boolean },
): AnswerOptions {
  const declared = readStoredSettings(settings);
  const { feedback = null, onMiss = null, images = null } = given;
  return {
    ...completeReading(settings, given),
    feedback: feedback === null ? null : { origins: declared.feedbackOrigins ?? [], ...feedback },
    onMiss: declared.countMisses === true ? onMiss : null,
    images,
    mcp: completeMcp(given.mcp, declared, isLoopback),
  };
}

function completeMcp(
  given: GivenOptions['mcp'],
  { mcp, mcpOrigins = [], mcpFeedback = false }: ReturnType<typeof readStoredSettings>,
  isLoopback: boolean,
): RpcOptions | null {
  if (!(given === undefined ? (mcp ?? isLoopback) : given)) return null;
  const declared = { isLoopback, origins: mcpOrigins, takesFeedback: mcpFeedback };
  return typeof given === 'object'
    ? { ...declared, ...given! }
    : { ...declared, open: openMcp({ version: programVersion() }) };
}
