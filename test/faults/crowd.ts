import { openConnection, type ReadAnswer } from './http_client.ts';

/** Connections to several servers that send requests at the same time. */
export interface Crowd {
  /** Sends a request on each connection. @param requestOf gives the request by the number of the connection */
  ask(requestOf: (member: number) => string): Promise<ReadAnswer[]>;
  leave(): void;
}

/** @param ports of the servers; connections are assigned round robin */
export async function gatherCrowd(ports: readonly number[], size: number): Promise<Crowd> {
  const open = (member: number) => openConnection(ports[member % ports.length]!);
  const connections = await Promise.all(Array.from({ length: size }, (_, member) => open(member)));
  return {
    ask: (requestOf) =>
      Promise.all(
        connections.map(async ({ ask }, member) => {
          const answer = await ask(requestOf(member));
          if (answer.last) connections[member] = await open(member);
          return answer;
        }),
      ),
    leave() {
      for (const { socket } of connections) socket.destroy();
    },
  };
}
