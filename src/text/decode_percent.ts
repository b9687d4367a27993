/** Decodes the percent-encoding of a path or fragment; a text with invalid percent-encoding is returned unchanged. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
