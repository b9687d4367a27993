/** Where readers search. */
export interface SearchPlace {
  /** The site's path on its host, with slashes at its ends. */
  readonly base: string;
  /** Folder of the search files in the site. Default: `search`. */
  readonly folder?: string | undefined;
  /** Address of a service that answers instead of files. Default: none. */
  readonly server?: string | undefined;
  /** Whether `SiteSearch.middleware` answers. */
  readonly inDevelopment: boolean;
}

/** What a theme writes into its pages. */
export interface SearchBox {
  /** Path of the folder with the search files, with slashes at its ends; null: a service answers. */
  readonly mount: string | null;
  /** Address of the script that defines the element. */
  readonly script: string;
  /** Attributes of `<catchword-search>` that say who answers. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** @throws Error for a server that is no address */
export function searchBox({ base, folder = 'search', server, inDevelopment }: SearchPlace): SearchBox {
  if (server !== undefined) {
    if (!/^https?:\/\/[^/]/.test(server))
      throw new Error(`Cannot search at "${server}": it must begin with "https://".`);
    const api = server.replace(/\/*$/, '/');
    return { mount: null, script: `${api}explore/search.js`, attributes: { api } };
  }
  const mount = `${base.replace(/\/*$/, '/')}${folder.replace(/^\/+|\/+$/g, '')}/`;
  // In development the folder is answered by the middleware, which is a service.
  const attributes = inDevelopment ? { api: mount } : { src: mount };
  return { mount, script: `${mount}catchword-search.js`, attributes };
}
