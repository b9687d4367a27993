const LABELS = 'catchword-labels';

/**
 * The search box of a page, as HTML.
 * @param {object} box
 * @param {string} box.script address of the script
 * @param {Readonly<Record<string, unknown>>} box.attributes of the element; those without a value are left out
 * @param {Record<string, unknown>} [box.labels] its texts
 */
export function searchMarkup({ script, attributes, labels }) {
  const all = { mode: 'dialog', ...attributes, ...(labels && { labels: LABELS }) };
  const text = Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const texts = labels && JSON.stringify(labels).replaceAll('<', '\\u003c');
  return [
    `<script type="module" src="${escaped(script)}"></script>`,
    texts ? `<script type="application/json" id="${LABELS}">${texts}</script>` : '',
    `<catchword-search${text.join('')}></catchword-search>`,
  ].join('');
}

function escaped(value) {
  return String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
