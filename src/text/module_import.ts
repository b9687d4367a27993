/** A line of module imports of MDX, which some generators also allow in `.md`. */
export const MODULE_IMPORT = /^(?:import (?:[\w$*{}, ]{1,500} from )?(?:'[^'\n]{1,300}'|"[^"\n]{1,300}")[; \t]*)+$/;
