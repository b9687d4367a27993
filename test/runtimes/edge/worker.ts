import { createFetchHandler, fromUrl } from 'catchword/edge';

let answer: ((request: Request) => Promise<Response>) | undefined;

export default {
  fetch(request: Request, { ARTEFACT }: { ARTEFACT: string }) {
    answer ??= createFetchHandler(fromUrl(ARTEFACT));
    return answer(request);
  },
};
