import { problemType, SLUGS, type Slug } from '../problems/catalogue.ts';
import { escapeText, renderHtmlPage } from './html_page.ts';

/** The HTML page at the address of a problem type. */
export function renderProblemPage(slug: Slug): string {
  const { status, title, when, remedy } = problemType(slug);
  const others = SLUGS.filter((other) => other !== slug).map(
    (other) =>
      `<li><a href="/api/problems/${other}">${escapeText(problemType(other).title)}</a> <small>${problemType(other).status}</small></li>`,
  );
  return renderHtmlPage(
    `${title} (${status})`,
    `<main>
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
</nav>`,
  );
}
