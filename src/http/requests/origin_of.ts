import type { SiteSettings } from '../../corpus/corpus.ts';
import { isHost } from '../../protocol/host.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import type { ApiRequest } from './api_request.ts';

/**
 * The origin that answers a request, without a trailing slash: the setting, else the host that the request names or that a
 * trusted proxy was asked for, else (HTTP/1.0 may name none) the site's own.
 */
export function originOf(request: ApiRequest, { publicOrigin, origin }: SiteSettings): string {
  if (publicOrigin !== null) return publicOrigin;
  const { forwarded } = request;
  const host = forwarded?.host ?? parseRequestTarget(request.target)?.authority ?? request.header('host');
  return host !== undefined && isHost(host) ? `${forwarded?.scheme ?? request.scheme}://${host}` : origin;
}
