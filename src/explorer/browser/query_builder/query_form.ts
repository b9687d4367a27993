import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { QUERY_FIELDS, type SiteFacts } from '../../view/explorer_state.ts';
import { html } from '../../view/html.ts';
import * as labels from './builder_labels.ts';
import type { Completion } from './json_completion.ts';
import { clauseOf, inKind, isLookUp, type Kind, kindOf, type Query } from './question.ts';
import { type NamedValue, useAfterPause, valuesOfSite } from './suggestions.ts';

interface QueryFormProps {
  readonly query: Query;
  readonly facts: SiteFacts;
  readonly change: (query: Query) => void;
}

/** One query as a form. */
export function queryForm({ query, facts, change }: QueryFormProps): VNode {
  const kind = kindOf(query);
  const set = (member: keyof Query, value: unknown): void => {
    const { [member]: _, ...others } = query;
    change(value === undefined || value === '' ? others : { ...others, [member]: value });
  };
  return html`
    <label>${labels.kind}
      <select value=${kind} onChange=${(event: Event) => change(inKind(query, fieldText(event) as Kind))}>
        ${Object.entries(labels.kinds).map(([each, title]) => html`<option value=${each} selected=${each === kind}>${title}</option>`)}
      </select>
    </label>
    ${subject(kind, query, change)}
    <div class="pair">
      <label>${labels.collection}
        <select value=${query.collection ?? ''} onChange=${(event: Event) => set('collection', fieldText(event))}>
          <option value="" selected=${query.collection === undefined}>${labels.any}</option>
          ${facts.collections.map(({ name, title }) => html`<option value=${name} selected=${query.collection === name}>${title}</option>`)}
        </select>
      </label>
      <${CompletedField} label=${labels.tag} member="tag" value=${query.tag ?? ''} change=${(tag: string) => set('tag', tag)} />
      ${isLookUp(kind) ? null : html`<label>${labels.limit} <input type="number" min="1" max="100" value=${query.limit ?? ''} placeholder="10" onInput=${(event: Event) => set('limit', fieldNumber(event))} /></label>`}
    </div>
    ${isLookUp(kind) ? null : facetBoxes(query, set)}`;
}

function subject(kind: Kind, query: Query, change: (query: Query) => void): VNode | null {
  const clause = clauseOf(query.match);
  if (kind === 'words' && clause !== null) {
    return html`<div class="pair">
      <label>${labels.text} <input value=${clause.text} onInput=${(event: Event) => change({ ...query, match: { ...clause, text: fieldText(event) } })} /></label>
      <label>${labels.field} <select value=${clause.in} onChange=${(event: Event) => change({ ...query, match: { ...clause, in: fieldText(event) } })}>
        ${QUERY_FIELDS.map((field) => html`<option selected=${field === clause.in}>${field}</option>`)}
      </select></label>
    </div>`;
  }
  if (kind === 'like') {
    return html`<label>${labels.like} <textarea rows="4" value=${query.like} onInput=${(event: Event) => change({ ...query, like: fieldText(event) })}></textarea></label>`;
  }
  if (isLookUp(kind)) {
    return html`<${CompletedField} label=${kind === 'slug' ? labels.slug : labels.path} member=${kind} value=${query[kind] ?? ''} change=${(value: string) => change({ ...query, [kind]: value })} />`;
  }
  return kind === 'traverse' ? traverseFields(query, change) : null;
}

function traverseFields(query: Query, change: (query: Query) => void): VNode {
  const { from = '', follow = 'outgoing', depth = 1 } = query.traverse ?? {};
  const set = (part: object): void => change({ ...query, traverse: { from, follow, depth, ...part } });
  return html`<div class="pair">
    <${CompletedField} label=${labels.from} member="from" value=${from} change=${(value: string) => set({ from: value })} />
    <label>${labels.follow} <select value=${follow} onChange=${(event: Event) => set({ follow: fieldText(event) })}>
      ${['outgoing', 'incoming', 'both'].map((each) => html`<option selected=${each === follow}>${each}</option>`)}
    </select></label>
    <label>${labels.depth} <input type="number" min="1" max="5" value=${depth} onInput=${(event: Event) => set({ depth: fieldNumber(event) ?? 1 })} /></label>
  </div>`;
}

interface CompletedFieldProps {
  readonly label: string;
  readonly member: NamedValue;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** A field whose values the site has: the browser offers them while the reader types. */
function CompletedField({ label, member, value, change }: CompletedFieldProps): VNode {
  const [isUsed, use] = useState(false);
  const [fits, offer] = useState<readonly Completion[]>([]);
  useAfterPause(isUsed ? () => valuesOfSite(member, value) : null, offer, [isUsed, value]);
  const list = `builder-${member}`;
  return html`<div><label>${label} <input value=${value} list=${list} autocomplete="off" onFocus=${() => use(true)} onInput=${(event: Event) => change(fieldText(event))} /></label>
    <datalist id=${list}>${fits.map((each) => html`<option key=${each.label} value=${each.label}>${each.meaning}</option>`)}</datalist></div>`;
}

function facetBoxes(query: Query, set: (member: keyof Query, value: unknown) => void): VNode {
  const chosen = query.facets ?? [];
  const toggle = (facet: string): void => {
    const next = ['collection', 'tags'].filter((each) => chosen.includes(each) !== (each === facet));
    set('facets', next.length === 0 ? undefined : next);
  };
  return html`<fieldset class="checks"><legend>${labels.countBy}</legend>
    ${['collection', 'tags'].map((facet) => html`<label><input type="checkbox" checked=${chosen.includes(facet)} onChange=${() => toggle(facet)} /> ${facet}</label>`)}
  </fieldset>`;
}

function fieldText(event: Event): string {
  return (event.target as HTMLInputElement).value;
}

function fieldNumber(event: Event): number | undefined {
  const text = fieldText(event);
  return text === '' ? undefined : Number(text);
}
