// Writes THIRD_PARTY_NOTICES.md. Run it after a change of the dependencies.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderThirdPartyNotices } from './third_party_notices.ts';

writeFileSync(fileURLToPath(new URL('../THIRD_PARTY_NOTICES.md', import.meta.url)), renderThirdPartyNotices());
