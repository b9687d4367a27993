import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../../../test/fixtures/run_command.ts';
import { LARGEST_IMAGE } from '../../../content/files/image_files.ts';
import { handlerOf } from '../../../http/fetch_request.ts';
import { openSource } from '../../open_source.ts';
import { openService, type ServeSettings } from '../live_server.ts';
import { isSameBuild, shareBuild } from './shared_build.ts';

const top = mkdtempSync(join(tmpdir(), 'catchword-served-images-'));
afterAll(() => rmSync(top, { recursive: true }));

const environment = { CATCHWORD_CACHE: join(top, 'cache') };
const site = join(top, 'site');
mkdirSync(join(site, 'docs/guide'), { recursive: true });
mkdirSync(join(site, 'static/img'), { recursive: true });
writeFileSync(join(site, 'docusaurus.config.js'), "export default { presets: [['classic', {}]] };");
writeFileSync(
  join(site, 'docs/guide/a.md'),
  '# A\n\n![Near](near.png)\n\n![Far](/img/far.svg)\n\n![None](none.png)\n\n![Shot](<shot (1).png>)\n',
);
writeFileSync(join(site, 'docs/guide/near.png'), 'near');
writeFileSync(join(site, 'docs/guide/shot (1).png'), 'shot');
writeFileSync(join(site, 'static/img/far.svg'), '<svg/>');
writeFileSync(join(site, 'docs/draft.md'), '---\ndraft: true\n---\n\n# Draft\n\n![Draft](draft.png)\n');
writeFileSync(join(site, '.gitignore'), 'ignored.png\n');
writeFileSync(
  join(site, 'docs/b.md'),
  '# B\n\n![Ignored](ignored.png) ![Linked](linked/near.png) ![Large](large.png)\n',
);
symlinkSync(join(site, 'docs/guide'), join(site, 'docs/linked'));
writeFileSync(join(site, 'docs/large.png'), Buffer.alloc(LARGEST_IMAGE + 1));
for (const name of ['draft.png', 'ignored.png', 'unnamed.png']) writeFileSync(join(site, 'docs', name), '');

const served: ServeSettings = {
  ...{ host: '127.0.0.1', port: 0, cacheBytes: 1 << 20, gatePassword: null, trustedProxies: [], feedback: null },
  ...{ logsRequests: false, countsMetrics: false },
};

async function buildOf(source: string, isServed = true) {
  const silent = { environment, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  return shareBuild(await openSource(source, {}, silent, () => {}, { isServed }));
}

/** The images of the page, as elements, and what their addresses answer. */
async function imagesOf(source: string) {
  const build = await buildOf(source);
  // As threads receive it.
  const service = await openService(structuredClone(build), served, { feedback: null, onMiss: null, observe() {} });
  const handle = handlerOf(service);
  const get = (target: string) =>
    handle(new Request(`http://127.0.0.1${target}`, { headers: { Accept: 'text/html' } }));
  const html = await (await get('/explore/page/docs/guide/a')).text();
  const elements = html.match(/<(?:img|span|a)[^<>]*(?:alt|class="image")[^<>]*>/g);
  const sources = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address!);
  const hidden = ['draft.png', 'unnamed.png', 'ignored.png', 'linked/near.png', 'large.png', 'guide/a.md'];
  const answers = await Promise.all(hidden.map((path) => get(`/explore/images/docs/${path}`)));
  expect(answers.map(({ status }) => status)).toEqual(hidden.map(() => 404));
  return [elements, await Promise.all(sources.map(async (address) => (await get(address)).text()))];
}

test('a server that builds a folder shows the images in it', async () => {
  expect(await imagesOf(site)).toEqual([
    [
      '<img src="/explore/images/docs/guide/near.png" alt="Near" loading="lazy"/>',
      '<img src="/explore/images/static/img/far.svg" alt="Far" loading="lazy"/>',
      '<span class="image">',
      '<img src="/explore/images/docs/guide/shot%20(1).png" alt="Shot" loading="lazy"/>',
    ],
    ['near', '<svg/>', 'shot'],
  ]);
});

test('a server of an artefact has no images', async () => {
  const artefact = join(top, 'site.catchword');
  expect((await runCommand(['build', site, '--out', artefact], environment)).code).toBe(0);
  expect(await imagesOf(artefact)).toEqual([Array(4).fill('<span class="image">'), []]);
});

test('a new image alone makes another build, of the same artefact', async () => {
  const before = await buildOf(site);
  expect(isSameBuild(before, await buildOf(site))).toBe(true);
  writeFileSync(join(site, 'docs/guide/none.png'), 'now there');
  const after = await buildOf(site);
  expect([isSameBuild(before, after), before.digest === after.digest]).toEqual([false, true]);
});

test('only a server lists images', async () => {
  expect(await buildOf(site, false)).not.toHaveProperty('images');
});
