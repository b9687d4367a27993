import { expect, test } from 'vitest';
import type { NeighbourForm } from '../../generators/menu_rules.ts';
import { readOwnNeighbours } from './own_neighbours.ts';

const LONG = 'a'.repeat(1_001);

test.each<[string, NeighbourForm | undefined, Readonly<Record<string, unknown>>, unknown]>([
  ['nothing of a generator without such keys', undefined, { prev: 'a', next: 'b', pagination_next: 'c' }, null],
  [
    'ids of Docusaurus, or none',
    'ids',
    { pagination_prev: null, pagination_next: 'guide/b', next: 'c' },
    { previous: null, next: { page: 'guide/b', label: null } },
  ],
  [
    'the label of Docusaurus before that of the sidebar',
    'ids',
    { pagination_label: 'Short', sidebar_label: 'Side' },
    { label: 'Short' },
  ],
  ['the label of the sidebar of Docusaurus', 'ids', { sidebar_label: ' A  b ' }, { label: 'A b' }],
  ['nothing of another type in Docusaurus', 'ids', { pagination_next: false, pagination_prev: { link: 'a' } }, null],
  [
    'labels and links of VitePress and Starlight',
    'labels',
    { prev: 'Back', next: { text: 'On', link: '/b' } },
    { previous: { page: null, label: 'Back' }, next: { page: '/b', label: 'On' } },
  ],
  [
    'a label or a link alone',
    'labels',
    { prev: { label: 'Back' }, next: { link: '/b' } },
    { previous: { page: null, label: 'Back' }, next: { page: '/b', label: null } },
  ],
  ['no link', 'labels', { prev: false, next: true }, { previous: null }],
  [
    'links of VuePress',
    'links',
    { prev: './a.md', next: { text: 'On', link: '/b.html' } },
    { previous: { page: './a.md', label: null }, next: { page: '/b.html', label: 'On' } },
  ],
  ['nothing of what cannot be a link', 'links', { prev: null, next: [1, { link: 2 }] }, null],
  [
    'nothing of a text that is too long',
    'labels',
    { prev: LONG, next: LONG.slice(1) },
    { next: { page: null, label: LONG.slice(1) } },
  ],
])('reads %s', (_what, form, fields, own) => {
  expect(readOwnNeighbours(new Map(Object.entries(fields)), form, (text) => text)).toEqual(own);
});
