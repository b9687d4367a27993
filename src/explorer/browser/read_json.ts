/** @returns the JSON at an address of the service; null when it cannot be read */
export async function readJson<Answer>(address: string): Promise<Answer | null> {
  try {
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}
