import { createFetchHandler, fromUrl } from 'catchword/edge';

const answer = createFetchHandler(fromUrl(process.env.ARTEFACT!));
const port = Number(process.env.PORT);

const runtime = globalThis as unknown as {
  Deno?: { serve(options: { port: number; onListen(): void }, handle: typeof answer): void };
  Bun?: { serve(options: { port: number; fetch: typeof answer }): void };
};
runtime.Deno?.serve({ port, onListen() {} }, answer);
runtime.Bun?.serve({ port, fetch: answer });
