/**
 * Arrow keys move the real focus from the search field into the links of the rows and between them. Links stay links. A printable
 * key goes back to the field; Escape goes back, then clears, then leaves.
 *
 * @param clear empties the field and shows what that finds
 */
export function startRowKeys(input: HTMLInputElement, answer: HTMLElement, clear: () => void): void {
  const links = (): HTMLElement[] => [...answer.querySelectorAll<HTMLElement>('.rows a')];

  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') {
      const [first] = links();
      if (first === undefined) return;
      event.preventDefault();
      first.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (input.value === '') input.blur();
      else clear();
    }
  });

  answer.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at === -1 || ctrlKey || metaKey || altKey) return;
    if (key === 'Escape' || (key === 'ArrowUp' && at === 0)) {
      event.preventDefault();
      input.focus();
      return;
    }
    // The key is typed into the field that has the focus when it is pressed.
    if (key.length === 1 && key !== ' ') {
      input.focus();
      input.setSelectionRange(input.value.length, input.value.length);
      return;
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
    const target = to === undefined ? undefined : all[Math.min(to, all.length - 1)];
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  });
}
