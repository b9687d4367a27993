import type { Part, Unit } from '../../corpus/analysis/unit.ts';

/** A key that is equal for units with the same parts, so that repeats are looked up once. */
export function unitKey({ parts }: Unit): string {
  return parts.length === 1 ? partKey(parts[0]!) : parts.map((part) => `${part.offset} ${partKey(part)}`).join('\n');
}

/** A key that is equal for parts with the same terms. Terms contain no spaces, so joining is unambiguous. */
export function partKey({ terms }: Part): string {
  return terms.length === 1 ? terms[0]! : terms.join(' ');
}
