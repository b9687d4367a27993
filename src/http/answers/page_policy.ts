import { createHash } from 'node:crypto';
import { pageStyle } from '../../discovery/html_page.ts';

const style = createHash('sha256').update(pageStyle).digest('base64');

/**
 * The Content-Security-Policy of a page for people, which loads nothing, runs nothing and holds one style sheet.
 *
 * @param formAction where its forms may be sent, by the keyword of the policy
 */
export function pagePolicy(formAction: 'none' | 'self'): readonly string[] {
  return [
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action '${formAction}'; frame-ancestors 'none'`,
  ];
}
