import { type CallResult, pathsOf, type TestEndpoint } from './open_endpoint.ts';
import type { Task } from './tasks.ts';

export interface DoneTask {
  readonly question: string;
  readonly isAnswered: boolean;
  readonly calls: number;
  /** Of all answers. A token of English text has about four characters. */
  readonly tokens: number;
}

const mostReads = 3;

/**
 * Does a task as a model does: it searches for the question as it was asked, and reads the pages found, in their order, until a text
 * says the answer.
 */
export async function doTask({ question, answer }: Task, endpoint: Pick<TestEndpoint, 'call'>): Promise<DoneTask> {
  const found = await endpoint.call('search', { query: question });
  const texts = [textOf(found)];
  const paths = pathsOf(found);
  while (!answer.test(texts.at(-1)!) && texts.length <= mostReads && texts.length <= paths.length) {
    texts.push(textOf(await endpoint.call('read', { path: paths[texts.length - 1] })));
  }
  const characters = texts.reduce((total, text) => total + text.length, 0);
  return { question, isAnswered: answer.test(texts.at(-1)!), calls: texts.length, tokens: Math.ceil(characters / 4) };
}

function textOf({ content }: CallResult): string {
  return content.map(({ text }) => text).join('\n');
}
