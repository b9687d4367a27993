/** The groups that operations are listed under. */
export const tags = {
  Pages: 'Search, look-up and single pages.',
  Lists: 'Collections, tags and site pages.',
  Feedback: 'What readers say, without their messages.',
  Discovery: 'What the service says about itself.',
  Files: 'For crawlers, feed readers and language models.',
  Explorer: 'The site for people.',
  Service: 'For those who run it.',
} as const;

export type TagName = keyof typeof tags;
