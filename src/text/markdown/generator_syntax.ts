/** What site generators add to Markdown. */

/** A line of module imports of MDX, which some generators also allow in `.md`. */
export const MODULE_IMPORT = /^(?:import (?:[\w$*{}, ]{1,500} from )?(?:'[^'\n]{1,300}'|"[^"\n]{1,300}")[; \t]*)+$/;
/** Blocks of Python-Markdown, with indented content: white space, name and title. */
export const INDENTED_BLOCK =
  /^([ \t]*)(?:!!!|\?\?\?\+?|===(?="|[ \t]+"))(?:[ \t]*([\w-]+))?(?:[ \t][\w \t-]*)?(?:"([^"]*)"[ \t]*)?$/;
/** MyST directives that contain Markdown between fences; the first group is their title. */
export const PROSE_DIRECTIVE =
  /^\{(?:note|tip|hint|important|warning|caution|attention|danger|error|seealso|admonition|dropdown|card|grid|grid-item|grid-item-card|tab-set|tab-item|sidebar|topic|margin|epigraph|div|aside|myst-example|versionadded|versionchanged|deprecated)\}(.*)$/;
/** MyST directives that contain names of files. */
export const LIST_DIRECTIVE = /^\{(?:include|toctree|tableofcontents|image|figure|literalinclude|bibliography)\}/;
