/** What of a page tells whether it is a copy of another one. */
export interface CopyPage {
  readonly file: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  text(): string;
}
