import type { BakeFlags } from '../build/bake_content.ts';
import type { StoreFlags } from '../feedback/feedback_settings.ts';

/** Pages of the largest site of which an edit is answered soon although the site's own space is computed again. */
export const LARGEST_ORDERED = 1_000;

/** The options of `catchword dev`. */
export interface DevFlags extends BakeFlags, StoreFlags {
  readonly host?: string;
  readonly port?: string;
  /** Milliseconds; true for the default. */
  readonly poll?: string | true;
  readonly nativeQuery?: boolean;
  readonly logRequests?: boolean;
}
