import { afterAll, beforeAll, describe } from 'vitest';
import type { ServiceOptions } from '../../src/http/service.ts';
import { type Client, type ReceivedAnswer, type SentRequest, transports } from './transports.ts';

/** Describes cases once for every transport. @param cases gets the function that sends a request */
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
    cases((request) => client.send(request));
  });
}
