/** What the event stream of `catchword dev` tells of a build. */
export interface BuildEvent {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Listens to the event stream at an address. */
export async function followBuilds(address: string): Promise<{ next(): Promise<BuildEvent>; stop(): void }> {
  const controller = new AbortController();
  const response = await fetch(address, { signal: controller.signal });
  let receive: (event: BuildEvent) => void = () => {};
  void read(response.body!.pipeThrough(new TextDecoderStream()), (event) => receive(event)).catch(() => {});
  return {
    /** The first build from now on. */
    next: () =>
      new Promise((resolve) => {
        receive = resolve;
      }),
    stop: () => controller.abort(),
  };
}

async function read(stream: ReadableStream<string>, onBuild: (event: BuildEvent) => void): Promise<void> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const [, data] = /^event: build\n(?:.*\n)*data: (.*)$/.exec(event) ?? [];
      if (data !== undefined) onBuild(JSON.parse(data) as BuildEvent);
    }
  }
}
