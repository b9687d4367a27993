import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError } from '../command_error.ts';
import { readConfig } from './read_config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(text: string): string {
  const file = join(folder, 'catchword.config.json');
  writeFileSync(file, text);
  return file;
}

/** The error message for a file, with the file's path replaced by FILE. */
function complaint(text: string, environment = {}): string {
  const file = write(text);
  try {
    readConfig(file, environment);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    expect((error as CommandError).exitCode).toBe(2);
    return (error as CommandError).message.replaceAll(file, 'FILE');
  }
  throw new Error('nothing was refused');
}

describe('readConfig', () => {
  it('reads nothing from no file and no environment', () => {
    expect(readConfig(null, {})).toEqual({});
  });

  it.each([
    ['HTTPS://API.Example.org:443/', 'https://api.example.org'],
    ['http://api.example.org:80', 'http://api.example.org'],
    ['https://api.example.org:8443', 'https://api.example.org:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:4777/', 'http://[::1]:4777'],
  ])('reads the publicOrigin %s as browsers spell it', (spelled, publicOrigin) => {
    expect(readConfig(write(JSON.stringify({ publicOrigin: spelled })), {})).toEqual({ publicOrigin });
    expect(readConfig(null, { CATCHWORD_PUBLIC_ORIGIN: spelled })).toEqual({ publicOrigin });
  });

  it('overrides the file by the environment, key by key, and treats empty variables as unset', () => {
    const file = write('{"title":"File","language":"de","tools":["a"]}');
    const environment = {
      CATCHWORD_TITLE: 'Variable',
      CATCHWORD_LANGUAGE: '',
      CATCHWORD_TOOLS: 'b, c',
      CATCHWORD_TRUSTED_PROXIES: '127.0.0.1, fd00::/8',
      CATCHWORD_COLLECTIONS: 'x,y',
    };
    expect(readConfig(file, environment)).toEqual({
      title: 'Variable',
      language: 'de',
      tools: ['b', 'c'],
      trustedProxies: ['127.0.0.1', 'fd00::/8'],
      collections: [{ name: 'x' }, { name: 'y' }],
    });
  });

  it('names every mistake with its location and a correction', () => {
    expect(complaint('{"titel":"T","zzz":1,"language":"?","collections":[{"name":"a"},{"nam":"b"}],"tools":[7]}')).toBe(
      [
        'Cannot use the configuration in "FILE":',
        '  language: must be a BCP 47 language tag such as "en" or "pt-BR"',
        '  collections[1].name: invalid input: expected string, received undefined',
        '  collections[1].nam: no such key (did you mean "name"?)',
        '  tools[0]: invalid input: expected string, received number',
        '  titel: no such key (did you mean "title"?)',
        '  zzz: no such key (the keys are $schema, origin, title, description, language, addressStyle, collections, fields, tools, publicOrigin, markdown, check, countMisses, notify, cache, search, home, siteFiles, trustedProxies, nativeQuery, feedbackOrigins, mcp, mcpOrigins, mcpFeedback)',
      ].join('\n'),
    );
  });

  it.each([
    ['{', /^Cannot read "FILE" as JSON: .*line 1, column 2/],
    ['{"title":"a","title":"b"}', /^Cannot read "FILE" as JSON: .*line 1/],
    ['[]', /the file: invalid input: expected object, received array/],
    ['{"origin":"ftp://a"}', /origin: must be an http or https address/],
    ['{"collections":[{"name":"a"},{"name":"a"}]}', /collections: must list each collection only once/],
  ])('refuses %s', (text, expected) => {
    expect(complaint(text)).toMatch(expected);
  });

  it('refuses a missing file and an invalid variable', () => {
    expect(() => readConfig(join(folder, 'nothing.json'), {})).toThrow(
      /^Cannot read ".*nothing.json": there is no such file\.$/,
    );
    expect(complaint('{}', { CATCHWORD_TRUSTED_PROXIES: '10.0.0.0/8,localhost' })).toMatch(
      /in the environment:\n {2}trustedProxies\[1\]: must be an IP address or a network/,
    );
    expect(complaint('{}', { CATCHWORD_ORIGIN: 'x' })).toMatch(/in the environment:\n {2}origin: must be/);
  });
});
