import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { ApiRequest } from '../../src/http/requests/api_request.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { readLines } from '../process/read_lines.ts';
import { answerKey, type RecordedAnswer, type WorkloadRequest } from './workload.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Writes Catchword's answer to each request as a line of JSON, for the peers to replay. */
export async function recordAnswers(corpus: Corpus, requests: readonly WorkloadRequest[], file: string): Promise<void> {
  const service = createService({ corpus });
  const out = createWriteStream(file);
  for (const request of requests) {
    const { status, headers, body } = await service.answer(asApiRequest(request));
    if (status !== 200) throw new Error(`Cannot compare by ${answerKey(request)}: it is answered by ${status}`);
    const recorded: RecordedAnswer = { key: answerKey(request), status, headers, body: decoder.decode(body!) };
    if (!out.write(`${JSON.stringify(recorded)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

function asApiRequest({ method, target, body }: WorkloadRequest): ApiRequest {
  if (body === '') return createLocalRequest({ method, target });
  const fields = { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' };
  return createLocalRequest({ method, target, fields, body: new TextEncoder().encode(body) });
}

export async function* readAnswers(file: string): AsyncGenerator<RecordedAnswer> {
  for await (const line of readLines(file)) {
    yield JSON.parse(line) as RecordedAnswer;
  }
}
