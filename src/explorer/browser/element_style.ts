/**
 * The style sheet of an element, made once for all of its kind. In browsers without such sheets the element is not defined, so it is made
 * with the first element.
 * @param css minified; the build puts it in
 */
export function createStyle(css: string): () => CSSStyleSheet {
  let style: CSSStyleSheet | null = null;
  return () => {
    if (style === null) {
      style = new CSSStyleSheet();
      style.replaceSync(css);
    }
    return style;
  };
}
