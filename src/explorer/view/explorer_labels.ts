import { html } from './html.ts';

/**
 * All text of the explorer that readers see, by place; that of the query builder is in `query_builder/builder_labels.ts`. A text with
 * values is a function, and a sentence with a link or code in it is a template, so that each sentence can be read as a whole. Each text is
 * a constant of its own: the bundler then leaves those of the server out of the script.
 */

// Numbers
export const number = (count: number) => count.toLocaleString('en');
export const pages = (count: number) => `${number(count)} ${count === 1 ? 'page' : 'pages'}`;
export const more = (count: number) => `${number(count)} more`;
export const andMore = (count: number) => `and ${number(count)} more`;

// Status line above the results
export const searching = 'Searching…';
export const offline = 'The service cannot be reached. The results shown are from the last search.';
export const noneFiltered = 'No page matches these filters';
export const none = (q: string) => `No results for “${q}”`;
export const someWords = (total: number) => `No page contains all the words: ${pages(total)} with some of them`;
export const allWords = (total: number, exact: number) => `${pages(total)}, ${number(exact)} with all the words`;
const spelledLike = (words: readonly string[]) =>
  `with a spelling close to ${words.length === 0 ? 'yours' : words.map((word) => `“${word}”`).join(' and ')}`;
export const allTypos = (total: number, words: readonly string[]) => `${pages(total)} ${spelledLike(words)}`;
export const someTypos = (total: number, near: number, words: readonly string[]) =>
  `${pages(total)}, ${number(near)} ${spelledLike(words)}`;

// Hint where a search finds little
export const didYouMean = 'Did you mean';
export const unknownWords = 'Not found on this site:';
export const otherWords = 'Try fewer or different words.';
export const allLanguagesSearch = 'Search in all languages';
export const allVersionsSearch = 'Search in all versions';
export const allPagesSearch = 'Search all pages';

// Beside the results: menus and facets
export const filters = 'Filter the results';
export const language = 'Language';
export const allLanguages = 'All languages';
export const version = 'Version';
export const currentVersion = 'Current';
export const allVersions = 'All versions';
export const apply = 'Apply';
export const collections = 'Collections';
export const tags = 'Tags';
export const removeFacet = ', selected: remove';

// Results
export const sorts = 'Sort by';
export const sort = { relevance: 'Best match', updated: 'Updated', published: 'Published', title: 'Title' };
export const newest = 'Newest';
export const path = 'Path';
export const moreSections = (count: number) => `${count} more ${count === 1 ? 'section' : 'sections'} on this page`;
/** Between the name of a section and the title of its page. */
export const onPage = ' in ';
export const alsoIn = 'Also in';
export const and = 'and';
export const pager = 'Result pages';
export const previous = 'Previous';
export const next = 'Next';
export const range = (first: number, last: number, total: number) =>
  `${number(first)} to ${number(last)} of ${number(total)}`;
export const request = 'Show the API request';
export const openInBuilder = 'Open in the query builder';

// Page beside the results
export const selectedPage = 'Selected page';
export const read = 'Read';
export const close = 'Close';

// Outline, links and fields of a page
export const outline = 'On this page';
export const linksTo = 'Links to';
export const linkedFrom = 'Linked from';
export const otherVersions = 'Other versions';
export const otherLanguages = 'Other languages';
export const sameText = 'Pages with the same text';
export const fields = 'Fields';
export const collection = 'Collection';
export const published = 'Published';
export const updated = 'Updated';
export const aliases = 'Also known as';
export const markdown = 'Markdown';
export const json = 'JSON';
export const onSite = 'View on the site';
export const sendFeedback = 'Send feedback';

// Diagram of a page's links
export const diagram = 'Link diagram';
export const distances = 'Maximum distance';
export const oneLink = '1 link';
export const twoLinks = '2 links';
export const links = (incoming: number, outgoing: number) =>
  `${pages(incoming)} ${incoming === 1 ? 'links' : 'link'} here. This page links to ${pages(outgoing)}.`;
const are = (count: number) => (count === 1 ? 'is' : 'are');
export const twoLinksAway = (count: number) => ` ${pages(count)} ${are(count)} two links away.`;
export const notShown = (count: number) => ` ${pages(count)} ${are(count)} not shown.`;

// Map of the site
export const mapFails = 'The map cannot be loaded. Reload the page to try again.';
export const noCollection = 'No collection';
export const shownPages = (count: number, total: number) =>
  count < total ? `the ${number(count)} most linked of ${number(total)} pages` : pages(count);
export const mapShows = (shown: string) => `The map shows ${shown}.`;
export const mapInWords = (shown: string, groups: readonly { readonly name: string }[]) =>
  `A map of ${shown}. ${groups.length === 0 ? '' : `Its groups are about ${groups.map(({ name }) => name).join(', ')}. `}The links of the selected page are listed beside it.`;
export const zoomIn = 'Zoom in';
export const zoomOut = 'Zoom out';
export const selectPage = 'Select a page on the map to see its links.';

// Button on a block of code
export const copy = 'Copy';
export const copied = 'Copied';
export const copyFails = 'Copy failed';

