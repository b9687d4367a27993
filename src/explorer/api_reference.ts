import type { VNode } from 'preact';
import { describeApi } from '../discovery/openapi/describe_api.ts';
import type {
  ApiFacts,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
} from '../discovery/openapi/openapi_document.ts';
import { problemType, SLUGS } from '../problems/catalogue.ts';
import { html } from './view/html.ts';

interface Described {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  /** Of the path and of the method. */
  readonly parameters: readonly Parameter[];
}

/** The API as a page: made from the OpenAPI description, so it says what the service does. */
export function renderApiReference(facts: ApiFacts): VNode {
  const api = describeApi(facts);
  const operations = Object.entries(api.paths).flatMap(([path, item]) => operationsOf(path, item, api));
  return html`<div class="reference">
    <h1>API</h1>
    <p>Everything that this site publishes can be read as JSON. Any OpenAPI tool reads <a href="/api/openapi.json">/api/openapi.json</a>, which allows every origin. <a href="/explore/query">The query builder</a> tries queries out. <a href="/explore/embed">The search box</a> is for other sites.</p>
    <nav aria-labelledby="explorer-resources"><h2 id="explorer-resources">Resources</h2>
      ${api.tags.map(
        ({ name, description }) => html`<h3>${name}</h3><p>${description}</p>
        <ul class="resources">${operations.filter(({ operation }) => operation.tags?.[0] === name).map(resourceLink)}</ul>`,
      )}
    </nav>
    ${operations.map((described) => operationView(described, api))}
    ${'/mcp' in api.paths ? mcpView(facts.origin, facts.settings.title) : null}
    <section><h2 id="explorer-problems">Problem types</h2>
      <p>Every refusal is <code>application/problem+json</code>. Match on the last path segment of its <code>type</code>.</p>
      <ul>${SLUGS.map((slug) => html`<li><a href=${`/api/problems/${slug}`}><code>${slug}</code></a> ${problemType(slug).status} ${problemType(slug).title}</li>`)}</ul>
    </section>
  </div>`;
}

/** GET, and what is sent as POST. HEAD and OPTIONS are the same for all resources. */
function operationsOf(
  path: string,
  { get, post, parameters: shared = [] }: PathItem,
  api: OpenApiDocument,
): Described[] {
  return Object.entries({ GET: get, POST: post }).flatMap(([method, operation]) => {
    if (operation === undefined) return [];
    const parameters = [...shared, ...(operation.parameters ?? [])].map((each) => resolve(each, api));
    return [{ path, method, operation, parameters }];
  });
}

function resourceLink({ path, method, operation }: Described): VNode {
  return html`<li><a href=${`#${operation.operationId}`}><code class="method">${method}</code> <code>${path}</code></a> ${operation.summary}</li>`;
}

function operationView(described: Described, api: OpenApiDocument): VNode {
  const { path, method, operation, parameters } = described;
  const { operationId, summary, description, requestBody, responses } = operation;
  const bodies = Object.entries(bodyOf(requestBody, api)?.content ?? {});
  return html`<section class="operation">
    <h2 id=${operationId}>${summary}</h2>
    <p class="address"><code class="method">${method}</code> <code>${path}</code> ${tryLink(described)}</p>
    <p>${description}</p>
    ${
      parameters.length === 0
        ? null
        : html`<div class="wide" tabindex="0"><table>
      <thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead>
      <tbody>${parameters.map(parameterRow)}</tbody>
    </table></div>`
    }
    ${bodies.map(([type, { example, examples }]) => {
      const shown = example ?? Object.values(examples ?? {})[0]?.value;
      return shown === undefined
        ? null
        : html`<p>Body, <code>${type}</code>:</p><pre tabindex="0"><code>${JSON.stringify(shown, null, 2)}</code></pre>`;
    })}
    <p class="statuses">Answers ${Object.keys(responses).map((status) => html`<code>${status}</code> `)}</p>
  </section>`;
}

/** Leads into the query builder, which sends questions and reads addresses; null for pages and for what is submitted. */
function tryLink({ path, method, parameters }: Described): VNode | null {
  if (path === '/api/pages' && method === 'POST') return html`<a href="/explore/query#body=">Try it</a>`;
  if (method !== 'GET' || path === '/' || path.startsWith('/explore')) return null;
  const filled = path.replace(/\{(\w+)\}/, (_, name) => String(parameters.find((each) => each.name === name)?.example));
  const target = path === '/api/pages' || path === '/api/search' ? `${path}?q=search` : filled;
  return html`<a href=${`/explore/query#get=${encodeURIComponent(target)}`}>Try it</a>`;
}

function parameterRow({ name, in: place, required = false, description }: Parameter): VNode {
  return html`<tr><td><code>${name}</code>${required ? ' (required)' : ''}</td><td>${place}</td><td>${description}</td></tr>`;
}

function bodyOf(body: Operation['requestBody'], { components }: OpenApiDocument): RequestBody | undefined {
  if (body === undefined || !('$ref' in body)) return body;
  return components.requestBodies[body.$ref.slice(body.$ref.lastIndexOf('/') + 1)];
}

function resolve(parameter: Parameter | Reference, { components }: OpenApiDocument): Parameter {
  if (!('$ref' in parameter)) return parameter;
  return components.parameters[parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1)]!;
}

/** How agents reach the site by the Model Context Protocol: the address, and three configurations to copy. */
function mcpView(origin: string, title: string): VNode {
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
