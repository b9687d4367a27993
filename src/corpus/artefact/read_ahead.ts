import type { ArtefactMemory } from './artefact_memory.ts';
import { PackedItems } from './packed_items.ts';
import { Sections } from './sections.ts';

/**
 * Reads and verifies all that no thread has read yet, a chunk or a block a step.
 * @throws ArtefactError at the first damaged one
 */
export function* readAhead(memory: ArtefactMemory): Generator<void> {
  const sections = new Sections(memory);
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
