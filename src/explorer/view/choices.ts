import type { VNode } from 'preact';
import * as labels from './explorer_labels.ts';
import { ALL, changed, type ExplorerState, parametersOf, type SiteFacts } from './explorer_state.ts';
import { html } from './html.ts';

interface Choice {
  readonly value: string;
  readonly name: string;
  /** Of the name. */
  readonly lang?: string;
}

/** The choice of a language and of a version, as a form. With script a choice applies at once. Null where the site has one of each. */
export function choices(state: ExplorerState, facts: SiteFacts): VNode | null {
  const hasLanguages = facts.languages.length > 1;
  const hasVersions = facts.versions.length > 0;
  if (!hasLanguages && !hasVersions) return null;
  const kept = parametersOf(changed(state, { language: null, version: null }));
  return html`<form class="choices" action="/explore" method="get">
    ${[...kept].map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    ${hasLanguages ? choice(labels.language, 'language', languagesOf(state, facts), state.language ?? ALL) : null}
    ${hasVersions ? choice(labels.version, 'version', versionsOf(state, facts), state.version ?? '') : null}
    <button type="submit">${labels.apply}</button>
  </form>`;
}

function choice(title: string, name: string, values: readonly Choice[], chosen: string): VNode {
  const option = ({ value, name: text, lang }: Choice): VNode =>
    html`<option value=${value} selected=${isSame(value, chosen)} lang=${lang}>${text}</option>`;
  return html`<label>${title} <select name=${name}>${values.map(option)}</select></label>`;
}

function languagesOf({ language }: ExplorerState, facts: SiteFacts): readonly Choice[] {
  const own = facts.languages.map(({ code, name }): Choice => ({ value: code, name, lang: code }));
  return [{ value: ALL, name: labels.allLanguages }, ...withChosen(own, language)];
}

function versionsOf({ version }: ExplorerState, { versions }: SiteFacts): readonly Choice[] {
  const own = versions.map((name): Choice => ({ value: name, name }));
  return [
    { value: '', name: labels.currentVersion },
    ...withChosen(own, version),
    { value: ALL, name: labels.allVersions },
  ];
}

/** Codes of languages are written in either case. */
function isSame(value: string, chosen: string): boolean {
  return value.toLowerCase() === chosen.toLowerCase();
}

/** What the address asks for is among the values, whether or not the site has it. */
function withChosen(values: readonly Choice[], chosen: string | null): readonly Choice[] {
  const isKnown = chosen === null || chosen === ALL || values.some(({ value }) => isSame(value, chosen));
  return isKnown ? values : [...values, { value: chosen, name: chosen }];
}
