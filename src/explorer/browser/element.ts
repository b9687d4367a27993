type Child = Node | string | null;

/** Makes an element. Attributes that are null are left out; texts become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null>> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}
