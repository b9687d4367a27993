import type { PageImage, PageImages } from '../../explorer/page_images.ts';
import { refuse, refuseTransport } from '../../problems/refusal.ts';
import { type Answer, commonHeaders } from '../answers/answer.ts';
import { imagePolicy } from '../answers/page_policy.ts';
import { isKnownTo } from '../answers/representation.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';

const removed = refuse('no-such-resource', 'Cannot show the image: its file cannot be read any more.');
const busy = refuseTransport(
  503,
  'Cannot show the image now: the server is busy, or cannot read its file. Try again in a moment.',
  { retryAfter: 1 },
);

/** Images are sent as they are: all formats but SVG are compressed, and are not held in memory to be compressed once. */
export function handleImages({ caching }: HandlerContext, images: PageImages): HandlerOf<'exploreImage'> {
  return {
    find: (path) => images.find(path),
    async GET({ found, request }) {
      const isKnown = (digest: string) => isKnownTo(request, entityTag(digest));
      const needsBytes = (digest: string) => request.method === 'GET' && !isKnown(digest);
      const image = await images.read(found, needsBytes, request.signal);
      if (image === null) return removed;
      if (image === 'busy') return busy;
      if (request.whenClosed === undefined) image.release();
      else request.whenClosed(image.release);
      return { answer: () => answerImage(image, isKnown(image.digest), caching.unvalidated) };
    },
  };
}

/** The image may change without a new build, so every cache asks for it again. */
function answerImage({ type, digest, length, bytes }: PageImage, isKnown: boolean, caching: readonly string[]): Answer {
  const shared = [...commonHeaders, 'ETag', entityTag(digest), ...caching];
  if (isKnown) return { status: 304, headers: shared, body: null };
  const headers = ['Content-Type', type, 'Content-Length', String(length), ...shared, ...imagePolicy];
  return { status: 200, headers, body: bytes };
}

function entityTag(digest: string): string {
  return `"${digest}"`;
}
