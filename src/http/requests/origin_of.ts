import type { SiteSettings } from '../../corpus/corpus.ts';
import { isHost } from '../../protocol/host.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import type { ApiRequest } from './api_request.ts';

/**
 * The origin of the service for a request, without a trailing slash. The first that is known of: the setting; the host that a
 * trusted proxy reports; the host that the request names; the local address of the connection (HTTP/1.0 may name no host); the
 * site's own origin; none, and addresses are root-relative.
 */
export function originOf(request: ApiRequest, settings: SiteSettings): string {
  if (settings.publicOrigin !== null) return settings.publicOrigin;
  const { forwarded } = request;
  const named = forwarded?.host ?? parseRequestTarget(request.target)?.authority ?? request.header('host');
  const host = named !== undefined && isHost(named) ? named : request.localHost;
  return host == null ? originWithoutHost(settings) : `${forwarded?.scheme ?? request.scheme}://${host}`;
}

/** The origin of the service where nothing names a host: the setting, else the site's own, else none. */
export function originWithoutHost({ publicOrigin, origin }: SiteSettings): string {
  return publicOrigin ?? (URL.canParse(origin) ? origin : '');
}
