/** Returns the public form of a sender's `about`: a page's path, a tool's name, or null. */
export type PublicAbout = (about: string | null) => string | null | Promise<string | null>;

export interface Subjects {
  /** Names of the site's declared tools. */
  readonly tools: readonly string[];
  /** The path of the page that a name stands for; null when there is none. */
  readonly pathNamed: (name: string) => string | null | Promise<string | null>;
}

/**
 * Shows an `about` only if it names a page or a declared tool of the site, as that page's path or that tool's name, so
 * that spellings merge. Other text of senders is for the owner only. Names of tools are compared in NFC.
 */
export function createPublicAbout({ tools, pathNamed }: Subjects): PublicAbout {
  const declared = new Map(tools.map((tool) => [tool.normalize('NFC'), tool]));
  return (about) => {
    if (about === null || about === '') return null;
    return declared.get(about.normalize('NFC')) ?? pathNamed(about);
  };
}
