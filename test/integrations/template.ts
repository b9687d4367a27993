import type { Page } from 'playwright-core';

/** How the addresses of pages end. */
export type Ending = '/' | '' | '.html';

/** One way in which a site is built and driven. */
export interface Shape {
  readonly ending: Ending;
  /** Address of a service that answers, from the artefact that the build writes; null: files of the site do. */
  readonly server: string | null;
}

/** A site that a generator makes, as its own tutorial begins, with this project's package in one line. */
export interface Template {
  readonly generator: string;
  /** Folder of the package in `packages/`; it is installed from its packed form. */
  readonly package: string;
  /** Of each major version what is installed from the registry, the newest first. */
  readonly majors: readonly (readonly string[])[];
  /** How addresses can end; the site of the first also asks a service. */
  readonly endings: readonly Ending[];
  /** Contents by path. */
  readonly files: (shape: Shape) => Readonly<Record<string, string>>;
  /** Installs what is no npm package. @returns the environment of its commands; null: its registry has no such version */
  readonly prepare?: (folder: string, major: readonly string[]) => NodeJS.ProcessEnv | null;
  readonly build: readonly string[];
  /** What the generator takes for the folder of the project. Default: that of the site. */
  readonly project?: string;
  /** Folder of the built site. */
  readonly built: string;
  /** Path of the site on its host. */
  readonly base: string;
  /** Path of the home page on its host. Default: the base. */
  readonly home?: (ending: Ending) => string;
  /** Starts the server of development. Default: there is none. */
  readonly develop?: (port: number) => readonly string[];
  /** Milliseconds in which the generator notices an edit and makes the whole site anew, where it does so before the search. */
  readonly rebuild?: number;
  /** What readers search for, and the page that they must find first. */
  readonly searches: (ending: Ending) => readonly Search[];
  /** A page whose edit must be found: its source and its address. */
  readonly edited: (ending: Ending) => { readonly file: string; readonly address: string };
  /** Whether a service cannot have all of its pages. Default: it can. */
  readonly isOnlyFiles?: boolean;
}

export interface Search {
  readonly q: string;
  /** Path of the page on its host on which is searched. Default: the home page. */
  readonly on?: string;
  /** What the reader does on that page before. */
  readonly choose?: (page: Page) => Promise<void>;
  /** Of the page that must be found first. */
  readonly title: string;
  /** A section of that page, which is opened instead: its address must lead to the heading. */
  readonly heading?: string;
  /** Path of the page on its host. */
  readonly address: string;
  /** What must be there: the built site, not the server of development; files, not a service. */
  readonly needs?: 'built' | 'files';
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

/** The same pages in the folder of an older version: three of the animals, and a koala that differs. */
export function olderPages(front?: (title: string) => readonly string[]): (readonly [string, string])[] {
  return animalPages(front).slice(0, 3);
}

/** A search for each of the pages. @param addressOf path of a page on its host, by its name */
export function animalSearches(addressOf: (name: string) => string): Search[] {
  return ANIMALS.map((animal) => ({ q: animal, title: `About the ${animal}`, address: addressOf(animal) }));
}

/** Where a build of the site writes what a service answers from. */
export const ARTEFACT = 'service.catchword';

/** The options of a site whose searches a service answers; null: none does. */
export function serviceOptions(server: string | null): Readonly<Record<string, unknown>> {
  return server === null ? {} : { server, artefact: ARTEFACT };
}

/** The line of the package in JavaScript. @param given its options, in a shape that asks no service */
export function catchwordCall({ server }: Shape, given: Readonly<Record<string, unknown>> = {}): string {
  return `catchword(${JSON.stringify({ ...given, ...serviceOptions(server) })})`;
}
