import type { VNode } from 'preact';
import { describeApi } from '../discovery/openapi/describe_api.ts';
import type {
  ApiFacts,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
} from '../discovery/openapi/openapi_document.ts';
import { problemType, SLUGS } from '../problems/catalogue.ts';
import * as labels from './view/explorer_labels.ts';
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
  const hasMcp = '/mcp' in api.paths;
  return html`<div class="reading">
    <div class="before-text"><nav aria-labelledby="explorer-outline"><h2 id="explorer-outline">${labels.outline}</h2>
      <ul class="outline">${operations.map(({ operation }) => html`<li><a href=${`#${operation.operationId}`}>${operation.summary}</a></li>`)}
        ${hasMcp ? html`<li><a href="#explorer-mcp">${labels.agents}</a></li>` : null}<li><a href="#explorer-problems">${labels.problemTypes}</a></li></ul>
    </nav></div>
    <div class="reference">
    <h1>${labels.api}</h1>
    <p>${labels.aboutApi()}</p>
    <nav aria-labelledby="explorer-resources"><h2 id="explorer-resources">${labels.resources}</h2>
      ${api.tags.map(
        ({ name, description }) => html`<h3>${name}</h3><p>${description}</p>
        <ul class="resources">${operations.filter(({ operation }) => operation.tags?.[0] === name).map(resourceLink)}</ul>`,
      )}
    </nav>
    ${operations.map((described) => operationView(described, api))}
    ${hasMcp ? mcpView(facts.origin, facts.settings.title) : null}
    <section><h2 id="explorer-problems">${labels.problemTypes}</h2>
      <p>${labels.aboutProblems()}</p>
      <ul>${SLUGS.map((slug) => html`<li><a href=${`/api/problems/${slug}`}><code>${slug}</code></a> ${problemType(slug).status} ${problemType(slug).title}</li>`)}</ul>
    </section>
    </div>
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
    const parameters = [...shared, ...(operation.parameters ?? [])].map((each) =>
      resolve(each, api.components.parameters),
    );
    return [{ path, method, operation, parameters }];
  });
}

function resourceLink({ path, method, operation }: Described): VNode {
  return html`<li><a href=${`#${operation.operationId}`}><code class="method">${method}</code> <code>${path}</code></a> ${operation.summary}</li>`;
}

function operationView(described: Described, api: OpenApiDocument): VNode {
  const { path, method, operation, parameters } = described;
  const { operationId, summary, description, requestBody, responses } = operation;
  const bodies =
    requestBody === undefined ? [] : Object.entries(resolve(requestBody, api.components.requestBodies).content);
  return html`<section class="operation">
    <h2 id=${operationId}>${summary}</h2>
    <p class="address"><code class="method">${method}</code> <code>${path}</code> ${tryLink(described)}</p>
    <p>${description}</p>
    ${
      parameters.length === 0
        ? null
        : html`<div class="wide" tabindex="0"><table>
      <thead><tr><th scope="col">${labels.parameter}</th><th scope="col">${labels.place}</th><th scope="col">${labels.values}</th><th scope="col">${labels.meaning}</th></tr></thead>
      <tbody>${parameters.map((parameter) => parameterRow(parameter, api))}</tbody>
    </table></div>`
    }
    ${bodies.map(([type, { example, examples }]) => {
      const shown = example ?? Object.values(examples ?? {})[0]?.value;
      return shown === undefined
        ? null
        : html`<p>${labels.body(type)}</p><pre tabindex="0"><code>${JSON.stringify(shown, null, 2)}</code></pre>`;
    })}
    <p class="statuses">${labels.returns} ${Object.keys(responses).map((status) => html`<code>${status}</code> `)}</p>
  </section>`;
}

/** Leads into the query builder, which sends questions and reads addresses; null for pages and for what is submitted. */
function tryLink({ path, method, parameters }: Described): VNode | null {
  if (path === '/api/pages' && method === 'POST') return html`<a href="/explore/query#body=">${labels.tryIt}</a>`;
  if (method !== 'GET' || path === '/' || path.startsWith('/explore')) return null;
  const filled = path.replace(/\{(\w+)\}/, (_, name) => String(parameters.find((each) => each.name === name)?.example));
  const target = path === '/api/pages' || path === '/api/search' ? `${path}?q=search` : filled;
  return html`<a href=${`/explore/query#get=${encodeURIComponent(target)}`}>${labels.tryIt}</a>`;
}

function parameterRow(
  { name, in: place, required = false, description, schema }: Parameter,
  { components }: OpenApiDocument,
): VNode {
  const { values, byDefault } = valuesOf(
    resolve(schema as Values | Reference, components.schemas as Readonly<Record<string, Values>>),
  );
  return html`<tr><td><code>${name}</code>${required ? labels.required : ''}</td><td>${place}</td><td>${values}${byDefault === undefined ? null : html`${values === '' ? '' : '; '}${labels.byDefault(byDefault)}`}</td><td>${description}</td></tr>`;
}

/** The part of a JSON Schema that says what a parameter takes. */
interface Values {
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Values[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/** What a parameter takes, in words: `1 to 100`, `at most 200 characters`. */
function valuesOf(schema: Values): { readonly values: string; readonly byDefault: unknown } {
  const [first = schema] = schema.anyOf ?? [];
  const { minimum, maximum, maxLength } = first;
  const named = first.enum ?? (first.const === undefined ? [] : [first.const]);
  const least = minimum === undefined ? '' : labels.atLeast(minimum);
  const range = maximum === undefined ? least : labels.between(minimum ?? 0, maximum);
  const length = maxLength === undefined ? '' : labels.atMost(maxLength);
  return { values: named.length > 0 ? named.join(' | ') : range || length, byDefault: schema.default };
}

/** What is described, or else is named there. */
function resolve<Part extends object>(part: Part | Reference, named: Readonly<Record<string, Part>>): Part {
  return '$ref' in part ? named[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)]! : part;
}

/** How agents reach the site by the Model Context Protocol: the address, and three configurations to copy. */
function mcpView(origin: string, title: string): VNode {
  return html`<section>
    <h2 id="explorer-mcp">${labels.agents}</h2>
    <p>${labels.aboutMcp(`${origin}/mcp`)}</p>
    ${mcpConfigurations(origin, title).map(({ name, text }) => html`<h3>${name}</h3><pre tabindex="0"><code>${text}</code></pre>`)}
  </section>`;
}

/**
 * @param title of the site; the name of the server is made of its letters and digits in ASCII
 * @returns texts with the name of the client, or of the file, that they are for
 */
export function mcpConfigurations(origin: string, title: string): readonly Record<'name' | 'text', string>[] {
  const url = `${origin}/mcp`;
  const name =
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'site';
  const server = { type: 'http', url };
  const file = (member: string): string => JSON.stringify({ [member]: { [name]: server } }, null, 2);
  return [
    { name: labels.claudeCode, text: `claude mcp add --transport http ${name} ${url}` },
    { name: labels.vsCode, text: file('servers') },
    { name: labels.otherClients, text: file('mcpServers') },
  ];
}
