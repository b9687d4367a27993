import { join } from 'node:path';
import { entriesIn } from '../content/files/project.ts';
import { normalForm } from '../text/normal_form.ts';

/** The files of a project that pages show or link to, by the ends of their paths. */
export interface ProjectFiles {
  /** Ends of the paths of pictures: `a/b/c.png`, `b/c.png` and `c.png`. */
  readonly pictures: ReadonlySet<string>;
  /** Ends of the paths of sources that become pages and are not Markdown, without `index` and extension: `src/about`, `about`. */
  readonly sources: ReadonlySet<string>;
}

export const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?)$/i;
const SOURCE =
  /\.(?:html?|xhtml|njk|liquid|hbs|handlebars|mustache|ejs|pug|haml|php|[jt]sx|11ty\.[cm]?[jt]s|vue|astro|svelte|ipynb|rst|adoc|asciidoc|org|txt)$/i;
/** Folders whose files are not the site's. */
export const NOT_THE_SITE = /^(?:node_modules|\.git|\.cache|\.next|\.nuxt|\.astro|\.docusaurus)$/;
/** Files and folders that are looked at. */
const MOST_ENTRIES = 1_000_000;
const DEEPEST_FOLDER = 64;

/** Lists the files below a folder; null when there are too many. Symbolic links are not followed. */
export function listProjectFiles(top: string): ProjectFiles | null {
  const pictures = new Set<string>();
  const sources = new Set<string>();
  const pending = [{ path: '', depth: 0 }];
  let entries = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const { path, depth } = folder;
    for (const entry of entriesIn(join(top, path))) {
      if (++entries > MOST_ENTRIES) return null;
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!NOT_THE_SITE.test(entry.name) && depth < DEEPEST_FOLDER) pending.push({ path: inner, depth: depth + 1 });
      } else if (PICTURE.test(inner)) addEnds(inner, pictures);
      else if (SOURCE.test(inner)) addEnds(inner.replace(SOURCE, '').replace(/\/index$/, ''), sources);
    }
  }
  return { pictures, sources };
}

function addEnds(path: string, ends: Set<string>): void {
  const whole = normalForm(path);
  for (let slash = whole.indexOf('/'); slash !== -1; slash = whole.indexOf('/', slash + 1)) {
    ends.add(whole.slice(slash + 1));
  }
}
