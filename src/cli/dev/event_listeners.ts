import type { ServerResponse } from 'node:http';

/** Bounds on the event stream. Times are in milliseconds. */
export const devEventLimits = {
  listeners: 64,
  /** Shorter than any timeout of an idle connection, of this server and of usual proxies. */
  heartbeat: 5_000,
  /** Bytes that may wait for a slow listener before it is dropped. */
  waitingBytes: 64 * 1024,
  /** How long a browser waits before it connects again. */
  retry: 500,
};

/** What a listener is told. `id` names the build that answers: equal content has equal ids, in every process. */
export interface DevEvent {
  readonly name: 'build' | 'fault';
  readonly id: string;
  readonly data: object;
}

/** Where the events of one listener go. */
interface Sink {
  /** @returns whether the listener keeps up */
  write(text: string): boolean;
  end(): void;
}

/**
 * The listeners of an event stream (HTML Standard 9.2). Each event has the id of its build. A browser that connects again
 * sends the last id it saw, and is told at once when another build answers by now.
 */
export class EventListeners {
  readonly #sinks = new Set<Sink>();
  readonly #heartbeat: NodeJS.Timeout;
  #last: DevEvent;
  #isClosed = false;

  /** @param firstId id of the build that answers */
  constructor(firstId: string) {
    this.#last = { name: 'build', id: firstId, data: {} };
    this.#heartbeat = setInterval(() => this.#tellAll(':\n\n'), devEventLimits.heartbeat).unref();
  }

  get isFull(): boolean {
    return this.#isClosed || this.#sinks.size >= devEventLimits.listeners;
  }

  send(event: DevEvent): void {
    this.#last = event;
    this.#tellAll(render(event));
  }

  /** @param lastSeen id of the last event that the listener saw, if any */
  addResponse(response: ServerResponse, lastSeen: string | undefined): void {
    const sink: Sink = {
      write(text) {
        response.write(text);
        return response.writableLength <= devEventLimits.waitingBytes;
      },
      // A slow listener would never take the end of the stream.
      end: () => (response.writableLength > 0 ? response.destroy() : response.end()),
    };
    const remove = (): void => void this.#sinks.delete(sink);
    response.on('close', remove).on('error', remove);
    this.#add(sink, lastSeen);
  }

  /** The same for the Fetch API: the stream is the body of the response. */
  openStream(lastSeen: string | undefined): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let sink: Sink;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          sink = {
            write(text) {
              controller.enqueue(encoder.encode(text));
              return (controller.desiredSize ?? 0) > 0;
            },
            end: () => controller.close(),
          };
          this.#add(sink, lastSeen);
        },
        cancel: () => void this.#sinks.delete(sink),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: devEventLimits.waitingBytes }),
    );
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const sink of this.#sinks) sink.end();
    this.#sinks.clear();
  }

  #add(sink: Sink, lastSeen: string | undefined): void {
    this.#sinks.add(sink);
    const missed = lastSeen !== undefined && lastSeen !== this.#last.id;
    this.#tell(sink, `retry: ${devEventLimits.retry}\n\n${missed ? render(this.#last) : ''}`);
  }

  #tellAll(text: string): void {
    for (const sink of this.#sinks) this.#tell(sink, text);
  }

  #tell(sink: Sink, text: string): void {
    if (sink.write(text)) return;
    this.#sinks.delete(sink);
    sink.end();
  }
}

function render({ name, id, data }: DevEvent): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
