/** The observed attributes of the element. */
export const ATTRIBUTES = ['api', 'about', 'labels'] as const;

/** Maximum number of characters of `about` (specification 8). */
export const MOST_OF_ABOUT = 128;
/** Maximum number of characters of a message (specification 8). */
export const MOST_OF_MESSAGE = 2000;

/**
 * What a submission is about: the first text that the service takes; null: there is none.
 * @param given by the owner, best first; null or empty where there is none
 * @param address of the page, whose path stands for it where the address is too long
 */
export function chooseAbout(given: readonly (string | null | undefined)[], address: string): string | null {
  const { origin, pathname } = new URL(address);
  const texts = [...given, origin + pathname, pathname, decoded(pathname)];
  return texts.find((text) => text != null && text !== '' && isTaken(text)) ?? null;
}

/** The service refuses longer texts, and signs that are not shown (decisions 1). */
function isTaken(text: string): boolean {
  return [...text].length <= MOST_OF_ABOUT && !/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** What the page says that it is, unless its attribute does: the form inside the element, then its canonical address. */
export function aboutOf(host: Element): string | null {
  const field = host.querySelector<HTMLInputElement>('form [name="about"]');
  const canonical = document.querySelector<HTMLLinkElement>('link[rel~="canonical"]');
  return chooseAbout([host.getAttribute('about'), field?.value, canonical?.href.replace(/#.*/, '')], location.href);
}
