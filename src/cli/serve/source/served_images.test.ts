import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../../../test/fixtures/run_command.ts';
import { createHandler } from '../../../http/fetch_handler.ts';
import { openSource } from '../../open_source.ts';
import { type ServeSettings, serviceOptions } from '../live_server.ts';
import { shareBuild } from './shared_build.ts';

const top = mkdtempSync(join(tmpdir(), 'catchword-served-images-'));
afterAll(() => rmSync(top, { recursive: true }));

const environment = { CATCHWORD_CACHE: join(top, 'cache') };
const site = join(top, 'site');
mkdirSync(join(site, 'docs/guide'), { recursive: true });
mkdirSync(join(site, 'static/img'), { recursive: true });
writeFileSync(join(site, 'docusaurus.config.js'), "export default { presets: [['classic', {}]] };");
writeFileSync(join(site, 'docs/guide/a.md'), '# A\n\n![Near](near.png)\n\n![Far](/img/far.svg)\n\n![None](none.png)\n');
writeFileSync(join(site, 'docs/guide/near.png'), 'near');
writeFileSync(join(site, 'static/img/far.svg'), '<svg/>');

const served: ServeSettings = {
  ...{ host: '127.0.0.1', port: 0, cacheBytes: 1 << 20, gatePassword: null, trustedProxies: [], feedback: null },
  ...{ logsRequests: false, countsMetrics: false },
};

/** The images of the page, as elements, and what their addresses answer. */
async function imagesOf(source: string) {
  const silent = { environment, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  const build = shareBuild(await openSource(source, {}, silent, () => {}));
  // As threads receive it.
  const options = serviceOptions(structuredClone(build), served, { feedback: null, onMiss: null, observe() {} });
  const handle = createHandler(options);
  const get = (target: string) =>
    handle(new Request(`http://127.0.0.1${target}`, { headers: { Accept: 'text/html' } }));
  const html = await (await get('/explore/page/docs/guide/a')).text();
  const elements = html.match(/<(?:img|span|a)[^<>]*(?:alt|class="image")[^<>]*>/g);
  const sources = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address!);
  return [elements, await Promise.all(sources.map(async (address) => (await get(address)).text()))];
}

test('a server that builds a folder shows the images in it', async () => {
  expect(await imagesOf(site)).toEqual([
    [
      '<img src="/explore/images/docs/guide/near.png" alt="Near" loading="lazy"/>',
      '<img src="/explore/images/img/far.svg" alt="Far" loading="lazy"/>',
      '<span class="image">',
    ],
    ['near', '<svg/>'],
  ]);
});

test('a server of an artefact has no images', async () => {
  const artefact = join(top, 'site.catchword');
  expect((await runCommand(['build', site, '--out', artefact], environment)).code).toBe(0);
  expect(await imagesOf(artefact)).toEqual([Array(3).fill('<span class="image">'), []]);
});
