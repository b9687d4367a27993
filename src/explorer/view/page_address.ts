/** The address at which the explorer shows a page: each segment of its path is percent-encoded on its own. */
export function pageAddress(path: string, anchor = ''): string {
  return `/explore/page/${encodePath(path)}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
