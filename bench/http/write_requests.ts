import { writeFileSync } from 'node:fs';
import type { WorkloadRequest } from './workload.ts';

/** Fields that make a POST a QUERY. */
export const QUERY_FIELDS = { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'QUERY' };

/** A complete request message after its length, as load.lua reads it. @param lines further lines of its head */
export function rawRequest(
  port: number,
  { method, target, body }: WorkloadRequest,
  lines: readonly string[] = [],
): string {
  const head = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines];
  if (body !== '') {
    for (const [name, value] of Object.entries(QUERY_FIELDS)) head.push(`${name}: ${value}`);
    head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  const message = `${head.join('\r\n')}\r\n\r\n${body}`;
  return `${Buffer.byteLength(message)}\n${message}`;
}

/** @returns their number */
export function writeRequests(file: string, port: number, requests: readonly WorkloadRequest[]): number {
  writeFileSync(file, requests.map((request) => rawRequest(port, request)).join(''));
  return requests.length;
}
