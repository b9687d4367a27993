/** Hono with default settings, on its adapter for Node. */
import { peerModule } from '../../engines/peer_module.ts';
import { notModifiedFields, openPeer, type PeerAnswer } from './peer.ts';

interface Context {
  readonly req: { readonly url: string; header(name: string): string | undefined; text(): Promise<string> };
  body(content: Buffer | null, status: number, fields?: Readonly<Record<string, string>>): Response;
}
interface Hono {
  get(path: string, handler: (context: Context) => Response): void;
  post(path: string, handler: (context: Context) => Promise<Response>): void;
  readonly fetch: unknown;
}
interface Adapter {
  serve(options: { fetch: unknown; port: number; hostname: string }): void;
}

const peer = await openPeer();
const app = new (peerModule<{ Hono: new () => Hono }>('hono').Hono)();

function give(context: Context, answer: PeerAnswer | undefined): Response {
  return answer === undefined ? context.body(null, 404) : context.body(answer.body, 200, answer.fields);
}

app.get('/api/*', (context) => {
  const { url } = context.req;
  const target = url.slice(url.indexOf('/', 'http://'.length));
  if (peer.treatment === 'parameters' && !peer.acceptsParameters(target.slice(target.indexOf('?') + 1)))
    return context.body(null, 422);
  const answer = peer.answers.get(target);
  if (
    peer.treatment === 'conditional' &&
    answer !== undefined &&
    context.req.header('if-none-match') === answer.entityTag
  )
    return context.body(null, 304, notModifiedFields(answer));
  return give(context, answer);
});
app.post('/api/pages', async (context) => {
  const text = await context.req.text();
  return peer.acceptsBody(JSON.parse(text)) ? give(context, peer.answers.get(text)) : context.body(null, 422);
});
peerModule<Adapter>('@hono/node-server').serve({ fetch: app.fetch, port: peer.port, hostname: '127.0.0.1' });
