/** A request and its answer as a demo page shows them. */
export interface DemoExchange {
  /** Line of the request's opening fence, from 1. */
  readonly line: number;
  readonly request: DemoRequest;
  /** Status that the answer's fence names, 200 when it names none. */
  readonly status: number;
  /** The shown JSON, and where it stands in the page: UTF-16 offsets, `[start, end)`. */
  readonly answer: string;
  readonly start: number;
  readonly end: number;
}

export interface DemoRequest {
  readonly method: string;
  /** Path and query as written. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null when no blank line ends the header. */
  readonly body: string | null;
}

const REQUEST = '```http request';
const PAIR = /^```http request\n([\s\S]*?)^```\n\s*^```json answer(?: (\d{3}))?\n([\s\S]*?)^```$/gm;

/**
 * Finds the blocks ` ```http request ` that are followed by a block ` ```json answer [STATUS] `.
 * @throws Error if a request has no answer, so that a typo cannot leave a demo unchecked
 */
export function readDemoExchanges(markdown: string): DemoExchange[] {
  const exchanges = [...markdown.matchAll(PAIR)].map((pair): DemoExchange => {
    const [whole, request = '', status, answer = ''] = pair;
    const end = pair.index + whole.length - '```'.length;
    return {
      line: markdown.slice(0, pair.index).split('\n').length,
      request: parseDemoRequest(request),
      status: Number(status ?? 200),
      answer,
      start: end - answer.length,
      end,
    };
  });
  const requests = markdown.split('\n').filter((line) => line === REQUEST).length;
  if (requests !== exchanges.length) {
    throw new Error(
      `Cannot read the demo: ${requests} requests but ${exchanges.length} with a JSON answer after them.`,
    );
  }
  return exchanges;
}

function parseDemoRequest(text: string): DemoRequest {
  const blank = text.indexOf('\n\n');
  const [first = '', ...fields] = (blank < 0 ? text : text.slice(0, blank)).trimEnd().split('\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return { method, target, headers, body: blank < 0 ? null : text.slice(blank + 2).trimEnd() };
}
