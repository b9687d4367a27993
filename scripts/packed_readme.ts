/**
 * Gives the README of the package absolute links: on the page of a registry, relative ones lead nowhere. `npm pack` calls it before and
 * after it packs.
 * packed_readme.ts write|restore
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

/** @param repository the address of the repository, as package.json names it */
export function packedReadme(text: string, repository: string): string {
  const base = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  const absolute = (target: string, view: 'blob' | 'raw') =>
    /^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target) ? target : `${base}/${view}/HEAD/${target.replace(/^\.\//, '')}`;
  // Code blocks show addresses as they are.
  return text
    .split(/^(```[\s\S]*?^```\n)/m)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replaceAll(/(!?)(\[[^\]]*\])\(([^)\s]+)\)/g, (_, image: string, label: string, target: string) => {
              return `${image}${label}(${absolute(target, image === '' ? 'blob' : 'raw')})`;
            })
            .replaceAll(/\b(src|srcset)="([^"]+)"/g, (_, name: string, target: string) => {
              return `${name}="${absolute(target, 'raw')}"`;
            }),
    )
    .join('');
}

function main(command: string | undefined): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const readme = join(root, 'README.md');
  const kept = join(root, '.catchword', 'README.md');
  // Also after a pack that was interrupted.
  if (existsSync(kept)) renameSync(kept, readme);
  if (command !== 'write') return;
  const text = readFileSync(readme, 'utf8');
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, text);
  writeFileSync(readme, packedReadme(text, manifest.repository.url));
}

if (import.meta.main) main(process.argv[2]);
