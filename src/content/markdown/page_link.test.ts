import { describe, expect, test } from 'vitest';
import { classifyTarget, classifyWikiName } from './page_link.ts';

const SITE = { origin: 'https://site.example', hosts: ['https://docs.example/base'] };

describe('classifyTarget', () => {
  test.each([
    ['a.md#part', { target: 'a.md', kind: 'address' }],
    ['/a/b/?x=1', { target: '/a/b/', kind: 'address' }],
    ['https://site.example/a', { target: '/a', kind: 'address' }],
    ['https://site.example', { target: '/', kind: 'address' }],
    ['https://docs.example/base/a', { target: '/a', kind: 'host' }],
    ['https://docs.example/other', { target: 'https://docs.example/other', kind: 'outside' }],
    ['https://site.example.evil/a', { target: 'https://site.example.evil/a', kind: 'outside' }],
    ['v1.2', { target: 'v1.2', kind: 'address' }],
    ['page.html', { target: 'page.html', kind: 'address' }],
  ])('accepts %s as a link', (written, link) => {
    expect(classifyTarget(written, SITE)).toEqual(link);
  });

  test.each([
    '',
    '#part',
    '?x',
    'mailto:a@b.example',
    'tel:1',
    'javascript:x()',
    '//cdn.example/x',
    'img/a.PNG',
    '/file.zip?x',
    '.',
  ])('does not accept %j as a link to a page', (written) => {
    expect(classifyTarget(written, SITE)).toBeNull();
  });
});

test.each([
  ['Name', 'Name'],
  ['Name#Heading', 'Name'],
  ['folder/Name\\', 'folder/Name'],
  ['#Heading', null],
  ['picture.png', null],
])('classifyWikiName reads %j', (written, name) => {
  expect(classifyWikiName(written)).toBe(name);
});
