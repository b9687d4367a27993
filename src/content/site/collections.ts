/** How pages are grouped: in collections, by folder, and by tags. */

import { slug as githubSlug } from 'github-slugger';
import { byCodePoint } from '../../text/by_code_point.ts';
import { languageName } from '../../text/language_names.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { normalForm } from '../../text/normal_form.ts';
import { foldersAbove, lastSegment } from '../../text/paths.ts';
import { titleFromName } from '../../text/title_from_name.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { ContentCollection, ContentSettings, ContentTag, ContentWarning } from '../site_content.ts';
import { languageOfCountry } from './languages.ts';
import { keyOfFile } from './page_address.ts';
import { type SiteContext, withoutNumber } from './site_context.ts';

export interface CollectionChoice {
  readonly collections: readonly ContentCollection[];
  /** Name of the collection that contains the file, or null for a site page. */
  readonly ofFile: (file: string) => string | null;
  readonly warnings: readonly ContentWarning[];
}

/**
 * The declared collections, or else the top folders with two or more pages, each named after its folder. Names, titles and
 * folders are in normal form C, and files are compared in it.
 */
export function chooseCollections(
  pages: readonly PageOutline[],
  context: SiteContext,
  settings: ContentSettings,
): CollectionChoice {
  const titles = new Map(pages.map(({ file, title }) => [keyOfFile(normalForm(file)), title]));
  const collections =
    settings.collections === null
      ? topFolders(pages, context).map(({ name, folder }) => ({
          name,
          folder,
          title: titles.get(folder) ?? titled(name, folder, context),
        }))
      : settings.collections.map((declared) => {
          const name = normalForm(declared.name);
          const folder = normalForm(declared.folder ?? name).replace(/^\.?\/+|\/+$/g, '');
          return {
            name,
            folder,
            title: normalForm(declared.title ?? titles.get(folder) ?? titled(name, folder, context)),
          };
        });
  const byFolder = new Map(collections.map(({ name, folder }) => [folder, name]));
  return {
    collections,
    ofFile(file) {
      // The innermost folder wins when collections are nested.
      const folder = [...foldersAbove(normalForm(file)), ''].find((each) => byFolder.has(each));
      return folder === undefined ? null : byFolder.get(folder)!;
    },
    warnings: settings.collections === null ? [] : missingFolders(pages, collections),
  };
}

/** Warns of declared collections without pages: usually the folder is misspelt. */
function missingFolders(pages: readonly PageOutline[], collections: readonly ContentCollection[]): ContentWarning[] {
  const folders = new Set(['', ...pages.flatMap(({ file }) => foldersAbove(normalForm(file)))]);
  const known = [...folders].sort(byCodePoint);
  return collections
    .filter(({ folder }) => !folders.has(folder))
    .map(({ name, folder }) => {
      const nearest = nearestWord(folder, known);
      const meant = nearest === null || nearest === '' ? '' : ` (did you mean "${nearest}"?)`;
      const message = `Cannot fill the collection "${name}": no page is in the folder "${folder}"${meant}`;
      return { file: folder, line: 0, column: 0, message, rule: 'collection' };
    });
}

function topFolders(pages: readonly PageOutline[], context: SiteContext): { name: string; folder: string }[] {
  const files = pages.map(({ file }) => normalForm(file)).filter((file) => file.includes('/'));
  const byFolder = Map.groupBy(files, (file) => file.split('/', 1)[0]!);
  const folders = [...byFolder].flatMap(([folder, inside]) => (inside.length >= 2 ? [folder] : []));
  const numbered = context.numberedFolders.includes('');
  const used = new Set<string>();
  return folders.sort(byCodePoint).map((folder) => {
    const bare = (numbered ? withoutNumber(folder) : folder).replace(/^_+|^\((.*)\)$/g, '$1');
    const name = bare === '' || used.has(bare) ? folder : bare;
    used.add(name);
    return { name, folder };
  });
}

/** A folder of translations is called by its language. */
function titled(name: string, folder: string, { locales }: SiteContext): string {
  if (!locales.includes(folder)) return titleFromName(name) || name;
  const tag = lastSegment(folder);
  const language = languageName(languageOfCountry(tag) ?? tag);
  return language === tag ? titleFromName(name) || name : language;
}

export interface TagVocabulary {
  /** Sorted by slug. */
  readonly tags: readonly ContentTag[];
  /** Slugs of each page, sorted, without repeats. */
  readonly ofPages: readonly (readonly string[])[];
}

/**
 * Merges the spellings of a tag by slug. Its title is the most frequent spelling; among equals the first by code point.
 * @param spellings of each page's tags, in normal form C
 */
export function buildTagVocabulary(spellings: readonly (readonly string[])[]): TagVocabulary {
  const counts = new Map<string, Map<string, number>>();
  const ofPages = spellings.map((names) => {
    const own = new Set<string>();
    for (const name of names) {
      const slug = slugOf(name);
      if (slug === '' || own.has(slug)) continue;
      own.add(slug);
      const bySpelling = counts.get(slug) ?? new Map<string, number>();
      counts.set(slug, bySpelling.set(name, (bySpelling.get(name) ?? 0) + 1));
    }
    return [...own].sort(byCodePoint);
  });
  const tags = [...counts].map(([slug, bySpelling]) => {
    const [best] = [...bySpelling].sort((a, b) => b[1] - a[1] || byCodePoint(a[0], b[0]));
    return { slug, title: best![0] };
  });
  return { tags: tags.sort((a, b) => byCodePoint(a.slug, b.slug)), ofPages };
}

/**
 * The slug of a tag. A tag of only signs keeps them. Normalised last, because removing a sign between a letter and a
 * combining mark brings them together.
 */
function slugOf(name: string): string {
  return normalForm(githubSlug(name.trim()) || name.trim().toLowerCase().replace(/\s+/g, '-'));
}
