import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { buildConfigSchema, configSchema } from './config.ts';

describe('buildConfigSchema', () => {
  it('is what catchword.config.schema.json publishes (scripts/write_config_schema.ts writes it)', () => {
    const file = new URL('../../../catchword.config.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(buildConfigSchema());
  });

  const judge = new Ajv2020().compile(buildConfigSchema());

  it.each([
    [{}, true],
    [{ origin: 'https://example.org', title: 'T', description: '', language: 'pt-BR' }, true],
    [{ origin: 'https://example.org/docs' }, true],
    [{ collections: [{ name: 'a' }, { name: 'b', title: 'B', folder: 'x/b' }], tools: ['t'] }, true],
    [{ publicOrigin: null }, true],
    [{ publicOrigin: 'http://localhost:1' }, true],
    [{ publicOrigin: 'HTTPS://API.Example.org:443/' }, true],
    [{ publicOrigin: 'https://user@example.org' }, false],
    [{ publicOrigin: 'ftp://example.org' }, false],
    [{ trustedProxies: ['127.0.0.1', 'fd00::/8'] }, true],
    [{ trustedProxies: '127.0.0.1' }, false],
    [{ siteFiles: [] }, true],
    [{ siteFiles: ['sitemap.xml', 'llms-full.txt'] }, true],
    [{ siteFiles: ['rss.xml'] }, false],
    [{ siteFiles: 'none' }, false],
    [{ markdown: { frontMatter: 'keep' } }, true],
    [{ markdown: { frontMatter: true } }, false],
    [{ check: { ignore: [{ rule: 'dead-link', file: 'blog/*', target: '/api/*' }, { target: 'g' }] } }, true],
    [{ check: { ignore: [{}] } }, false],
    [{ check: { ignore: [{ path: 'x' }] } }, false],
    [{ titel: 'T' }, false],
    [{ origin: 'example.org' }, false],
    [{ origin: 'https://example.org/?a' }, false],
    [{ publicOrigin: 'https://example.org/path' }, false],
    [{ title: '' }, false],
    [{ collections: {} }, false],
    [{ collections: [{}] }, false],
    [{ collections: [{ name: 'a,b' }] }, false],
    [{ tools: [7] }, false],
    [null, false],
  ])('agrees with the check about %j', (config, valid) => {
    expect([judge(config), configSchema.safeParse(config).success]).toEqual([valid, valid]);
  });
});
