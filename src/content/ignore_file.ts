/** One line of a `.gitignore` file. */
export interface IgnoreRule {
  readonly pattern: RegExp;
  readonly foldersOnly: boolean;
  readonly negated: boolean;
}

/** Reads a `.gitignore` that stands in `folder` (`''` for the root): `*`, `**`, `?`, `!`, leading and closing slashes. */
export function parseIgnoreFile(text: string, folder: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.split(/\r?\n/)) {
    let glob = line.trim();
    if (glob === '' || glob.startsWith('#') || glob.length > 500) continue;
    const negated = glob.startsWith('!');
    if (negated) glob = glob.slice(1);
    const foldersOnly = glob.endsWith('/');
    if (foldersOnly) glob = glob.slice(0, -1);
    const anchored = glob.includes('/');
    const base = folder === '' ? '' : `${literally(folder)}/`;
    const body = globSource(glob.replace(/^\//, ''));
    rules.push({ pattern: new RegExp(`^${base}${anchored ? '' : '(?:.*/)?'}${body}$`), foldersOnly, negated });
  }
  return rules;
}

/** Whether the last rule that fits `path` leaves it out. Parents are asked before their children by the walk itself. */
export function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRule[]): boolean {
  let ignored = false;
  for (const rule of rules) {
    if ((isFolder || !rule.foldersOnly) && rule.negated === ignored && rule.pattern.test(path)) ignored = !rule.negated;
  }
  return ignored;
}

function globSource(glob: string): string {
  return glob.replace(/\*\*\/|\/\*\*$|\*+|\?|[^*?]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '/**') return '/.*';
    if (part.startsWith('*')) return '[^/]*';
    if (part === '?') return '[^/]';
    return literally(part);
  });
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
