/** A text by which headings are compared: written alike, whatever their spaces. */
export function headingKey(text: string): string {
  return text.normalize().replace(/\s+/g, '');
}
