/** Byte strings one after the other. */
export interface JoinedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each ends. */
  readonly ends: Uint32Array;
}

/** Copies byte strings into memory of their own, which can be given to another thread. */
export function joinBytes(parts: readonly Uint8Array[]): JoinedBytes {
  const ends = new Uint32Array(parts.length);
  let length = 0;
  for (let part = 0; part < parts.length; part++) {
    length += parts[part]!.length;
    ends[part] = length;
  }
  const bytes = new Uint8Array(length);
  for (let part = 0; part < parts.length; part++) bytes.set(parts[part]!, ends[part]! - parts[part]!.length);
  return { bytes, ends };
}
