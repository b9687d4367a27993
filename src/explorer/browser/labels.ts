/** A text by plural category of its `{total}`, as `Intl.PluralRules` names them; `other` is for all that are not there. */
type PluralText = string | { readonly other: string; readonly [category: string]: string };

/** The words of an element by name, with what they say filled in. */
export type SayOf<Labels> = (label: keyof Labels, values?: Readonly<Record<string, string | number>>) => string;

/**
 * The words of an element, as the JSON script translates them that its attribute `labels` names.
 * @param english the labels that are not translated
 */
export function labelsOf<Labels extends Readonly<Record<keyof Labels, PluralText>>>(
  host: Element,
  english: Labels,
): SayOf<Labels> {
  const source = (host.getRootNode() as Document | ShadowRoot).getElementById(host.getAttribute('labels') ?? '');
  return readLabels(english, source?.textContent ?? null, languageAround(host));
}

/** The language of the page around an element, which may change. */
export function languageAround(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}

/**
 * @param english all labels; those that are not translated stay
 * @param json an object with the translated labels. Null, or not such JSON: none is translated
 * @param language of the page, for numbers and plurals; empty or unknown: that of the browser
 */
export function readLabels<Labels extends Readonly<Record<keyof Labels, PluralText>>>(
  english: Labels,
  json: string | null,
  language: string,
): SayOf<Labels> {
  const labels: Readonly<Record<keyof Labels, unknown>> = { ...english, ...objectOf(json) };
  const locale = localeOf(language);
  const plural = new Intl.PluralRules(locale);
  const number = new Intl.NumberFormat(locale);

  function textOf(label: keyof Labels, total: unknown): string {
    const given = [labels[label], english[label]].map((text) =>
      typeof text === 'object' && text !== null
        ? ((text as Record<string, unknown>)[plural.select(Number(total))] ?? (text as Record<string, unknown>).other)
        : text,
    );
    return given.find((text) => typeof text === 'string') as string;
  }

  return (label, values = {}) =>
    textOf(label, values.total).replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      return value === undefined ? place : typeof value === 'number' ? number.format(value) : value;
    });
}

function objectOf(json: string | null): object {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
