import { type LoadPart, PartError } from '../fetched_parts.ts';

/**
 * Loads parts from the folder of a build, and unpacks them where the host has not. A part that cannot be used is asked for once more,
 * past the browser's cache.
 * @param folder address, with a slash at its end
 */
export function createLoader(folder: string): LoadPart {
  const request = async (part: string, signal: AbortSignal, cache: RequestCache): Promise<Uint8Array> => {
    const file = `${part}.bin`;
    let content: ArrayBuffer;
    try {
      const response = await fetch(folder + file, {
        signal,
        cache,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      if (!response.ok) throw new PartError(`The host returned ${response.status} for the file "${file}".`);
      content = await response.arrayBuffer();
    } catch (error) {
      if (error instanceof PartError) throw error;
      signal.throwIfAborted();
      throw new PartError(`The file "${file}" cannot be fetched.`, true);
    }
    return unpack(file, new Uint8Array(content));
  };
  return (part, signal) =>
    request(part, signal, 'default').catch((error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof PartError)) throw error;
      return request(part, signal, 'reload');
    });
}

/** Some hosts unpack what they send. */
async function unpack(file: string, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  try {
    const plain = new Blob([content]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(plain).arrayBuffer());
  } catch {
    throw new PartError(`The file "${file}" is damaged.`);
  }
}
