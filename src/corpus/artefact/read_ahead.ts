import { openSections } from '../open_corpus.ts';
import { PackedItems } from './packed_items.ts';
import type { SharedBytes } from './shared_bytes.ts';

/**
 * Reads and verifies everything that no thread has read yet, one chunk or block per step.
 * @throws ArtefactError at the first damaged one
 */
export function* readAhead(shared: SharedBytes): Generator<void> {
  const { sections } = openSections(shared);
  for (const { name, hasBlocks } of sections.names()) {
    if (!hasBlocks) {
      yield* sections.chunks(name);
      continue;
    }
    const items = new PackedItems(sections, name);
    for (let block = 0; block < items.section.count; block++) {
      items.packed(block);
      yield;
    }
  }
}
