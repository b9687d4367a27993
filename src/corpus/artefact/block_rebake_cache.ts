import { digestOf } from './artefact_format.ts';
import type { PackBlock } from './packed_items.ts';

/** Keeps packed blocks and their digests as long as their items are in use. */
export class BlockRebakeCache {
  readonly #packed = new WeakMap<Uint8Array, { readonly parts: readonly Uint8Array[]; readonly packed: Uint8Array }>();
  readonly #digests = new WeakMap<Uint8Array, Uint8Array>();

  /** Packs a block, unless one of the same objects was packed before. */
  pack(parts: readonly Uint8Array[], pack: PackBlock): Uint8Array {
    const known = this.#packed.get(parts[0]!);
    if (known?.parts.length === parts.length && parts.every((part, i) => part === known.parts[i])) return known.packed;
    const packed = pack(parts);
    this.#packed.set(parts[0]!, { parts, packed });
    return packed;
  }

  /** The digest of a packed block. */
  digest(packed: Uint8Array): Uint8Array {
    const known = this.#digests.get(packed);
    if (known !== undefined) return known;
    const digest = digestOf(packed);
    this.#digests.set(packed, digest);
    return digest;
  }
}
