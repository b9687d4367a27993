import { createHash } from 'node:crypto';
import { pageStyle } from '../../discovery/html_page.ts';

const style = createHash('sha256').update(pageStyle).digest('base64');

/**
 * The Content-Security-Policy of an HTML page: it loads nothing, runs nothing, and has one inline style sheet.
 *
 * @param formAction keyword for the addresses that its forms may be sent to
 */
export function pagePolicy(formAction: 'none' | 'self'): readonly string[] {
  return [
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action '${formAction}'; frame-ancestors 'none'`,
  ];
}
