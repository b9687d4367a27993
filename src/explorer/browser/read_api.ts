import type { SinglePage } from '../../client/api_types.ts';
import { encodePath } from '../view/page_address.ts';

/** @returns the JSON at an address of the service; null when it cannot be read */
export async function readJson<Answer>(address: string): Promise<Answer | null> {
  try {
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/** @returns null when the page cannot be read */
export async function readPage(path: string): Promise<SinglePage | null> {
  const answer = await readJson<{ readonly page: SinglePage }>(`/api/pages/${encodePath(path)}`);
  return answer?.page ?? null;
}
