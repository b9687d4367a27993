// bun serve_bun.ts notes.catchword
import { createHandler, loadArtefact } from 'catchword/server';

const handle = createHandler({ corpus: loadArtefact(process.argv[2]!) });

export default { port: process.env.PORT ?? 4777, hostname: '127.0.0.1', fetch: handle };
