import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { html } from '../../view/html.ts';
import * as labels from './builder_labels.ts';
import { type Completion, completionsAt, type JsonPlace, jsonPlaceAt } from './json_completion.ts';
import { type NamedValue, readSchemas, useAfterPause, valuesOfSite } from './suggestions.ts';

interface JsonEditorProps {
  readonly text: string;
  /** Why the text is no query; null when it is one. */
  readonly fault: string | null;
  readonly change: (text: string) => void;
}

/** Maximum number of suggestions. */
const mostOffered = 12;

/** The body of a QUERY as JSON, with suggestions at the caret, from the description of the API and from the site. */
export function JsonEditor({ text, fault, change }: JsonEditorProps): VNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const offers = useRef<HTMLUListElement>(null);
  /** Where the caret goes once the inserted text is there. */
  const aim = useRef<number | null>(null);
  const [caret, setCaret] = useState(-1);
  const [found, offer] = useState<{ readonly place: JsonPlace; readonly fits: readonly Completion[] } | null>(null);

  const place = useMemo(() => (caret === -1 ? null : jsonPlaceAt(text, caret)), [text, caret]);
  const offered = place === null ? null : found;
  useAfterPause(
    place === null ? null : async () => ({ place, fits: (await fitsAt(place)).slice(0, mostOffered) }),
    offer,
    [place],
  );

  useLayoutEffect(() => {
    const at = aim.current;
    aim.current = null;
    if (at === null) return;
    area.current!.focus();
    area.current!.setSelectionRange(at, at);
    setCaret(at);
  }, [text]);

  const follow = (): void => setCaret(area.current!.selectionStart);
  const insert = ({ text: word }: Completion, { kind, start, end }: JsonPlace): void => {
    const needsColon = kind === 'name' && !/^\s*:/.test(text.slice(end));
    const inserted = needsColon ? `${word}: ` : word;
    change(text.slice(0, start) + inserted + text.slice(end));
    // The caret goes into an empty container.
    aim.current = start + inserted.length - (/^(?:\{\}|\[\])$/.test(word) ? 1 : 0);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !event.ctrlKey) return;
    event.preventDefault();
    offers.current?.querySelector('button')?.focus();
  };
  const back = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    area.current?.focus();
  };

  return html`<div>
    <label>${labels.asJson} <textarea ref=${area} spellcheck=${false} value=${text} aria-invalid=${fault === null ? undefined : 'true'} aria-describedby="builder-fault builder-offers"
      onInput=${(event: Event) => {
        change((event.target as HTMLTextAreaElement).value);
        follow();
      }} onKeyDown=${keys} onKeyUp=${follow} onClick=${follow} onFocus=${follow}></textarea></label>
    <p class="fault" id="builder-fault" hidden=${fault === null}>${fault}</p>
    <p class="count" id="builder-offers">${offered === null || offered.fits.length === 0 ? labels.noOffers : labels.offers}</p>
    <ul class="tabs offers" ref=${offers} onKeyDown=${back}>${
      offered === null
        ? null
        : offered.fits.map(
            (each) =>
              html`<li key=${each.label}><button type="button" title=${each.meaning || undefined} onClick=${() => insert(each, offered.place)}>${each.label}</button></li>`,
          )
    }</ul>
  </div>`;
}

async function fitsAt(place: JsonPlace): Promise<readonly Completion[]> {
  const name = place.containers.at(-1)!.name;
  if (place.kind === 'value' && isNamed(name)) return valuesOfSite(name, place.word);
  return completionsAt(place, 'QueryBody', await readSchemas());
}

function isNamed(name: string | null): name is NamedValue {
  return name === 'tag' || name === 'path' || name === 'from' || name === 'slug';
}
