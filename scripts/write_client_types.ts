// Writes src/client/api_types.ts. Run it after a change of the query grammar or of the schemas of answers.
import { writeFileSync } from 'node:fs';
import { renderClientTypes } from './client_types.ts';

writeFileSync(new URL('../src/client/api_types.ts', import.meta.url), renderClientTypes());
