import { join } from 'node:path';
import { languageTag } from './page_fields.ts';
import type { Project } from './project.ts';

export interface ContentRoot {
  /** The folder whose Markdown is the site, relative to the one named; '' is that folder itself. */
  readonly root: string;
  /** Why this one, as a clause to print after it. */
  readonly why: string;
}

const PAGE = /\.(?:md|mdx|markdown)$/i;
/** What only a project's top folder holds; a content folder has none of it. */
const PROJECT =
  /^(?:package\.json|hugo\.(?:toml|ya?ml|json)|config\.toml|zola\.toml|_config\.ya?ml|docusaurus\.config\.\w+|astro\.config\.\w+|nuxt\.config\.\w+|\.git|\.github|docs\.json|mint\.json|\.openpublishing\.publish\.config\.json|cargo\.toml|pyproject\.toml|go\.mod)$/i;
const PROBES = ['src/content/docs', 'src/content', 'content', 'docs', 'documentation', 'src/pages'];

/** The content folder of what the user named: that folder itself, or the place where its project keeps pages. */
export function findContentRoot(project: Project): ContentRoot {
  const names = project.names(project.folder);
  if (!names.some((name) => PROJECT.test(name) || name === '.vitepress'))
    return { root: '', why: 'it is the folder named' };
  const insideSrc = names.includes('.vitepress') && !names.includes('index.md');
  if (insideSrc && project.names(join(project.folder, 'src')).includes('index.md')) {
    return { root: 'src', why: 'src holds the first page beside .vitepress' };
  }
  if (
    names.includes('_posts') ||
    names.includes('_docs') ||
    names.includes('.obsidian') ||
    names.includes('.vitepress')
  ) {
    return { root: '', why: 'its pages stand beside the settings' };
  }
  if (names.includes('docs.json') || names.includes('mint.json')) {
    return { root: '', why: 'docs.json stands beside the pages' };
  }
  for (const probe of PROBES) {
    const candidate = join(project.folder, probe);
    if (!holdsPages(project, candidate)) continue;
    if (!project.holds(candidate)) {
      project.warn(candidate, 'Cannot read the folder: it leads out of the project', 'no-page');
      continue;
    }
    const only = onlyLanguageFolder(project, candidate);
    if (probe === 'content' && only !== null) {
      return { root: `${probe}/${only}`, why: `${probe}/${only} is where the project keeps its pages` };
    }
    return { root: probe, why: `${probe} is where the project keeps its pages` };
  }
  return { root: '', why: 'the project has no folder of the usual names for content' };
}

/** Whether a page stands in the folder or at most three levels below; only the first folders of each level are asked. */
function holdsPages(project: Project, folder: string): boolean {
  let level = [folder];
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level.slice(0, 200)) {
      for (const name of project.names(path).toSorted()) {
        if (PAGE.test(name)) return true;
        if (!name.startsWith('.') && !name.includes('.') && name !== 'node_modules') next.push(join(path, name));
      }
    }
    level = next;
  }
  return false;
}

/** `en` when the folder's pages all stand in that one language's folder. */
function onlyLanguageFolder(project: Project, folder: string): string | null {
  const names = project.names(folder).filter((name) => !name.startsWith('.') && !/^(?:readme|licen[cs]e)/i.test(name));
  const [only] = names;
  return names.length === 1 && languageTag(only!) !== null ? only! : null;
}
