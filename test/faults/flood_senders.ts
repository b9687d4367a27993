/**
 * The senders of a flood, on their own thread so that they do not delay the client that is measured. Each sends its
 * requests as fast as the server takes them and discards the responses. When told to stop, they disconnect and report it.
 */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Flood } from './floods.ts';

const { port, bytes } = workerData as Flood;
const sockets = bytes.map((requests) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).on('data', () => {});
  socket.write(requests);
  return socket;
});
parentPort!.once('message', () => {
  for (const socket of sockets) socket.destroy();
  parentPort!.postMessage('gone');
});
