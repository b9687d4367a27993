/** Takes the place of the search in the navigation bar. */

import { useHistory, useLocation } from '@docusaurus/router';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { useAllPluginInstancesData } from '@docusaurus/useGlobalData';
import { useContextualSearchFilters } from 'catchword-context';
import { createElement, Fragment, useEffect, useRef } from 'react';
import './styles.css';

const LABELS = 'catchword-labels';

export default function SearchBar() {
  // In development, edited settings may leave a site without a search.
  const [settings] = Object.values(useAllPluginInstancesData('@catchword/docusaurus') ?? {});
  return settings ? createElement(SearchBox, settings) : null;
}

function SearchBox({ attributes, place, labels, versions, hasPlaces, otherBases, inDevelopment }) {
  const { baseUrl } = useDocusaurusContext().siteConfig;
  const version = useVersion(versions, hasPlaces);
  const history = useHistory();
  const box = useRef(null);

  // React writes listeners of unknown events in each of its versions differently.
  useEffect(() => {
    const element = box.current;
    const open = (event) => {
      const { origin, pathname, search, hash } = new URL(event.detail.address);
      // Other sites, and the same site in other languages, are no pages of this router.
      const isElsewhere = (base) => base.length > baseUrl.length && pathname.startsWith(base);
      if (origin !== location.origin || !pathname.startsWith(baseUrl) || otherBases.some(isElsewhere)) return;
      event.preventDefault();
      const before = pathname === history.location.pathname ? [] : headings();
      history.push(pathname + search + hash);
      if (inDevelopment && hash !== '') findHeading(history, decodeURIComponent(hash.slice(1)), before);
    };
    element.addEventListener('catchword-select', open);
    return () => element.removeEventListener('catchword-select', open);
  }, [baseUrl, history, otherBases, inDevelopment]);

  const text = JSON.stringify(labels ?? {}).replaceAll('<', '\\u003c');
  return createElement(
    Fragment,
    null,
    labels &&
      createElement('script', { type: 'application/json', id: LABELS, dangerouslySetInnerHTML: { __html: text } }),
    createElement('catchword-search', {
      ref: box,
      version,
      ...attributes,
      ...place,
      ...(labels && { labels: LABELS }),
    }),
  );
}

/**
 * The versions that Docusaurus searches for the page that is read: of each documents the one that the page is in, else the one that the
 * reader chose. Undefined: the latest ones.
 */
function useVersion(versions, hasPlaces) {
  const { pathname } = useLocation();
  const others = useTags().flatMap((tag) => versions[tag] ?? []);
  if (hasPlaces) return others.map(({ place }) => place).join() || undefined;
  // A service knows versions by their names only.
  const isRead = ({ path, folder }) => folder !== null && `${pathname}/`.startsWith(`${path}/`);
  return others.find(isRead)?.folder;
}

function useTags() {
  try {
    return useContextualSearchFilters().tags;
  } catch {
    // Outside of the layout there is no page that is read.
    return [];
  }
}

/**
 * In development, nobody knows the anchors of a site that makes them in its own way: the heading whose text makes the anchor has another.
 * @param before headings of the page that is left
 */
function findHeading(history, anchor, before) {
  const { pathname } = history.location;
  let left = 50;
  const timer = setInterval(() => {
    if (left-- === 0 || history.location.pathname !== pathname || document.getElementById(anchor) !== null)
      return clearInterval(timer);
    const isMeant = (heading) => !before.includes(heading) && keyOf(heading.textContent) === keyOf(anchor);
    const heading = headings().find(isMeant);
    if (heading === undefined) return undefined;
    history.replace({ ...history.location, hash: `#${heading.id}` });
    return clearInterval(timer);
  }, 100);
}

function headings() {
  return [...document.querySelectorAll(':is(h1, h2, h3, h4, h5, h6)[id]')];
}

/** Letters and digits: all that an anchor keeps of a text, and that themes do not add to it. */
function keyOf(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
