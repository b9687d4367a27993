/** The script of every page of the explorer. The pages work without it. */
import { startLiveSearch } from './live_search.ts';
import { elementOf } from './page_facts.ts';
import { drawNeighbourhood } from './page_panel.ts';
import { startShortcuts, startThemeSwitch } from './preferences.ts';
import { startQueryBuilder } from './query_builder/query_builder.ts';
import { readPage } from './read_api.ts';

const { place, path } = document.body.dataset;
const input = elementOf<HTMLInputElement>('q');

document.documentElement.dataset.script = '';
startThemeSwitch();
startShortcuts(input);
if (place === 'search') startLiveSearch(input);
else if (place === 'query') startQueryBuilder();
// Only this part is loaded on demand: with a second one, the bundler would split shared code into many small files.
else if (place === 'map') void import('./site_map.ts').then(({ startSiteMap }) => startSiteMap());
else if (path !== undefined) {
  void readPage(path).then((page) => (page === null ? undefined : drawNeighbourhood(page)));
}
