const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The fields of an `application/x-www-form-urlencoded` body in their order, or null when any part is not UTF-8.
 * URLSearchParams would replace invalid bytes with U+FFFD.
 */
export function parseFormFields(bytes: Uint8Array): (readonly [name: string, value: string])[] | null {
  try {
    return utf8
      .decode(bytes)
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=');
        return equals === -1
          ? ([decode(part), ''] as const)
          : ([decode(part.slice(0, equals)), decode(part.slice(equals + 1))] as const);
      });
  } catch {
    return null;
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
