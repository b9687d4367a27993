/** The icon of the service, as SVG: a glass for reading on blue, for light and dark backgrounds. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/><g fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"><circle cx="14" cy="14" r="6.4"/><path d="m19 19 6 6"/></g></svg>\n';
