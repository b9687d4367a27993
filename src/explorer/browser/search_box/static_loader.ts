import type { Outcome } from '../search_requests.ts';

/** The address of `static_answers.ts`, which only a box with `src` loads; the build puts it here. */
declare const BOX_FILES: string;

let address = BOX_FILES;
let failures = 0;

/** Hands over what reads static files. Browsers may keep a module that failed: the next attempt has another address. */
export const withStaticFiles = <Made>(
  use: (files: typeof import('./static_answers.ts')) => Made | Promise<Made>,
): Promise<Made | Outcome> =>
  import(address).then(use, () => {
    address = `${BOX_FILES}?${++failures}`;
    return { kind: 'offline' };
  });
