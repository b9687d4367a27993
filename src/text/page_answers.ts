/**
 * What a reader says by one click below a page. The specification has no kind for it (2.6), so the message tells: the same one whatever
 * the language of the page, so that answers can be counted.
 */
export const PAGE_ANSWERS = { yes: 'This page helped.', no: 'This page did not help.' } as const;

export type PageAnswer = keyof typeof PAGE_ANSWERS;
