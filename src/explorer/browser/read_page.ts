import type { SinglePage } from '../view/answers.ts';
import { encodePath } from '../view/page_address.ts';
import { readJson } from './read_json.ts';

/** @returns null when the page cannot be read */
export async function readPage(path: string): Promise<SinglePage | null> {
  const answer = await readJson<{ readonly page: SinglePage }>(`/api/pages/${encodePath(path)}`);
  return answer?.page ?? null;
}
