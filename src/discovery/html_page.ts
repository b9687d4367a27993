/**
 * A self-contained HTML page without scripts, with a light and a dark colour scheme.
 *
 * @param title text
 * @param body HTML
 */
export function renderHtmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The inline style sheet of every page. The Content-Security-Policy names its hash. */
export const pageStyle = `
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem;
  color: light-dark(#1c1c1c, #e6e6e6); background: light-dark(#fff, #161616); }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
small { color: light-dark(#595959, #a6a6a6); font-weight: normal; }
a { color: light-dark(#0b57d0, #8ab4f8); }
fieldset { border: 1px solid light-dark(#8a8a8a, #757575); margin: 1.5rem 0; padding: 0.5rem 1rem 1rem; }
label.line { display: block; }
label.above { display: block; margin-top: 1.5rem; font-weight: 600; }
textarea, input[type="text"] { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem;
  color: inherit; background: light-dark(#fff, #222); border: 1px solid light-dark(#767676, #8a8a8a); }
button { font: inherit; margin-top: 1.5rem; padding: 0.5rem 1.5rem; }
:focus-visible { outline: 3px solid light-dark(#0b57d0, #8ab4f8); outline-offset: 2px; }
`;

/** Escapes text for HTML content and for attributes in double quotes. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
