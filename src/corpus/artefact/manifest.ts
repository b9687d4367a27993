import { z } from 'zod';
import type { AnalyserFacts } from '../analysis/analyser_facts.ts';
import { isStemAlgorithm } from '../analysis/stem.ts';
import type { SiteSettings, Stamps } from '../corpus.ts';
import { damaged } from './artefact_format.ts';
import type { SectionReader } from './sections.ts';

/** The artefact's metadata, stored as JSON. */
export interface Manifest {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly analyser: AnalyserFacts;
  /** `characterFingerprint` of the section `text.characters`, by the Unicode tables that analysed the text. */
  readonly characters: string;
  /** Number of pages. */
  readonly pages: number;
}

/** A page has the number of its collection in 16 bits, and a word a bit for each stemmer. */
const MOST_COLLECTIONS = 0xffff;
const MOST_STEMMERS = 32;

/** It becomes part of entity tags. */
const stamp = z
  .string()
  .regex(/^[\w.-]{1,64}$/)
  .nullable();
/** It becomes part of fields. */
const isOrigin = (value: string): boolean => /^[\x21-\x7e]+$/.test(value) && URL.canParse(value);
/** An origin, or where none is known the path of the site on its host, which may be empty. */
const isSiteOrigin = (value: string): boolean =>
  value === '' || isOrigin(value) || /^\/(?!\/)[\x21-\x7e]+$/.test(value);

/** What a bake writes. Other members are ignored. */
const manifest = z.object({
  settings: z.object({
    origin: z.string().refine(isSiteOrigin),
    title: z.string(),
    description: z.string(),
    language: z.string().regex(/^[A-Za-z0-9-]{1,255}$/),
    collections: z.array(z.object({ name: z.string(), title: z.string() })).max(MOST_COLLECTIONS),
    tools: z.array(z.string()),
    fields: z
      .array(z.object({ name: z.string(), type: z.enum(['string', 'number', 'boolean', 'date', 'list']) }))
      .optional(),
    publicOrigin: z.string().refine(isOrigin).nullable(),
    withoutSpace: z.literal(true).optional(),
    // The readers of these settings check their values.
    declared: z.record(z.string(), z.unknown()).optional(),
    notStored: z.array(z.string()).optional(),
  }),
  stamps: z.object({ commit: stamp, content: stamp }),
  analyser: z.object({
    version: z.int(),
    unicode: z.string(),
    stemmer: z.string(),
    algorithms: z.array(z.string().refine(isStemAlgorithm)).max(MOST_STEMMERS),
  }),
  characters: z.string(),
  // Sums and differences of page numbers fit 32 bits.
  pages: z
    .int()
    .min(0)
    .lt(2 ** 31),
});

/** @throws ArtefactError when it is missing, damaged, or has a value that no bake writes */
export function readManifest(sections: SectionReader): Manifest {
  const value = sections.json('manifest');
  const read = manifest.safeParse(value);
  // Not what was parsed, which lacks other members.
  if (read.success) return value as Manifest;
  const [name = 'settings', member = 'origin'] = read.error.issues[0]!.path;
  const fault = name === 'settings' ? `settings.${String(member)}` : String(name);
  throw damaged(`its manifest has no valid "${fault}"`);
}
