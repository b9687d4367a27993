import { createHash } from 'node:crypto';
import { pageStyle } from '../discovery/html_page.ts';

const style = createHash('sha256').update(pageStyle).digest('base64');

/** The fields of a page for people, which loads nothing, runs nothing and holds one style sheet. @param forms where its forms may be sent */
export function pagePolicy(forms: 'nowhere' | 'home'): readonly string[] {
  const target = forms === 'home' ? "'self'" : "'none'";
  return [
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action ${target}; frame-ancestors 'none'`,
  ];
}
