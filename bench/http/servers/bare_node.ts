/** Bare node:http: the cost of the runtime alone. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { notModifiedFields, openPeer, type PeerAnswer } from './peer.ts';

const peer = await openPeer();
const notModified = new Map(
  [...peer.answers.values()].map((answer) => [answer, Object.entries(notModifiedFields(answer)).flat()]),
);

function send(response: ServerResponse, answer: PeerAnswer | undefined): void {
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(answer.status, answer.headers as string[]).end(answer.body);
}

const treatments = {
  read(message: IncomingMessage, response: ServerResponse) {
    send(response, peer.answers.get(message.url!));
  },
  conditional(message: IncomingMessage, response: ServerResponse) {
    const answer = peer.answers.get(message.url!);
    if (answer === undefined || message.headers['if-none-match'] !== answer.entityTag) send(response, answer);
    else response.writeHead(304, notModified.get(answer)!).end();
  },
  parameters(message: IncomingMessage, response: ServerResponse) {
    const target = message.url!;
    if (peer.acceptsParameters(target.slice(target.indexOf('?') + 1))) send(response, peer.answers.get(target));
    else response.writeHead(422).end();
  },
  query(message: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString();
      if (peer.acceptsBody(JSON.parse(text))) send(response, peer.answers.get(text));
      else response.writeHead(422).end();
    });
  },
};

createServer(treatments[peer.treatment]).listen(peer.port, '127.0.0.1');
