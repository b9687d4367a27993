export const listLimits = { default: 10, maximum: 25 } as const;

/**
 * The rows that a caller of the list gets (specification 4.12): never refused. What is no whole number, or is given
 * twice, asks for the default; what is out of range is moved to its edge.
 * @param values of the parameter `limit`, decoded
 */
export function readListLimit(values: readonly string[]): number {
  const [text = ''] = values;
  if (values.length !== 1 || !/^-?[0-9]+$/.test(text)) return listLimits.default;
  // An endless row of digits is Infinity, which has an edge too. The sum turns -0 into 0.
  return Math.min(Math.max(Number(text), 0), listLimits.maximum) + 0;
}
