import { VarintWriter } from '../corpus/artefact/varint_writer.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { nameMapGroups } from './name_map_groups.ts';

const headerLength = 16;

/** @returns the map of a site in the format of `SiteMap` */
export function writeMap(corpus: Corpus): Uint8Array {
  const { pages, links } = corpus;
  const layout = corpus.map();
  const { pages: shown, x, y } = layout;
  const targets = writeTargets(shown, (page) => links.outgoing(page), pages.count);
  const paths = Buffer.from(Array.from(shown, (page) => pages.path(page)).join('\n'));
  const groups = nameMapGroups(corpus, layout).map(
    (group) => `\n${group.x} ${group.y} ${group.name.replaceAll('\n', ' ')}`,
  );
  const named = Buffer.from(groups.join(''));
  const count = shown.length;
  const bytes = new Uint8Array(headerLength + count * 5 + targets.length + paths.length + named.length);
  const view = new DataView(bytes.buffer);
  [count, pages.count, targets.length, paths.length].forEach((value, at) => {
    view.setUint32(at * 4, value, true);
  });
  shown.forEach((page, index) => {
    view.setUint16(headerLength + index * 2, x[index]!, true);
    view.setUint16(headerLength + (count + index) * 2, y[index]!, true);
    bytes[headerLength + count * 4 + index] = Math.min(pages.collection[page]!, 255);
  });
  bytes.set(targets, headerLength + count * 5);
  bytes.set(paths, headerLength + count * 5 + targets.length);
  bytes.set(named, bytes.length - named.length);
  return bytes;
}

/** For each shown page the shown pages that it links to, ascending, as varints. */
function writeTargets(shown: Uint32Array, outgoing: (page: number) => Uint32Array, count: number): Uint8Array {
  const indexOf = new Int32Array(count).fill(-1);
  shown.forEach((page, index) => {
    indexOf[page] = index;
  });
  const writer = new VarintWriter();
  for (const page of shown) {
    const targets = outgoing(page)
      .map((target) => indexOf[target]! >>> 0)
      .filter((index) => index < shown.length)
      .sort();
    writer.writeSteps(targets, 0, targets.length);
  }
  return writer.bytes();
}
