import { type BlockTotals, damaged, damagedSection, type Head, type SectionLocation } from './artefact_format.ts';
import type { SectionShape } from './section_shape.ts';

/** What the head of an artefact says of its sections. Where their bytes are is up to those who extend it. */
export abstract class NamedSections {
  /** The digest in the header, in hexadecimal. */
  readonly digest: string;
  /** Of the whole artefact, in bytes. */
  readonly length: number;
  protected shapes: ReadonlyMap<string, SectionShape> = new Map();
  readonly #places: ReadonlyMap<string, SectionLocation>;

  constructor({ digest, length, places }: Head) {
    this.digest = digest;
    this.length = length;
    this.#places = places;
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** Names of all sections. */
  names(): Iterable<string> {
    return this.#places.keys();
  }

  /** @throws ArtefactError when the section is missing */
  place(name: string): SectionLocation {
    const place = this.#places.get(name);
    if (place === undefined) throw damaged(`it has no section ${JSON.stringify(name)}`);
    return place;
  }

  /**
   * Checks the lengths of sections now, and their content when it is first read.
   * @param shapes of all sections that are used
   * @throws ArtefactError when a section is missing or has another length
   */
  expect(shapes: ReadonlyMap<string, SectionShape>): void {
    for (const [name, { unit, count }] of shapes)
      if (this.place(name).length !== unit * count) throw damagedSection(name);
    this.shapes = shapes;
  }

  /** @throws ArtefactError when the section is missing or damaged */
  abstract bytes(name: string): Uint8Array;

  /** @throws ArtefactError when the section is missing or damaged */
  json(name: string): unknown {
    const text = Buffer.from(this.bytes(name)).toString('utf8');
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw damaged(`its section "${name}" is not JSON`);
    }
  }

  /** @throws ArtefactError when the section is missing or has no blocks */
  protected totalsOf(name: string): BlockTotals {
    const { totals } = this.place(name);
    if (totals === null) throw damaged(`its section "${name}" has no blocks`);
    return totals;
  }

  /** The digests of the chunks of a section. @throws ArtefactError when it is missing or has blocks */
  protected digestsOf(name: string): Uint8Array {
    const { digests } = this.place(name);
    if (digests === null) throw damaged(`its section "${name}" has blocks`);
    return digests;
  }
}
