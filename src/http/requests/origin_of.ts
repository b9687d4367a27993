import type { SiteSettings } from '../../corpus/corpus.ts';
import { isHost } from '../../protocol/host.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import type { ApiRequest } from './api_request.ts';

/**
 * The origin that answers a request, without a trailing slash: the setting, else the host that the request names or that a trusted
 * proxy was asked for, else (HTTP/1.0 may name none) the address that the connection came to, and the site's own where that is unknown.
 */
export function originOf(request: ApiRequest, { publicOrigin, origin }: SiteSettings): string {
  if (publicOrigin !== null) return publicOrigin;
  const { forwarded } = request;
  const named = forwarded?.host ?? parseRequestTarget(request.target)?.authority ?? request.header('host');
  const host = named !== undefined && isHost(named) ? named : request.localHost;
  return host == null ? origin : `${forwarded?.scheme ?? request.scheme}://${host}`;
}
