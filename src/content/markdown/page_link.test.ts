import { describe, expect, test } from 'vitest';
import { classifyImage, classifyTarget, classifyWikiName } from './page_link.ts';

const SITE = { origin: 'https://site.example', hosts: ['https://docs.example/base'] };

describe('classifyTarget', () => {
  test.each([
    ['a.md#part', { target: 'a.md', kind: 'address', fragment: 'part' }],
    ['a.md?x#y?z#', { target: 'a.md', kind: 'address', fragment: 'y?z#' }],
    ['a.md#', { target: 'a.md', kind: 'address' }],
    ['#part', { target: '', kind: 'own', fragment: 'part' }],
    ['img/a.PNG', { target: 'img/a.PNG', kind: 'file' }],
    ['/file.zip?x', { target: '/file.zip', kind: 'file' }],
    ['/a/b/?x=1', { target: '/a/b/', kind: 'address' }],
    ['https://site.example/a', { target: '/a', kind: 'address' }],
    ['https://site.example', { target: '/', kind: 'address' }],
    ['https://site.example#part', { target: '/', kind: 'address', fragment: 'part' }],
    ['HTTPS://Site.Example/A', { target: '/A', kind: 'address' }],
    ['//site.example/a', { target: '/a', kind: 'address' }],
    ['//Docs.example/base/a', { target: '/a', kind: 'host' }],
    ['https://docs.example/BASE/a', { target: 'https://docs.example/BASE/a', kind: 'outside' }],
    ['https://docs.example/base/a', { target: '/a', kind: 'host' }],
    ['https://docs.example/other', { target: 'https://docs.example/other', kind: 'outside' }],
    ['https://site.example.evil/a', { target: 'https://site.example.evil/a', kind: 'outside' }],
    ['v1.2', { target: 'v1.2', kind: 'address' }],
    ['doc:Page#part', { target: 'Page', kind: 'address', fragment: 'part' }],
    ['page.html', { target: 'page.html', kind: 'address' }],
  ])('accepts %s as a link', (written, link) => {
    expect(classifyTarget(written, SITE)).toEqual(link);
  });

  test.each([
    '',
    '?x',
    'mailto:a@b.example',
    'tel:1',
    'javascript:x()',
    'doc:javascript:x()',
    'doc:',
    '//cdn.example/x',
    '.',
    '#',
  ])('does not accept %j as a link', (written) => {
    expect(classifyTarget(written, SITE)).toBeNull();
  });
});

test.each([
  ['Name', { target: 'Name', kind: 'wiki' }],
  ['Name#Heading', { target: 'Name', kind: 'wiki', fragment: 'Heading' }],
  ['Name#^block', { target: 'Name', kind: 'wiki', fragment: 'block' }],
  ['folder/Name\\', { target: 'folder/Name', kind: 'wiki' }],
  ['#Heading', { target: '', kind: 'own', fragment: 'Heading' }],
  ['picture.png', null],
  ['#', null],
])('classifyWikiName reads %j', (written, name) => {
  expect(classifyWikiName(written)).toEqual(name);
});

test.each([
  ['../img/a.png?raw=true', '../img/a.png'],
  ['https://site.example/a.png#x', '/a.png'],
  ['https://docs.example/base/a.png', '/a.png'],
  ['img/no-extension', 'img/no-extension'],
  ['https://cdn.example/a.png', null],
  ['data:image/png;base64,AAAA', null],
  ['#x', null],
])('classifyImage reads %j', (written, target) => {
  expect(classifyImage(written, SITE)).toEqual(target === null ? null : { target, kind: 'image' });
});
