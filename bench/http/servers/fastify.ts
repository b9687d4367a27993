/** Fastify with default settings. */
import { peerModule } from '../../engines/peer_module.ts';
import { notModifiedFields, openPeer, type PeerAnswer } from './peer.ts';

interface Request {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
interface Reply {
  code(status: number): Reply;
  headers(fields: Readonly<Record<string, string>>): Reply;
  send(body?: Buffer): Reply;
}
interface Fastify {
  get(path: string, handler: (request: Request, reply: Reply) => Reply): void;
  post(path: string, handler: (request: Request, reply: Reply) => Reply): void;
  listen(options: { port: number; host: string }): Promise<unknown>;
}

const peer = await openPeer();
const app = peerModule<() => Fastify>('fastify')();

function give(reply: Reply, answer: PeerAnswer | undefined): Reply {
  return answer === undefined ? reply.code(404).send() : reply.code(200).headers(answer.fields).send(answer.body);
}

app.get('/api/*', (request, reply) => {
  const { url, headers } = request;
  if (peer.treatment === 'parameters' && !peer.acceptsParameters(url.slice(url.indexOf('?') + 1)))
    return reply.code(422).send();
  const answer = peer.answers.get(url);
  if (peer.treatment === 'conditional' && answer !== undefined && headers['if-none-match'] === answer.entityTag)
    return reply.code(304).headers(notModifiedFields(answer)).send();
  return give(reply, answer);
});
app.post('/api/pages', (request, reply) =>
  peer.acceptsBody(request.body) ? give(reply, peer.answers.get(JSON.stringify(request.body))) : reply.code(422).send(),
);
await app.listen({ port: peer.port, host: '127.0.0.1' });
