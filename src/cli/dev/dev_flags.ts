import type { BakeFlags } from '../build/bake_content.ts';
import type { StoreFlags } from '../feedback/feedback_settings.ts';

/** The options of `catchword dev`. */
export interface DevFlags extends BakeFlags, StoreFlags {
  readonly host?: string;
  readonly port?: string;
  /** Milliseconds; true for the default. */
  readonly poll?: string | true;
  readonly nativeQuery?: boolean;
  readonly logRequests?: boolean;
}
