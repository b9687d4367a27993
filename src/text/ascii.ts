/** Matches a text of ASCII characters only, which every Unicode normalisation form leaves as it is. */
export const ASCII = /^[\x00-\x7f]*$/;
