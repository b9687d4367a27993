import { fileURLToPath } from 'node:url';
import { findProblem, installedVersion } from 'catchword/integration';
import catchword, { NAME, noSearch } from './index.js';

/** The version of Starlight whose header this package knows. */
const MAJORS = ['0'];
const COMPONENT = `${NAME}/StarlightSearch.astro`;

export default function starlightCatchword(options = {}) {
  return {
    name: NAME,
    hooks: {
      'config:setup'({ config, updateConfig, addIntegration, astroConfig, logger }) {
        const version = installedVersion(fileURLToPath(astroConfig.root), '@astrojs/starlight');
        const problem = findProblem({ name: NAME, generator: 'Starlight', majors: MAJORS, version });
        if (problem !== null) {
          if (options.strict === true) throw new Error(`${NAME}: ${problem}`);
          if (!hasIntegration(astroConfig)) addIntegration(noSearch());
          return logger.warn(`this plugin adds no search to the site. ${problem}`);
        }
        for (const { name } of config.plugins ?? [])
          if (name !== NAME && /search|algolia|pagefind/i.test(name))
            logger.warn(`this site also has the search "${name}". Remove one of the two from "plugins".`);
        if (!hasIntegration(astroConfig)) addIntegration(catchword(options));
        const { Search } = config.components ?? {};
        if (Search === COMPONENT) return undefined;
        if (Search !== undefined)
          // The search of that component stays as it is, with Pagefind if it is made of it.
          return logger.warn(
            `readers see the search of "components.Search" (${Search}). Remove it, or put the component "${NAME}/Search.astro" into it.`,
          );
        return updateConfig({ pagefind: false, components: { ...config.components, Search: COMPONENT } });
      },
    },
  };
}

function hasIntegration({ integrations }) {
  return integrations.some(({ name }) => name === NAME);
}
