/** A page of a browser engine other than Chromium. */
export interface EnginePage {
  /** Waits until the page is loaded. */
  open(address: string): Promise<void>;
  /** @returns the value of an expression, which is no promise */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the keys of a text. */
  type(text: string): Promise<void>;
  /** Errors of scripts and of the policy so far; null: the engine tells none. */
  faults(): readonly string[] | null;
  close(): Promise<void>;
}

/** Keys pressed one after the other, as WebDriver and WebDriver BiDi write them. */
export function keyActions(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keys', actions }];
}
