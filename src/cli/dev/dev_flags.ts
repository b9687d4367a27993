/** Pages of the largest site of which an edit is answered soon although the site's own space is computed again. */
export const LARGEST_ORDERED = 1_000;
