/** The kinds of a submission (specification 2.6), the one for anything else last, and the words for them in English forms. */
export const KIND_LABELS = {
  missing: 'Something is missing',
  broken: 'Something does not work',
  confusing: 'Something is unclear',
  inaccurate: 'Something is incorrect',
  other: 'Something else',
} as const;

export type Kind = keyof typeof KIND_LABELS;

export const KINDS = Object.keys(KIND_LABELS) as readonly Kind[];
