import type { VNode } from 'preact';
import { html } from './view/html.ts';

/** How agents reach the site by the Model Context Protocol: the address, and three configurations to copy. */
export function mcpView(origin: string, title: string): VNode {
  return html`<section>
    <h2 id="explorer-mcp">Agents</h2>
    <p>The Model Context Protocol is at <code>${origin}/mcp</code>. It needs no key.</p>
    ${mcpConfigurations(origin, title).map(({ name, text }) => html`<h3>${name}</h3><pre tabindex="0"><code>${text}</code></pre>`)}
  </section>`;
}

interface Configuration {
  /** The client, or the file that it is for. */
  readonly name: string;
  readonly text: string;
}

/** @param title of the site; the name of the server is made of its letters and digits in ASCII */
export function mcpConfigurations(origin: string, title: string): readonly Configuration[] {
  const url = `${origin}/mcp`;
  const name =
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'site';
  const server = { type: 'http', url };
  const file = (member: string): string => JSON.stringify({ [member]: { [name]: server } }, null, 2);
  return [
    { name: 'Claude Code', text: `claude mcp add --transport http ${name} ${url}` },
    { name: 'VS Code, .vscode/mcp.json', text: file('servers') },
    { name: 'Other clients, .mcp.json', text: file('mcpServers') },
  ];
}
