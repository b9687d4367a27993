import type { Page } from 'playwright-core';

/** A site that a generator makes, as its own tutorial begins, with this project's package in one line. */
export interface Template {
  readonly generator: string;
  /** Folder of the package in `packages/`; it is installed from its packed form. */
  readonly package: string;
  /** Of each major version what is installed from the registry, the newest first. */
  readonly majors: readonly (readonly string[])[];
  /** Contents by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Installs what is no npm package. @returns the environment of its commands; null: its registry has no such version */
  readonly prepare?: (folder: string, major: readonly string[]) => NodeJS.ProcessEnv | null;
  readonly build: readonly string[];
  /** Folder of the built site. */
  readonly built: string;
  /** Path of the site on its host. */
  readonly base: string;
  /** Starts the server of development. */
  readonly develop: (port: number) => readonly string[];
  /** Milliseconds in which the generator notices an edit and makes the whole site anew, where it does so before the search. */
  readonly rebuild?: number;
  /** What readers search for, and the page that they must find first. */
  readonly searches: readonly Search[];
  /** A page whose edit must be found: its source and its address. */
  readonly edited: { readonly file: string; readonly address: string };
}

export interface Search {
  readonly q: string;
  /** Path of the page on which is searched, below the base; default: the home page. */
  readonly on?: string;
  /** What the reader does on that page before. */
  readonly choose?: (page: Page) => Promise<void>;
  /** Of the page that must be found first. */
  readonly title: string;
  /** A section of that page, which is opened instead: its address must lead to the heading. */
  readonly heading?: string;
  /** Path of the page on its host. */
  readonly address: string;
  /** Whether the server of development has not that part of the site. */
  readonly isBuiltOnly?: boolean;
}

const ANIMALS = ['quokka', 'wombat', 'numbat', 'bilby', 'dugong', 'kookaburra', 'galah', 'taipan'];

/** Pages on one animal each, as `[name, content]`. @param front lines of front matter, by title */
export function animalPages(front: (title: string) => readonly string[] = () => []): (readonly [string, string])[] {
  return ANIMALS.map((animal) => {
    const title = `About the ${animal}`;
    const lines = front(title);
    const head = lines.length === 0 ? `# ${title}\n` : `---\n${lines.join('\n')}\n---\n`;
    return [animal, `${head}\nWhere the ${animal} lives.\n\n## Food of the ${animal}\n\nIt eats eucalyptus.\n`];
  });
}

/** A search for each of the pages. @param addressOf path of a page on its host, by its name */
export function animalSearches(addressOf: (name: string) => string): Search[] {
  return ANIMALS.map((animal) => ({ q: animal, title: `About the ${animal}`, address: addressOf(animal) }));
}
