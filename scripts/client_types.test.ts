import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderClientTypes } from './client_types.ts';

it('src/client/api_types.ts has the types of the OpenAPI description (scripts/write_client_types.ts writes it)', () => {
  expect(readFileSync(new URL('../src/client/api_types.ts', import.meta.url), 'utf8')).toBe(renderClientTypes());
});
