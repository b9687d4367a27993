import { FetchRequest, toResponse } from './fetch_request.ts';
import { createService, type ServiceOptions } from './service.ts';

/**
 * The service as a function from Request to Response, for any runtime that has the Fetch API. The runtime has already
 * normalised the address of a Request and removed dot segments.
 */
export function createHandler(options: ServiceOptions): (request: Request) => Promise<Response> {
  const service = createService(options);
  return (request) => {
    const answer = service.answer(new FetchRequest(request));
    return answer instanceof Promise ? answer.then(toResponse) : Promise.resolve(toResponse(answer));
  };
}
