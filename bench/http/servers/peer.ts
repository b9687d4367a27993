import { isRefusal } from '../../../src/problems/refusal.ts';
import { createGrammar, type Grammar } from '../../../src/query/ask/grammar.ts';
import { readParameters } from '../../../src/query/ask/read_parameters.ts';
import { validatePlan } from '../../../src/query/ask/validate.ts';
import { readAnswers } from '../record_answers.ts';
import { fieldOf, type Treatment } from '../workload.ts';

/** A prepared answer of a peer: its bytes and fields. */
export interface PeerAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly entityTag: string | null;
  readonly body: Buffer<ArrayBuffer>;
}

/** The command line of a peer: `PROGRAM TREATMENT PORT RECORDING COLLECTIONS`, the collections joined by commas. */
export interface Peer {
  readonly treatment: Treatment;
  readonly port: number;
  /** By target, or by body for a QUERY. */
  readonly answers: ReadonlyMap<string, PeerAnswer>;
  /** Whether parameters are valid by Catchword's grammar. */
  acceptsParameters(search: string): boolean;
  /** Whether the value of a body is valid. */
  acceptsBody(value: unknown): boolean;
}

export async function openPeer(): Promise<Peer> {
  const [treatment, port, recording, collections] = process.argv.slice(2);
  const grammar: Grammar = createGrammar(collections === '' ? [] : collections!.split(','));
  const answers = new Map<string, PeerAnswer>();
  for await (const { key, status, headers, body } of readAnswers(recording!)) {
    const fields = Object.fromEntries(
      headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!] as const] : [])),
    );
    answers.set(key, { status, headers, fields, entityTag: fieldOf({ headers }, 'ETag'), body: Buffer.from(body) });
  }
  return {
    treatment: treatment as Treatment,
    port: Number(port),
    answers,
    acceptsParameters: (search) => !isRefusal(readParameters(search, grammar)),
    acceptsBody: (value) => !isRefusal(validatePlan(value, grammar)),
  };
}

const ABOUT_CONTENT = ['Content-Type', 'Content-Length', 'Link', 'Accept-Query'];

/** Fields of Catchword's 304: those of the 200 without the ones that describe the content. */
export function notModifiedFields({ fields }: PeerAnswer): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ABOUT_CONTENT.includes(name)));
}
