/**
 * Sends wrong secrets to the scheduler's address of a server, in 50 forms. Each must be answered 401 with
 * WWW-Authenticate and must run nothing. Then measures the comparison: by Welch's test, comparing a secret that is wrong
 * in its first byte must take as long as one that is wrong in its last.
 * scheduler_secret.ts [--rounds N]
 */
import { join } from 'node:path';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import type { ApiRequest } from '../../src/http/requests/api_request.ts';
import { createSchedulerCheck } from '../../src/http/resources/roll_up_job.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { post } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const rounds = option('rounds', 100_000);
/** Two means differ if Welch's t exceeds this; the threshold of dudect. */
const most = 4.5;
const path = '/api/cron/feedback-rollup';
const secret = 'p1o2-Secret_of~the.scheduler+42/=';
const faults: string[] = [];

const folder = temporaryFolder();
process.env.CATCHWORD_CRON_SECRET = secret;
const server = await startServe([bakeSite(folder, 'abc123'), '--feedback', `sqlite:${join(folder, 'feedback.db')}`]);
const forms = wrongForms();
for (const form of forms) {
  for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
    const { status, head } = await askWith(method, form);
    if (status !== 401 || !/^www-authenticate: bearer$/im.test(head)) faults.push(`${status} to ${method} ${form}`);
  }
}
const aggregate = async () => {
  const { socket, ask } = await openConnection(server.port);
  const { body } = await ask(post('/api/feedback', '{}', 'x-http-method-override: QUERY\r\n'));
  socket.destroy();
  return (JSON.parse(body) as { readonly generatedAt: string | null }).generatedAt;
};
if ((await aggregate()) !== null) faults.push('a wrong secret ran the job');
if ((await askWith('POST', `Authorization: Bearer ${secret}`)).status !== 200) faults.push('the right secret did not');
if ((await aggregate()) === null) faults.push('the right secret did not run the job');
await server.end();

/** The field value with a secret that is wrong in its first byte, and in its last. */
const wrong = [`Bearer X${secret.slice(1)}`, `Bearer ${secret.slice(0, -1)}X`].map((value) => Buffer.from(value));
const t = compareTimes();
if (!(Math.abs(t) < most)) faults.push(`the time of a comparison reveals where a secret is wrong: t = ${t.toFixed(2)}`);
conclude(`${forms.length} wrong forms, ${rounds} comparisons of each kind: t = ${t.toFixed(2)}`, faults);

/** Field lines of requests without the right secret. */
function wrongForms(): readonly string[] {
  const values = ['', 'Bearer', 'Bearer ', 'Bearer undefined', 'Bearer null', 'Bearer true', 'Bearer 0', 'Bearer *'];
  values.push('Bearer false', 'Bearer NaN', 'Bearer [object Object]', 'Bearer %00');
  values.push(secret, `Basic ${secret}`, `Basic ${btoa(`:${secret}`)}`, `Digest ${secret}`, `Token ${secret}`);
  for (const wrong of [secret.slice(1), secret.slice(0, -1), `${secret}x`, `x${secret}`, secret.repeat(2)]) {
    values.push(`Bearer ${wrong}`, `bearer ${wrong}`);
  }
  for (const wrong of [secret.toUpperCase(), secret.toLowerCase(), btoa(secret), [...secret].reverse().join('')]) {
    values.push(`Bearer ${wrong}`);
  }
  for (const wrong of [
    `"${secret}"`,
    `'${secret}'`,
    `${secret},`,
    `${secret};`,
    `${secret}=`,
    encodeURIComponent(secret),
  ]) {
    values.push(`Bearer ${wrong}`);
  }
  values.push(`Bearer  ${secret}`, `Bearer\t${secret}`, `Bearer ${secret}, Bearer ${secret}`, `Bearer:${secret}`);
  values.push(`Bearer=${secret}`, `BearerX ${secret}`, `Bearer ${'x'.repeat(8_000)}`, `Bearer ${secret}\xa0`);
  const lines = values.map((value) => `Authorization: ${value}`);
  lines.push('X-Ignored: 1', `Cookie: authorization=Bearer ${secret}`, `X-Authorization: Bearer ${secret}`);
  lines.push(`Proxy-Authorization: Bearer ${secret}`, `Authorization: Bearer x\r\nAuthorization: Bearer ${secret}`);
  return lines;
}

async function askWith(method: string, line: string) {
  const { socket, ask } = await openConnection(server.port);
  const request = `${method} ${path} HTTP/1.1\r\nHost: a.example\r\n${line}\r\nConnection: close\r\n\r\n`;
  if (method !== 'HEAD') {
    const answer = await ask(Buffer.from(request, 'latin1'));
    socket.destroy();
    return answer;
  }
  // The response to HEAD gives the length of a body that is not sent.
  return new Promise<{ status: number; head: string }>((resolve) => {
    socket.on('data', (head) => resolve({ status: Number(String(head).split(' ', 2)[1]), head: String(head) }));
    socket.write(request);
  });
}

/** Welch's t of the times of both comparisons, which run in random order. The slowest times are left out. */
function compareTimes(): number {
  const isScheduler = createSchedulerCheck(secret);
  const random = new SeededRandom(1);
  const times: [number[], number[]] = [[], []];
  for (let round = -2_000; round < 2 * rounds; round++) {
    const kind = random.below(2) as 0 | 1;
    // Make a new string each time, as for a request, so that its place in memory has no effect.
    const value = wrong[kind]!.toString('latin1');
    const request = { header: () => value } as unknown as ApiRequest;
    const started = process.hrtime.bigint();
    const isRight = isScheduler(request);
    const took = Number(process.hrtime.bigint() - started);
    if (isRight) faults.push('a wrong secret was taken for the right one');
    // The first rounds warm up the compiler.
    if (round >= 0) times[kind].push(took);
  }
  // Other programs affect the slowest times, so cut both kinds at the same bound.
  const bound = times.flat().sort((left, right) => left - right)[Math.floor(1.8 * rounds)]!;
  const [first, last] = times.map((each) => momentsOf(each.filter((time) => time <= bound)));
  return (first!.mean - last!.mean) / Math.sqrt(first!.error + last!.error);
}

function momentsOf(times: readonly number[]) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
  return { mean, error: variance / times.length };
}
