/** Publishes two builds of a site as `altered`. @throws an error with `stderr` */
export interface TwoBuilds {
  /** @param isBroken whether the publisher is the broken one, if there is one */
  first(more?: readonly string[], isBroken?: boolean): Promise<void>;
  second(): Promise<void>;
}

/**
 * Damages a page of a build in a cluster in several ways. Publishing the build again must notice each and swap nothing, and `--repair` must
 * mend it.
 * @param address of a node @returns what did not hold
 */
export async function alterPages(address: string, publish: TwoBuilds): Promise<string[]> {
  const found: string[] = [];

  /** A request to the cluster that must succeed. @returns its answer */
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${address}/${path}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`The cluster answered ${answer.status} to ${method} ${path}.`);
    return answer.json();
  }
  const served = async () => Object.keys((await ask('GET', '_alias/altered')) as object)[0]!;

  await publish.first();
  const index = await served();
  await publish.second();
  const other = await served();
  const pageOf = async (id: string) =>
    ((await ask('GET', `${index}/_doc/${id}`)) as { readonly _source: object })._source;
  const faults: readonly (readonly [name: string, damage: () => Promise<unknown>, undo?: () => Promise<unknown>])[] = [
    ['a lost page', () => ask('DELETE', `${index}/_doc/3`)],
    ['an altered page', () => ask('POST', `${index}/_update/3`, { doc: { markdown: 'Other.' } })],
    ['the page of another number', async () => ask('PUT', `${index}/_doc/3`, await pageOf('4'))],
    [
      'a page twice',
      async () => ask('PUT', `${index}/_doc/copy`, await pageOf('3')),
      () => ask('DELETE', `${index}/_doc/copy`),
    ],
  ];
  for (const [name, damage, undo] of faults) {
    await ask('PUT', `${index}/_settings`, { index: { 'blocks.write': false } });
    await damage();
    await ask('POST', `${index}/_refresh`);
    const isNoticed = await publish.first([], true).then(
      () => false,
      ({ stderr = '' }: { readonly stderr?: string }) =>
        /missing or damaged in the cluster|documents instead of/.test(stderr),
    );
    if (!isNoticed) found.push(`${name} was not noticed`);
    else if ((await served()) !== other) found.push(`${name}: the alias was swapped`);
    await undo?.();
    await publish.first(['--repair']);
    if ((await served()) !== index) found.push(`${name}: the build was not repaired`);
    await publish.second();
  }
  return found;
}
