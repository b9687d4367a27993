import { createHash } from 'node:crypto';
import { pageStyle } from '../../discovery/html_page.ts';

const style = createHash('sha256').update(pageStyle).digest('base64');

/**
 * The Content-Security-Policy of a page made by `renderHtmlPage`: it loads nothing, runs nothing, and has one inline style sheet.
 *
 * @param formAction keyword for the addresses that its forms may be sent to
 */
export function pagePolicy(formAction: 'none' | 'self'): readonly string[] {
  return [
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action '${formAction}'; frame-ancestors 'none'`,
  ];
}

/** Fields of the pages of the explorer: files and answers of this origin only, nothing inline, and no HTML made from strings. */
export const explorerPolicy: readonly string[] = [
  'Content-Security-Policy',
  [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'",
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; '),
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
];

/** Fields of an image of a page. SVG has styles of its own, and may have scripts, which do not run. */
export const imagePolicy: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
];
