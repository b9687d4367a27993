import type { Page } from 'playwright-core';

/** Has all searches of a page refused, with the detail that is returned. */
export async function refuseSearches(page: Page): Promise<string> {
  const detail = 'Cannot read "nowhere" as collection.';
  await page.route('**/api/search*', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify({ title: 'Invalid query', status: 422, detail }),
    }),
  );
  return detail;
}
