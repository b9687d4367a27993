import type { SiteSettings } from '../../corpus/corpus.ts';
import { canonicalOrigin } from '../../protocol/canonical_origin.ts';
import { isLoopbackHost } from '../../protocol/host.ts';
import { createOriginCheck, createScriptFields, type SubmissionFields } from '../answers/submission_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';

/** Who may call a protocol over POST: programs always, scripts of web pages only from some origins. */
export interface RpcAccess {
  /** Origins besides the site's own whose scripts may use it. */
  readonly origins?: readonly string[];
  /**
   * Whether the server listens on a loopback address only. Then scripts of loopback origins may use it, and requests must name a
   * loopback host, the public origin's or one of `origins`: a web page could otherwise reach it by a name of its own that leads here.
   */
  readonly isLoopback?: boolean;
}

/** Decides who may call a protocol of the service, and makes the fields of its answers. */
export interface RpcGuard {
  readonly fields: SubmissionFields;
  /** @returns why a request may not call it, or null */
  findFault(request: ApiRequest): string | null;
}

/** @param settings of the site: scripts of its public origin may always call */
export function createRpcGuard(settings: SiteSettings, options: RpcAccess): RpcGuard {
  const { origins = [], isLoopback = false } = options;
  const isOwnOrigin = createOriginCheck(settings, origins);
  const isAllowed = (origin: string) => isOwnOrigin(origin) || (isLoopback && isLoopbackOrigin(origin));
  const hosts = new Set([settings.publicOrigin ?? '', ...origins].map((origin) => canonicalOrigin(origin)).map(hostOf));
  /** The last `Host` that passed: nearly all requests name the same. */
  let lastHost: string | null = null;

  function isOwnHost(value: string): boolean {
    if (value === lastHost) return true;
    const host = hostOf(canonicalOrigin(`http://${value}`));
    const isOwn = host !== null && (isLoopbackHost(host) || hosts.has(host));
    if (isOwn) lastHost = value;
    return isOwn;
  }

  return {
    fields: createScriptFields('Origin', isAllowed),
    findFault(request) {
      const origin = request.header('origin');
      if (origin !== undefined && !isAllowed(origin)) return 'Scripts of this origin may not use it';
      return !isLoopback || isOwnHost(request.header('host') ?? '') ? null : 'The Host is not of this server';
    },
  };
}

/** @param origin as `canonicalOrigin` gives it @returns its host name without the port */
function hostOf(origin: string | null): string | null {
  return origin === null ? null : new URL(origin).hostname;
}

function isLoopbackOrigin(origin: string): boolean {
  const host = hostOf(canonicalOrigin(origin));
  return host !== null && isLoopbackHost(host);
}
