/** The groups that operations are listed under. */
export const tags = {
  Pages: 'Pages by search, filter, links, look-up and address.',
  Lists: 'What the site is made of: collections, tags and site pages.',
  Feedback: 'What readers say of the site, without their messages.',
  Discovery: 'What the service says about itself, for programs and people.',
  Files: 'The site for crawlers, feed readers and language models, at the addresses that they know.',
  Explorer: 'The site for people: search, pages to read, and this API to try out.',
  Service: 'Whether the service is well, for those who run it.',
} as const;

export type TagName = keyof typeof tags;
