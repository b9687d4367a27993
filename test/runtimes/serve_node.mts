// node serve_node.mts notes.catchword
import { createNodeServer, createService, loadArtefact } from 'catchword/server';

const service = createService({ corpus: loadArtefact(process.argv[2]!) });

createNodeServer(() => service).server.listen(Number(process.env.PORT ?? 4777), '127.0.0.1');
