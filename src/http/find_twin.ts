/** The Markdown of a page for callers that ask the page's own address for it. */
import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import { parseRequestTarget } from '../protocol/request_target.ts';
import type { Locate, Located } from './locate.ts';

/** Path of the site's origin without a slash at its end; empty for a site at the root of its host. */
export function basePathOf(origin: string): string {
  const path = URL.canParse(origin) ? new URL(origin).pathname : origin.startsWith('/') ? origin : '';
  return path.replace(/\/$/, '');
}

/** Finds the twin of the page at an address, with or without the base path, a slash at its end, or `.html`. */
export function findTwin(target: string, basePath: string, locate: Locate): MaybePromise<Located | null> {
  const path = parseRequestTarget(target)?.path;
  if (path === undefined) return null;
  return mapMaybe(locateTwin(path, locate), (twin) => {
    if (twin !== null || basePath === '') return twin;
    const isBelow = path === basePath || path.startsWith(`${basePath}/`);
    return isBelow ? locateTwin(path.slice(basePath.length), locate) : null;
  });
}

function locateTwin(path: string, locate: Locate): MaybePromise<Located | null> {
  const name = path.replace(/\/$/, '') || '/index';
  return mapMaybe(locateMarkdown(name, locate), (twin) =>
    twin === null && name.endsWith('.html') ? locateMarkdown(name.slice(0, -'.html'.length), locate) : twin,
  );
}

/** Only twins: a file at a conventional address may end the same way. */
function locateMarkdown(name: string, locate: Locate): MaybePromise<Located | null> {
  return mapMaybe(locate(`${name}.md`), (located) => (located?.resource.name === 'markdown' ? located : null));
}
