import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { SearchFilesReport } from '../../static_search/write_search_files.ts';
import { buildSite } from '../build/build_command.ts';
import { explainFailure } from '../command_error.ts';
import { findConfig } from '../settings/read_config.ts';
import { createDevSearch } from './dev_search.ts';
import { type GeneratorOptions, lostBy } from './generator_options.ts';
import { declareSite, type SitePages } from './site_pages.ts';
import { emptyFolders, placeVersions } from './site_versions.ts';

export interface SiteSearchOptions {
  /** Names the caller in messages, such as `@catchword/vitepress`. */
  readonly name: string;
  /** Absolute path of the project, whose `catchword.config.json` holds for the search too. */
  readonly folder: string;
  /** Reads the pages as they are now. */
  readonly pages: () => SitePages | Promise<SitePages>;
  /** What the owner set. Default: nothing. */
  readonly options?: GeneratorOptions;
  /** Receives what the owner must know, in one line each. */
  readonly warn: (message: string) => void;
}

/** The search of a site that its generator builds. */
export interface SiteSearch {
  /**
   * Writes the files of a search without a server, or the artefact for the service.
   * @param folder for the files: an absolute path, below the folder that the site publishes; null: a service answers
   * @param built absolute path of that folder, with the built pages: sections lead to the anchors that are there. Default: the
   * generator's rule says them
   * @returns null where there are no files: a service answers, or it failed, which the owner was told
   * @throws when it failed and the search is strict
   */
  write(folder: string | null, built?: string): Promise<SearchFilesReport | null>;
  /** Says that pages may have changed: the next search in development finds them as they are then. */
  refresh(): void;
  /**
   * Answers searches in development, for a server with handlers of the form of Connect.
   * @param mount path of the folder that the built site has, such as `/docs/search/`
   */
  middleware(mount: string): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

function besideBase(address: string, base: string): string {
  return `the page "${address}" is not below the path of the site, "${base}". Check the base path in the site's settings.`;
}

export function openSiteSearch(options: SiteSearchOptions): SiteSearch {
  const { name, folder, warn } = options;
  const { options: given = {} } = options;
  const { artefact, versions = [], strict = false } = given;
  const config = findConfig(folder, {}, process.env);
  const fail = (error: unknown): null => {
    warn(`${name}: ${lostBy(given)}. ${explainFailure(error).message}`);
    return null;
  };
  const declared = async () => declareSite(placeVersions(await options.pages(), versions), folder);
  const dev = createDevSearch(declared, config);
  return {
    async write(target, built) {
      try {
        // Files need no validators of a service.
        const output = target === null ? { out: resolve(folder, artefact!) } : { static: target, local: true };
        const { folder: root, site } = await declared();
        const stray = site.pages.find(({ address }) => !`${address}/`.startsWith(site.base));
        if (stray !== undefined) warn(`${name}: ${besideBase(stray.address, site.base)}`);
        for (const each of emptyFolders(site, versions))
          warn(`${name}: no page is in a folder "${each}". Check the option "versions".`);
        const { search } = await buildSite({
          ...{ folder: root, site: { ...site, ...(built !== undefined && { built }) } },
          ...output,
          environment: process.env,
          ...(config !== null && { config }),
        });
        return search;
      } catch (error) {
        if (strict) throw error;
        return fail(error);
      }
    },
    refresh: dev.refresh,
    middleware: (mount) => (request, response, next) => {
      const path = (request.url ?? '').startsWith(mount) ? request.url!.slice(mount.length) : null;
      if (path === null || !dev.has(path)) return next();
      dev.answer(path).then(
        async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(Buffer.from(await answer.arrayBuffer()));
        },
        (error: unknown) => {
          fail(error);
          response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' });
          response.end((error as Error).message);
        },
      );
    },
  };
}
