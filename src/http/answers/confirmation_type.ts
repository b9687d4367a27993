import { negotiateMediaType, weighMediaType } from '../../protocol/accept.ts';

/**
 * How a submission is confirmed: in JSON, or with a redirect for a browser that sent a form (decisions 4, form post). A browser
 * names `text/html` or `text/*` with at least the weight of JSON. A program may accept HTML only by a full wildcard and gets JSON.
 *
 * @returns null when neither is accepted
 */
export function confirmationType(accept: string | undefined): 'json' | 'html' | null {
  const html = weighMediaType(accept, 'text/html');
  const json = weighMediaType(accept, 'application/json');
  if (html.isNamed && html.weight > 0 && html.weight >= json.weight) return 'html';
  return negotiateMediaType(accept, ['application/json']) === null ? null : 'json';
}
