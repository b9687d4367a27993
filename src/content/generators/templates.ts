/** Generators whose pages are templates: Eleventy, Lume, which does the same on Deno, and Middleman. */
import { lastSegment } from '../../text/paths.ts';
import { titleFromName } from '../../text/title_from_name.ts';
import { withIncludes } from '../files/included_bodies.ts';
import { languageTag } from '../markdown/front_matter/page_fields.ts';
import { plainSlug } from '../site/address_pattern.ts';
import { languageOfCountry } from '../site/languages.ts';
import { type AnchorRule, asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { generator } from './generator.ts';
import {
  type AddressPattern,
  type FolderView,
  fileLike,
  filesLike,
  folderPath,
  foldersBelow,
  type GeneratorRules,
  type LanguageFolder,
  pathIn,
  type Setting,
  setting,
  trimPath,
} from './generator_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';

const SETTINGS = /^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/;
const DATA = /\.(?:11tydata\.)?(?:json|[cm]?js)$/;
/** Where sites usually keep their address, as Eleventy has no setting for it. */
const DATA_OF_SITE = ['metadata', 'site'].flatMap((name) =>
  ['js', 'json', 'cjs', 'mjs'].map((ending) => `${name}.${ending}`),
);

/**
 * Eleventy. Input folder: 11ty.dev/docs/config; a date before a name is the page's date and not part of the address:
 * 11ty.dev/docs/dates; `permalink`, also as a template, and pages with `permalink: false`, which are not written:
 * 11ty.dev/docs/permalinks; data files, which give all pages of a folder a permalink: 11ty.dev/docs/data-template-dir.
 */
export const eleventy: GeneratorRules = generator('eleventy', {
  file: SETTINGS,
  places: [''],
  says(folder) {
    const input = folderPath(inputOf(folder)?.value ?? '');
    const data = DATA_OF_SITE.map((name) => pathIn(input, `_data/${name}`));
    const find = settingsOfFiles(folder, filesLike(folder, SETTINGS));
    const findData = settingsOfFiles(folder, data);
    return {
      ...{ address: findData('url'), base: find('pathPrefix', 'config.pathPrefix') },
      ...{ title: findData('title', 'name'), folders: [inputOf(folder)] },
    };
  },
  selection: (folder) => ({ except: folder.text('.eleventyignore').split('\n') }),
  settings: (folder, root) => ({ addressStyle: 'slash', patterns: dataPatterns(folder, root) }),
  patternValues: ({ folders, name, bare, title, slug }) => ({
    ...{ fileslug: bare, stem: [...folders, bare].join('/'), titleslug: plainSlug(title), slug: slug ?? bare, name },
  }),
  patternOfTemplate: patternOf,
  isIndex: (name, folder) => name === 'index' || name === folder,
  hidesItself: (fields) => fields.get('permalink') === false,
  dates: 'cut',
  anchors: eleventyAnchors(),
});

/** The folder of the sources, as the settings return it or set it by a call. */
function inputOf(folder: FolderView): Setting | null {
  const file = fileLike(folder, SETTINGS);
  const text = folder.text(file);
  const call = /\bsetInputDirectory\(\s*['"]([^'"\n]{1,500})['"]/.exec(text);
  if (call === null) return settingsOfFiles(folder, [file])('dir.input', 'config.dir.input');
  return { file, line: text.slice(0, call.index).split('\n').length, key: 'setInputDirectory', value: call[1]! };
}

/** The permalinks in the data files of folders: `posts/posts.json` or `posts/posts.11tydata.js`. */
function dataPatterns(view: FolderView, root: string): AddressPattern[] {
  const found: AddressPattern[] = [];
  const placeOf = (folder: string) => trimPath(`${root}/${folder}`);
  const namesIn = (folder: string) => view.namesIn(placeOf(folder)).toSorted();
  const isFolder = (name: string) => !name.includes('.') && name !== 'node_modules';
  for (const [folder, names] of foldersBelow('', namesIn, isFolder)) {
    const place = placeOf(folder);
    for (const name of names) {
      if (!DATA.test(name) || name.replace(DATA, '') !== lastSegment(place)) continue;
      const pattern = permalinkOf(view.text(pathIn(place, name)));
      if (pattern !== null) found.push({ folder, posts: false, pattern });
    }
  }
  return found;
}

/** The permalink of a data file: a string, or a function whose result is one template literal. */
function permalinkOf(text: string): string | null {
  const written =
    setting(text, /["']?\bpermalink["']?\s*:\s*["']([^"'\n]{1,500})["']/) ??
    setting(
      text,
      /\bpermalink["']?\s*(?::\s*(?:function\s*)?\([^()]{0,200}\)\s*(?:=>)?\s*\{?\s*(?:return\s*)?|\([^()]{0,200}\)\s*\{\s*return\s*)`([^`\n]{1,500})`/,
    );
  return written === null ? null : patternOf(written);
}

/** A template such as `/blog/{{ page.fileSlug }}/` or `/blog/${data.page.fileSlug}/` as a pattern; null when it needs other data. */
function patternOf(template: string): string | null {
  let isKnown = true;
  const pattern = template.replace(
    /\{\{-?\s*([^{}]{1,200}?)\s*-?\}\}|\$\{\s*([^{}]{1,200}?)\s*\}/g,
    (_, braces, dollar) => {
      const key = keyOf(String(braces ?? dollar));
      if (key === null) isKnown = false;
      return key ?? '';
    },
  );
  return isKnown ? pattern : null;
}

function keyOf(expression: string): string | null {
  const bare = expression.replace(/^(?:this\.)?(?:data|eleventyComputed)\./, '');
  if (/^page\.fileSlug\b/.test(bare)) return ':fileslug';
  if (/^page\.filePathStem\b/.test(bare)) return '/:stem';
  if (/\btitle\s*\|\s*slug|slug(?:ify)?\((?:data\.)?title\)/.test(bare)) return ':titleslug';
  if (/^slug$/.test(bare)) return ':slug';
  const format = /^(?:page\.)?date\s*\|\s*\w+\s*:?\s*\(?\s*["']([^"']*)["']/.exec(bare)?.[1];
  if (format === undefined) return null;
  const written = format
    .replace(/%Y|yyyy|YYYY/g, ':year')
    .replace(/%m|LL|MM/g, ':month')
    .replace(/%d|dd|DD/g, ':day');
  return /%\w|[A-Z]/.test(written) ? null : written;
}

/** Its plugin for ids of headings, 11ty.dev/docs/plugins/id-attribute, by @sindresorhus/slugify. markdown-it-anchor is as common. */
function eleventyAnchors(): AnchorRule {
  const slug = (text: string) => asciiAnchors.slug(text.replace(/([a-z\d])['’]([ts])(?=\s|$)/gi, '$1$2'));
  const splitWords = (text: string) =>
    text.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').replace(/([A-Z])(?=[A-Z][a-rt-z\d])/g, '$1 ');
  return {
    slug: (text) => slug(splitWords(text)),
    also: [
      { slug },
      githubAnchors,
      { slug: (text) => encodeURIComponent(text.trim().toLowerCase().replace(/\s+/g, '-')) },
    ],
  };
}

const LUME = /^_config\.[cm]?[jt]s$/;
const IGNORE = /\.ignore\(\s*((?:["'][^"'\n]{1,200}["']\s*,?\s*){1,50})\)/g;

/**
 * Lume. `src`, `prettyUrls` and `location`: lume.land/docs/configuration/config-file; pages, and names with an underscore, which are
 * no pages: lume.land/docs/creating-pages/page-files; a date before a name, which is not part of the address:
 * lume.land/docs/creating-pages/page-files; `url`: lume.land/docs/creating-pages/urls.
 */
export const lume: GeneratorRules = generator('lume', {
  marks: (folder) => /\blume\b/.test(settingsOf(folder)),
  places: [''],
  selection: (folder) => ({
    except: [...settingsOf(folder).matchAll(IGNORE)].flatMap(([, listed]) =>
      [...listed!.matchAll(/["']([^"'\n]+)["']/g)].map(([, path]) => `/${trimPath(path!)}`),
    ),
  }),
  file: LUME,
  keys: { address: ['location'], folders: ['src'] },
  settings: (folder) => ({
    addressStyle: /\bprettyUrls:\s*false\b/.test(settingsOf(folder)) ? 'html' : 'slash',
    keepsNumbers: !/\bextractOrder\(/.test(settingsOf(folder)),
  }),
  // The plugin extract_order: lume.land/plugins/extract_order.
  numbers: (name) => name.replace(/^\d+\.(?=[^\d.])/, ''),
  dates: 'cut',
  isIndex: (name) => name === 'index',
  pieces: /(?:^|\/)_/,
});

function settingsOf(folder: FolderView): string {
  return folder.text(fileLike(folder, LUME));
}

/** The extension i18n and its options, which may be in a block of lines. */
const LANGUAGES = /^[ \t]*activate[ \t]*\(?[ \t]*:i18n\b((?:[^\n]|,[ \t]*\n){0,2000})/m;

/**
 * Middleman, and Slate, which is made with it. Pages are templates in `source`, such as `a.html.md` or `a.md`, and names with an
 * underscore are partials: middlemanapp.com/basics/templating-language and middlemanapp.com/basics/partials; directory indexes:
 * middlemanapp.com/advanced/pretty-urls. A page of Slate ends with the partials that its front matter names: `includes: [errors]` is
 * `includes/_errors.md`, github.com/slatedocs/slate/wiki/Using-Slate-Natively. Languages: middlemanapp.com/advanced/localization. The
 * pages of the folder `localizable` are at the root in the first language, and `page.es.html.md` is the Spanish page, at `/es/page`.
 */
export const middleman: GeneratorRules = generator('middleman', {
  marks: ({ names, namesIn, text }) =>
    names.includes('config.rb') &&
    names.includes('source') &&
    (/\bmiddleman\b/.test(text('Gemfile')) || namesIn('source').some((name) => /\.html\.\w+$/.test(name))),
  places: ['source'],
  says(folder) {
    const text = folder.text('config.rb');
    const found = /\bset\s*\(?\s*:source\s*,\s*["']([^"'\n]{1,500})["']/.exec(text);
    const line = text.slice(0, found?.index).split('\n').length;
    const source = found && { file: 'config.rb', line, key: 'source', value: found[1]! };
    return { folders: [source], language: languagesIn(folder)[0]?.[1] ?? null };
  },
  settings(folder) {
    const options = optionsOf(folder);
    const languages = languagesIn(folder);
    const place = setting(options ?? '', /\btemplates_dir\b\s*(?:=>|:)\s*["']([\w./-]+)["']/);
    const isIndexed = /^[ \t]*activate\s*\(?\s*:directory_indexes\b/m.test(folder.text('config.rb'));
    return {
      addressStyle: isIndexed ? 'slash' : 'html',
      languages: languages.length === 0 ? null : languages,
      mounts: options === null ? [] : [[trimPath(place ?? 'localizable'), '']],
    };
  },
  languageSuffix: true,
  publish: (name, isLast) => (isLast ? name.replace(/\.html$/, '') : name),
  isIndex: (name) => /^index(?:\.html)?$/.test(name),
  titleOfName: (name) => titleFromName(name.replace(/\.html$/, '')),
  datedNames: true,
  pieces: /(?:^|\/)_/,
  inclusion: { marks: ['includes:'], read: withIncludes },
});

/** What the settings give to the extension i18n; null when they do not activate it. */
function optionsOf(folder: FolderView): string | null {
  return setting(folder.text('config.rb'), LANGUAGES);
}

/** The languages of the settings, or of the files in `locales`, with the one at the root first. */
function languagesIn(folder: FolderView): LanguageFolder[] {
  const options = optionsOf(folder);
  if (options === null) return [];
  const listed = setting(options, /\b(?:langs|locales)\b\s*(?:=>|:)\s*\[([^\]]{0,500})\]/)?.match(/\w[\w-]*/g);
  const named = folder.namesIn('locales').flatMap((name) => /^([\w-]+)\.ya?ml$/.exec(name)?.[1] ?? []);
  const root = setting(options, /\bmount_at_root\b\s*(?:=>|:)\s*[:"']?([\w-]+)/);
  const codes = listed ?? named.toSorted();
  const first = codes.filter((code) => code === root);
  return [...first, ...codes.filter((code) => code !== root)].flatMap((code): LanguageFolder[] => {
    const tag = languageOfCountry(code) ?? languageTag(code);
    return tag === null ? [] : [[code, tag]];
  });
}
