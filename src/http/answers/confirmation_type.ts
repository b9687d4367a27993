import { negotiateMediaType, weighMediaType } from '../../protocol/accept.ts';

/**
 * How a submission is confirmed: in JSON, or to a browser that sent its form by way of a page. A browser names
 * `text/html` and likes nothing better; what only meets it by a wildcard is a program's.
 *
 * @returns null when neither is accepted
 */
export function confirmationType(accept: string | undefined): 'json' | 'html' | null {
  const html = weighMediaType(accept, 'text/html');
  const json = weighMediaType(accept, 'application/json');
  if (html.isNamed && html.weight > 0 && html.weight >= json.weight) return 'html';
  return negotiateMediaType(accept, ['application/json']) === null ? null : 'json';
}