// Top and bottom of every page
export const skip = 'Skip to content';
export const forAgents = () =>
  html`For agents: the Markdown of all pages is listed in <a href="/llms.txt" tabindex="-1">llms.txt</a>.`;
export const navigation = 'Explorer';
export const map = 'Map';
export const query = 'Query';
export const api = 'API';
export const theme = 'Switch between light and dark theme';
export const searchField = 'Search the pages';
export const search = 'Search';
export const allAsJson = () => html`The <a href="/explore/api">API</a> returns everything here as JSON.`;
export const toOwner = () => html`<a href="/feedback">Feedback</a> goes to the owner of the site.`;
export const roughOrder =
  'This build does not rank pages by related words, so another build may show other results first.';
export const keys = () =>
  html`Press <kbd>/</kbd> or <kbd>Ctrl K</kbd> to search, arrow keys to move through the results, <kbd>Esc</kbd> to clear.`;
export const shortcuts = 'Shortcuts';

// Start and results
export const results = 'Search results';
export const startReading = 'Start reading';
export const tryWords = 'Try';
export const languages = 'Languages';

// Form of a query, with and without JavaScript
export const text = 'Text';
export const field = 'Field';
export const limit = 'Maximum results';
export const tag = 'Tag';
export const countBy = 'Count by';
export const run = 'Run query';

// Query builder without JavaScript
export const queryBuilder = 'Query builder';
export const aboutForm = () =>
  html`This form sends <code>GET /api/pages</code>, which returns JSON. For queries that need a body, see the <a href="/explore/api">API reference</a>.`;
export const both = 'both';

// Map without JavaScript
export const aboutMap = 'All pages of the site. Pages that link to each other are close together.';
export const byCollection = 'By collection';
export const allPages = 'All pages';

// Search box and feedback element for other sites
export const searchBox = 'Search box';
export const aboutBox =
  'Two lines add a search box for these pages to any site. Without JavaScript, and until the script has run, readers see the form inside.';
export const tryBox = 'Try the search box';
export const tryIt = 'Try it';
export const copyCode = 'Copy this code';
export const updates =
  "The script's address never changes. Your site gets updates of this service within five minutes.";
export const fixed = 'With a fixed version';
export const aboutFixed =
  'The browser runs the script only if its content is exactly this version. After an update of this service, copy the lines again, because this service serves only the files of its current version.';
export const fixedLanguage = () =>
  html`This file does not contain the languages of the pages. Set <code>language</code> to that of your page, or to <code>all</code>.`;
export const policy = 'If your site has a Content Security Policy';
export const aboutPolicy = () =>
  html`The box does not need <code>unsafe-inline</code>, and it works with trusted types.`;
export const helpful = 'Was this page helpful?';
export const yes = 'Yes';
export const no = 'No';
export const aboutFeedback =
  'These lines add this question to any page. The service stores the answers as feedback about the page. Without JavaScript, the form opens the feedback form of this service.';
export const feedbackOrigin = () =>
  html`If your site has a different origin from this service, the owner of the service must allow it with <code>--feedback-origins</code>.`;

// API reference
export const agents = 'Agents';
export const problemTypes = 'Problem types';
export const aboutApi = () =>
  html`Everything that this site publishes is available as JSON. Any OpenAPI tool can read <a href="/api/openapi.json">/api/openapi.json</a>, which allows every origin. Try queries in the <a href="/explore/query">query builder</a>. Add the <a href="/explore/embed">search box</a> to other sites.`;
export const resources = 'Resources';
export const aboutProblems = () =>
  html`Errors are returned as <code>application/problem+json</code>. Match on the last path segment of the member <code>type</code>.`;
export const parameter = 'Parameter';
export const place = 'In';
export const values = 'Values';
export const meaning = 'Description';
export const required = ' (required)';
export const byDefault = (value: unknown) => html`<code>${String(value)}</code> by default`;
export const atLeast = (least: number) => `from ${least}`;
export const between = (least: number, most: number) => `${least} to ${number(most)}`;
export const atMost = (most: number) => `at most ${number(most)} characters`;
export const body = (type: string) => html`Request body, <code>${type}</code>:`;
export const returns = 'Returns';
export const aboutMcp = (address: string) =>
  html`The Model Context Protocol server is at <code>${address}</code>. It does not need a key.`;
export const claudeCode = 'Claude Code';
export const vsCode = 'VS Code, .vscode/mcp.json';
export const otherClients = 'Other clients, .mcp.json';

// Text of a page
export const aboutPage = 'About this page';
export const breadcrumb = 'Breadcrumb';
export const around = 'Previous and next page';
export const readMarkdown = 'Read its Markdown';
export const shownAsText = (reason: string) => `This page is shown as plain text, because ${reason}.`;
export const isCut = 'This page is too long to show in full.';
export const manyElements = (most: number) => `it has more than ${number(most)} elements`;
export const nestedDeep = (most: number) => `its elements are nested more than ${number(most)} levels deep`;
export const manyNested = 'it has too many deeply nested elements';
export const image = 'Image';

// Errors
export const notFoundTitle = 'Not found';
export const notFound = 'There is no page at this address';
export const failed = 'This page cannot be shown now';
export const invalid = 'This request is not valid';
export const near = 'Did you mean one of these pages?';
