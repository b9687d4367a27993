import { describeApi } from '../../src/discovery/openapi/describe_api.ts';
import { SITE_FILES, siteFileFeatures } from '../../src/discovery/resource.ts';
import type { ServiceOptions } from '../../src/http/service.ts';
import { parseRequestTarget } from '../../src/protocol/request_target.ts';
import type { ReceivedAnswer, SentRequest } from '../conformance/transports.ts';
import { createExchangeRecorder } from './record_exchange.ts';

/** By the facts of their description, which are the same for many services of the tests. */
const recorders = new Map<string, ReturnType<typeof createExchangeRecorder>>();

/** A recorder for the exchanges with one service. It checks each against the description that this origin serves. */
export function createServiceRecorder(options: ServiceOptions) {
  const { corpus, nativeQuery = false, home = true, siteFiles = SITE_FILES, gatePassword } = options;
  const { feedback = null, mcp = null, images = null } = options;
  const { settings } = corpus;
  const isGated = Boolean(gatePassword);
  const features = {
    ...{ nativeQuery, gated: isGated, feedback: feedback !== null, mcp: mcp !== null, home, images: images !== null },
    ...siteFileFeatures(siteFiles, settings),
  };
  return (request: SentRequest, answer: ReceivedAnswer): void => {
    const host =
      parseRequestTarget(request.target)?.authority ??
      Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'host')?.[1];
    const origin = settings.publicOrigin ?? (host === undefined ? settings.origin : `http://${host}`);
    const facts = { settings, origin, features };
    const key = JSON.stringify(facts);
    const record = recorders.get(key) ?? createExchangeRecorder(describeApi(facts));
    recorders.set(key, record);
    record(request, answer);
  };
}
