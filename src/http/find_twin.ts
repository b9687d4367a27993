/** What a page's own address answers: its Markdown for callers that name this type, and the way to its reading page for browsers. */
import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import { parseRequestTarget } from '../protocol/request_target.ts';
import type { Locate, Located } from './locate.ts';

/** Path of the site's origin without a slash at its end; empty for a site at the root of its host. */
export function basePathOf(origin: string): string {
  const path = URL.canParse(origin) ? new URL(origin).pathname : origin.startsWith('/') ? origin : '';
  return path.replace(/\/$/, '');
}

/**
 * Finds the twin of the page at an address, with or without the base path, a slash at its end, or `.html`. A site without a page at its
 * root has the list of its pages there.
 */
export function findTwin(target: string, basePath: string, locate: Locate): MaybePromise<Located | null> {
  const path = parseRequestTarget(target)?.path;
  if (path === undefined) return null;
  return mapMaybe(firstTwin(namesOf(path, basePath), locate), (twin) => {
    if (twin !== null) return twin.located;
    return isRoot(path, basePath) ? locate('/llms.txt') : null;
  });
}

/** The address at which the explorer shows the page of an address, as `findTwin`; null for the root, which has a start page of its own. */
export function findReadingPage(target: string, basePath: string, locate: Locate): MaybePromise<string | null> {
  const path = parseRequestTarget(target)?.path;
  if (path === undefined || isRoot(path, basePath)) return null;
  return mapMaybe(firstTwin(namesOf(path, basePath), locate), (twin) => twin && `/explore/page${twin.name}`);
}

function isRoot(path: string, basePath: string): boolean {
  return path === '/' || (basePath !== '' && (path === basePath || path === `${basePath}/`));
}

/** Finds the twin of the page whose address in the explorer has `.md` behind it, as agents try it. */
export function findExploredTwin(target: string, locate: Locate): MaybePromise<Located | null> {
  const path = parseRequestTarget(target)?.path ?? '';
  const inExplorer = '/explore/page/';
  const isTried = path.startsWith(inExplorer) && path.endsWith('.md');
  return isTried ? locateMarkdown(path.slice(inExplorer.length - 1, -'.md'.length), locate) : null;
}

/** The names by which an address may mean a page, likeliest first. */
function namesOf(path: string, basePath: string): readonly string[] {
  const isBelow = basePath !== '' && (path === basePath || path.startsWith(`${basePath}/`));
  const paths = isBelow ? [path, path.slice(basePath.length)] : [path];
  return paths.flatMap((each) => {
    const name = each.replace(/\/$/, '') || '/index';
    return name.endsWith('.html') ? [name, name.slice(0, -'.html'.length)] : [name];
  });
}

function firstTwin(
  [name, ...others]: readonly string[],
  locate: Locate,
): MaybePromise<{ readonly name: string; readonly located: Located } | null> {
  if (name === undefined) return null;
  return mapMaybe(locateMarkdown(name, locate), (located) =>
    located === null ? firstTwin(others, locate) : { name, located },
  );
}

/** Only twins: a file at a conventional address may end the same way. */
function locateMarkdown(name: string, locate: Locate): MaybePromise<Located | null> {
  return mapMaybe(locate(`${name}.md`), (located) => (located?.resource.name === 'markdown' ? located : null));
}
