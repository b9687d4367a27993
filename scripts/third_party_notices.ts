import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/**
 * The licences of every package that an installation or an image of this package holds, by the lock file. Packages that only
 * some platforms install are listed without their text.
 */
export function renderThirdPartyNotices(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const installed = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, locked]) => ({ path, name: path.replace(/^.*node_modules\//, ''), ...locked }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = installed.map(
    ({ name, version, license }) => `| ${name} | ${version} | ${license ?? 'see its package'} |`,
  );
  const texts = installed
    .filter(({ optional }) => optional !== true)
    .flatMap(({ path, name }) => {
      const text = licenceText(join(root, path));
      return text === null ? [] : [`## ${name}\n\n\`\`\`text\n${text}\n\`\`\`\n`];
    });
  return `# Third-party notices

Catchword itself is under the licence in the file LICENSE. It installs these packages, each under its own licence:

| package | version | licence |
|---|---|---|
${rows.join('\n')}

${texts.join('\n')}`;
}

function licenceText(folder: string): string | null {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) return null;
  return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
}
