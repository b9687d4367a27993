/**
 * Takes the place of Node's own modules in a browser. Searches import code that packs, unpacks and verifies artefacts, and never call
 * it: parts come unpacked and verified.
 */
const unavailable = (): never => {
  throw new Error('Cannot do this in a browser.');
};

export const constants = {};
export const hash = unavailable;
export const zstdCompressSync = unavailable;
export const zstdDecompressSync = unavailable;
