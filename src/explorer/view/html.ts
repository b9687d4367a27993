import htm from 'htm';
import { h, type VNode } from 'preact';

/** The types of htm describe its CommonJS form; `import` gets the function itself. */
interface Htm {
  bind(create: typeof h): (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
}

/** Markup as a tagged template. The renderer escapes texts and attributes; no value is ever inserted as HTML. */
export const html = (htm as unknown as Htm).bind(h);
