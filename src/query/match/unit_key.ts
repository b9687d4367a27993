import type { Part, Unit } from '../../corpus/analysis/analyse_query.ts';

/** Equal for units that ask for the same: repeats of a query are looked for once. */
export function unitKey({ parts }: Unit): string {
  return parts.length === 1 ? partKey(parts[0]!) : parts.map((part) => `${part.offset} ${partKey(part)}`).join('\n');
}

/** Equal for parts that may be the same terms; a term holds no blank. */
export function partKey({ terms }: Part): string {
  return terms.length === 1 ? terms[0]! : terms.join(' ');
}
