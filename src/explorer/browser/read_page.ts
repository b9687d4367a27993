import type { SinglePage } from '../view/answers.ts';
import { encodePath } from '../view/page_address.ts';

/** @returns null when the page cannot be read */
export async function readPage(path: string): Promise<SinglePage | null> {
  try {
    const response = await fetch(`/api/pages/${encodePath(path)}`, { headers: { Accept: 'application/json' } });
    return response.ok ? ((await response.json()) as { readonly page: SinglePage }).page : null;
  } catch {
    return null;
  }
}
