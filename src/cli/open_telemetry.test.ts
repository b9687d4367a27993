import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveCommand } from '../../test/fixtures/serve_command.ts';

const setUp = new URL('../../test/fixtures/open_telemetry.ts', import.meta.url);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-traces-'));
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'content', 'index.md'), '# Home\n\nWelcome.\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Span {
  readonly traceId: string;
  readonly parent: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

it.each(['1', '2'])(
  'serves with the SDK of OpenTelemetry by --import: requests become spans of their trace (%s workers)',
  async (workers) => {
    const file = join(folder, `spans-${workers}`);
    const args = [join(folder, 'content'), '--local', '--workers', workers, '--log-requests', '--feedback', 'none'];
    const served = await serveCommand(args, { CATCHWORD_CACHE: join(folder, 'cache'), SPANS_FILE: file }, [
      '--import',
      setUp.href,
    ]);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const response = await fetch(`${served.ready.url}/api/pages?q=welcome`, { headers });
    expect([response.status, ((await response.json()) as { total: number }).total]).toEqual([200, 1]);
    await expect.poll(() => readSpans(file).length).toBe(1);
    const [span] = readSpans(file);
    expect(span).toEqual({
      traceId,
      parent: 'b7ad6b7169203331',
      attributes: expect.objectContaining({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'url.path': '/api/pages',
      }),
    });
    expect(await served.end()).toContain(`"trace_id":"${traceId}"`);
  },
);

function readSpans(file: string): Span[] {
  try {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Span);
  } catch {
    return [];
  }
}
