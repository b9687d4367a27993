import type { CollectionInfo } from '../../corpus/corpus.ts';
import { caps } from '../../query/ask/caps.ts';
import type { Argument } from './arguments.ts';

/** The arguments that narrow to a part of the site. A site without collections has no argument for them. */
export function narrowing(collections: readonly CollectionInfo[]): readonly Argument[] {
  const names = collections.map(({ name }) => name);
  return [
    ...(names.length === 0
      ? []
      : [
          {
            kind: 'choice',
            name: 'collection',
            choices: names,
            description: 'Only pages of this collection.',
          } as const,
        ]),
    {
      kind: 'text',
      name: 'tag',
      maximum: caps.length.maximum,
      description: 'Only pages with this tag: its slug, as contents lists it.',
    },
  ];
}
