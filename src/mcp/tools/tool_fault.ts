/** Why a tool does not answer: one text that says what would be right. It quotes at most 80 characters of a value. */
export class ToolFault {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
