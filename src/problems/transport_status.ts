/** Statuses of refusals that belong to no resource and have no slug, with their phrases (RFC 9110 15, RFC 6585 5). */
const phrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
} as const;

export type TransportStatus = keyof typeof phrases;

export function statusPhrase(status: TransportStatus): string {
  return phrases[status];
}
