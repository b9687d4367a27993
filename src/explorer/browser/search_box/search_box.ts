/**
 * `<catchword-search>`: a search box for any site. It shows the rows of `GET /api/search` below its field, or in a dialog, and never
 * touches the page outside its shadow root. The form inside the element is what stays where this script does not run.
 */
import { CatchwordSearch } from './catchword_search.ts';

const name = 'catchword-search';
/** In browsers without these, the form inside the element is the better choice. */
const isSupported = 'togglePopover' in HTMLElement.prototype && 'adoptedStyleSheets' in Document.prototype;

// The page may load two versions; the first one stays.
if (isSupported && customElements.get(name) === undefined) customElements.define(name, CatchwordSearch);
