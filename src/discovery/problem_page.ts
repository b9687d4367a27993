import { problemType, SLUGS, type Slug } from '../problems/catalogue.ts';

/** The HTML page that a problem type's address leads to: self-contained, readable in light and dark, without script. */
export function renderProblemPage(slug: Slug): string {
  const { status, title, when, remedy } = problemType(slug);
  const others = SLUGS.filter((other) => other !== slug).map(
    (other) =>
      `<li><a href="/api/problems/${other}">${escapeText(problemType(other).title)}</a> <small>${problemType(other).status}</small></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)} (${status})</title>
<style>${style}</style>
</head>
<body>
<main>
<p>Problem type <code>${slug}</code></p>
<h1>${escapeText(title)} <small>${status}</small></h1>
<h2>When it is answered</h2>
<p>${escapeText(when)}</p>
<h2>What to do</h2>
<p>${escapeText(remedy)}</p>
<p>The member <code>detail</code> of the problem document says what was wrong in your request. Match on the last path
segment of its <code>type</code>, which is <code>${slug}</code> on every host.</p>
</main>
<nav aria-labelledby="others">
<h2 id="others">All other problem types</h2>
<ul>
${others.join('\n')}
</ul>
</nav>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem;
  color: light-dark(#1c1c1c, #e6e6e6); background: light-dark(#fff, #161616); }
h1 { line-height: 1.2; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
small { color: light-dark(#595959, #a6a6a6); font-weight: normal; }
a { color: light-dark(#0b57d0, #8ab4f8); }
`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
