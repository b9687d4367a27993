import { isAbsolute } from 'node:path';
import * as z from 'zod';
import type { DeclaredSite } from '../../content/declared_site.ts';
import { readRegularFile } from '../../content/files/regular_file.ts';
import { generatorNames } from '../../content/generators/generators.ts';
import { languageTag } from '../../content/markdown/front_matter/page_fields.ts';
import { addressFault } from '../../content/site/path_fault.ts';
import { parseStrictJson } from '../../protocol/strict_json.ts';
import { misused } from '../command_error.ts';

/** Bytes of a list: about 250,000 pages. */
const LARGEST_LIST = 64 * 1024 * 1024;
const MOST_FAULTS = 10;

const addressPath = z
  .string()
  .startsWith('/', 'it must begin with "/"')
  .refine((path) => !path.startsWith('//'), 'it must not begin with "//"')
  .refine((path) => addressFault(path) === null, { error: ({ input }) => addressFault(String(input)) ?? '' });
const tag = z.string().refine((text) => languageTag(text) !== null, 'it must be a language tag such as "pt-BR"');

const schema = z.strictObject({
  generator: z
    .string()
    .refine((name) => generatorNames.includes(name), `it must be one of ${generatorNames.join(', ')}`),
  base: addressPath.endsWith('/', 'it must end with "/"'),
  language: tag.optional(),
  currentVersion: z.string().optional(),
  versions: z.array(addressPath).optional(),
  built: z.string().refine(isAbsolute, 'it must be an absolute path').optional(),
  pages: z.array(
    z.strictObject({
      file: z.string().min(1, 'it must be the path of a file'),
      address: addressPath,
      title: z.string().optional(),
      language: tag.optional(),
      version: z
        .string()
        .regex(
          /^[^/,][^,]*\/[^/,]*$/,
          'it must be the name of a set of documents, "/" and the version\'s folder, such as "api/1.0"; without a folder "api/"',
        )
        .optional(),
    }),
  ),
});

/**
 * Reads the pages of a site from a JSON file.
 * @throws CommandError (exit 2) that names the first mistakes with their places
 */
export function readDeclaredSite(file: string): DeclaredSite {
  const { bytes, refusal } = readRegularFile(file, { bytes: LARGEST_LIST, within: null });
  if (bytes === null) throw misused(`Cannot read "${file}": ${refusal}.`);
  const json = parseStrictJson(bytes);
  if (!json.ok) throw misused(`Cannot read "${file}" as JSON: ${json.detail}.`);
  const { success, error } = schema.safeParse(json.value);
  if (success) return json.value as DeclaredSite;
  const faults = error.issues.slice(0, MOST_FAULTS).map((issue) => {
    const place = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    return `  ${place.replace(/^\./, '') || 'the file'}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
  });
  throw misused(`Cannot use the pages in "${file}":\n${faults.join('\n')}`);
}
