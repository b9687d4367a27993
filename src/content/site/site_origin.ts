import { join } from 'node:path';
import type { Project } from '../files/project.ts';
import { pathOfAddress, type Setting, type SiteStatements } from '../generators/generator_rules.ts';

/** Hosts of templates, which their authors meant to be replaced, and hosts of the machine itself. */
const PLACEHOLDERS = [
  /^(?:www\.)?example\.(?:com|org|net|edu)$/,
  /^(?:[\w-]+\.)*(?:your|my)[-_]?(?:\w+[-_])*(?:site|website|domain|docs?|documentation|blog|app|company|org|project|host|name|username)\b/,
  /^(?:your|user|<)[\w<>-]*\.(?:github|gitlab)\.io$/,
  /^(?:change-?me|todo|placeholder|tbd)\b/,
  /(?:^|\.)localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/,
];

/** The address of a site by its generator's settings, without a slash at its end, and the settings that gave it. */
export interface SettingsOrigin {
  readonly origin: string;
  readonly settings: readonly Setting[];
}

/**
 * The address that the settings give, with the site's path on its host. Null when they give none. An address that is a placeholder
 * or none at all is a warning.
 * @param home folder with the settings
 */
export function originOfSettings(project: Project, home: string, says: SiteStatements): SettingsOrigin | null {
  const { address, base } = says;
  if (address == null || address.value === '') return null;
  const reason = reasonUnusable(address.value);
  if (reason !== null) {
    project.warn(
      join(home, address.file),
      `Cannot use "${address.key}" as the origin: ${reason}. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN`,
      'origin',
      address.line,
    );
    return null;
  }
  const path = pathOfSite(says);
  const settings = base?.value != null && pathOfAddress(base.value) !== '' ? [address, base] : [address];
  return { origin: new URL(address.value!).origin + (path === '' ? '' : `/${path}`), settings };
}

/** The site's path on its host by its settings, without slashes at its ends; '' for the root. */
export function pathOfSite({ address, base }: SiteStatements): string {
  return pathOfAddress(base?.value ?? null) || pathOfAddress(address?.value ?? null);
}

function reasonUnusable(value: string | null): string | null {
  if (value === null) return 'only running the settings would tell its value';
  if (!/^https?:\/\/[^\s/{}$<>]+/i.test(value) || !URL.canParse(value)) return `"${value}" is no http or https address`;
  const { hostname } = new URL(value);
  return PLACEHOLDERS.some((pattern) => pattern.test(hostname))
    ? `"${value}" is a placeholder or the address of this machine`
    : null;
}
