import { beforeEach, expect, test, vi } from 'vitest';
import type { BuiltAssets } from './build_assets.ts';

const built: BuiltAssets = {
  files: [
    'explorer.AAAAAAAA.css',
    'explorer.BBBBBBBB.js',
    'search_box.CCCCCCCC.js',
    'static_answers.EEEEEEEE.js',
    'page_feedback.DDDDDDDD.js',
  ].map((name) => ({
    name,
    bytes: new TextEncoder().encode(`/* ${name} */`),
  })),
  style: 'explorer.AAAAAAAA.css',
  script: 'explorer.BBBBBBBB.js',
  box: 'search_box.CCCCCCCC.js',
  boxFiles: 'static_answers.EEEEEEEE.js',
  feedback: 'page_feedback.DDDDDDDD.js',
  search: { core: 'export {};', stemmers: { shared: '', algorithms: {} } },
};

beforeEach(() => vi.resetModules());

test('a checkout without the builder has the style sheet alone', async () => {
  const { builtAssets, explorerAssets } = await import('./explorer_assets.ts');
  const assets = await builtAssets(() => Promise.reject(new Error('esbuild is not installed')));
  expect(assets).toEqual({
    script: null,
    box: null,
    boxFiles: null,
    feedback: null,
    search: null,
    style: expect.stringMatching(/^explorer\.[0-9a-f]{8}\.css$/),
    files: [expect.objectContaining({ name: assets.style, contentType: 'text/css; charset=utf-8' })],
  });
  const text = Buffer.from(assets.files[0]!.body).toString();
  expect(text).toContain(':root {');
  expect(text).not.toContain('@import');
  expect(explorerAssets()).toEqual(assets);
});

test('pages wait two seconds for the files, then have no script, and their style sheet stays', async () => {
  vi.useFakeTimers();
  const { builtAssets, explorerAssets } = await import('./explorer_assets.ts');
  const build = Promise.withResolvers<BuiltAssets>();
  const whole = builtAssets(() => build.promise);
  let given: Awaited<ReturnType<typeof explorerAssets>> | null = null;
  void Promise.resolve(explorerAssets()).then((assets) => {
    given = assets;
  });
  await vi.advanceTimersByTimeAsync(1999);
  expect(given).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  const { style, script } = given!;
  expect(script).toBeNull();
  build.resolve(built);
  const { files, ...names } = await whole;
  const { files: _, ...builtNames } = built;
  expect(names).toEqual(builtNames);
  expect(files.map(({ name }) => name)).toEqual([...built.files.map(({ name }) => name), style]);
  expect(explorerAssets()).toEqual({ files, ...names });
});
