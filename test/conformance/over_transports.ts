import { afterAll, beforeAll, describe } from 'vitest';
import type { ServiceOptions } from '../../src/http/service.ts';
import { createServiceRecorder } from '../recorder/record_service.ts';
import { type Client, type ReceivedAnswer, type SentRequest, transports } from './transports.ts';

/** Describes cases for every transport and checks every exchange against the OpenAPI description. @param cases gets the function that sends a request */
export function describeOverTransports(
  name: string,
  options: ServiceOptions,
  cases: (send: (request: SentRequest) => Promise<ReceivedAnswer>) => void,
): void {
  describe.each(transports)(`${name} ($name)`, ({ open }) => {
    let client: Client;
    beforeAll(async () => {
      client = await open(options);
    });
    afterAll(() => client.close());
    const record = createServiceRecorder(options);
    cases(async (request) => {
      const answer = await client.send(request);
      record(request, answer);
      return answer;
    });
  });
}
