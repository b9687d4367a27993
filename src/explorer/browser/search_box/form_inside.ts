/** Reads the form inside the element, which the page or its framework owns and may change: the box never touches it. */

/** The field of the form. */
export function formInput(host: Element): HTMLInputElement | null {
  return host.querySelector<HTMLInputElement>('form input:not([type=hidden])');
}

/** What the form calls its field. @param otherwise where it has no name */
export function formName(host: Element, otherwise: string): string {
  const field = formInput(host);
  return field?.getAttribute('aria-label') || field?.labels?.[0]?.textContent?.trim() || otherwise;
}

/** The address that the form submits to; null: there is no form. */
export function formAddress(host: Element): string | null {
  // The attribute: a field named `action` would hide the property.
  const action = host.querySelector('form')?.getAttribute('action') ?? null;
  return action !== null && URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).href : null;
}
