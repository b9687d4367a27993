import type { SearchAnswer } from '../../src/engine/searcher.ts';
import type { SiteEngine } from '../../src/engine/site_engine.ts';
import type { Plan } from '../../src/query/ask/plan.ts';
import type { SearchPlan } from '../../src/query/ask/search_plan.ts';

/** Asks two engines of the same build the same. @returns a line for each plan whose answers differ in a byte */
export function differencesOf(
  one: Pick<SiteEngine, 'answerer'>,
  other: Pick<SiteEngine, 'answerer'>,
  plans: readonly Plan[],
): Promise<string[]> {
  const { signal } = new AbortController();
  return compare(plans, async (plan) => {
    const [expected, found] = await Promise.all(
      [one, other].map(async ({ answerer }) => answerer.answer(plan, signal)),
    );
    return [Buffer.from(expected!).toString(), Buffer.from(found!).toString()];
  });
}

/** The same for searches as people type. */
export function searchDifferencesOf(
  one: Pick<SiteEngine, 'searcher'>,
  other: Pick<SiteEngine, 'searcher'>,
  plans: readonly SearchPlan[],
): Promise<string[]> {
  const { signal } = new AbortController();
  const spell = ({ body, ...numbers }: SearchAnswer) => `${Buffer.from(body).toString()} ${JSON.stringify(numbers)}`;
  return compare(plans, async (plan) => {
    const [expected, found] = await Promise.all(
      [one, other].map(async ({ searcher }) => searcher.search(plan, signal)),
    );
    return [spell(expected!), spell(found!)];
  });
}

/** @param ask gives the expected answer and the one that is tested */
async function compare<Asked>(
  plans: readonly Asked[],
  ask: (plan: Asked) => Promise<readonly [expected: string, found: string]>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const plan of plans) {
    const [expected, found] = await ask(plan);
    if (expected === found) continue;
    let at = 0;
    while (expected[at] === found[at]) at++;
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
    differences.push(`${JSON.stringify(plan)}: "${around(found)}" in place of "${around(expected)}"`);
  }
  return differences;
}
