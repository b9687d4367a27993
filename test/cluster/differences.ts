import type { SiteEngine } from '../../src/engine/site_engine.ts';
import type { Plan } from '../../src/query/ask/plan.ts';

/** Asks two engines of the same build the same. @returns a line for each plan whose answers differ in a byte */
export async function differencesOf(
  one: Pick<SiteEngine, 'answerer'>,
  other: Pick<SiteEngine, 'answerer'>,
  plans: readonly Plan[],
): Promise<string[]> {
  const { signal } = new AbortController();
  const differences: string[] = [];
  for (const plan of plans) {
    const [expected, found] = await Promise.all(
      [one, other].map(async ({ answerer }) => Buffer.from(await answerer.answer(plan, signal)).toString()),
    );
    if (expected === found) continue;
    let at = 0;
    while (expected![at] === found![at]) at++;
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
    differences.push(`${JSON.stringify(plan)}: "${around(found!)}" in place of "${around(expected!)}"`);
  }
  return differences;
}
