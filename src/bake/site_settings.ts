/** What an artefact says of its site: the settings that it stores, and the stamp of its content. */
import { createHash } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import type { SiteContext } from '../content/site/site_context.ts';
import type { SiteContent } from '../content/site_content.ts';
import type { SiteSettings } from '../corpus/corpus.ts';
import { normalForm } from '../text/normal_form.ts';
import type { BakeSettings, SettledSettings } from './bake_options.ts';

/** Part of the cache key and of the content stamp, as another version may give other answers for the same content. */
export const PROGRAM_VERSION: string = manifest.version;

export function siteSettings(
  settings: SettledSettings,
  context: Pick<SiteContext, 'language' | 'base'>,
  site: Pick<SiteContent, 'collections'>,
  hasSpace: boolean,
): SiteSettings {
  return {
    origin: siteOrigin(settings, context),
    title: normalForm(settings.title),
    description: normalForm(settings.description),
    language: context.language,
    collections: site.collections.map(({ name, title }) => ({ name, title })),
    tools: settings.tools.map((tool) => normalForm(tool)),
    ...(settings.fields !== undefined && settings.fields.length > 0 && { fields: settings.fields }),
    publicOrigin: settings.publicOrigin,
    ...(settings.declared !== undefined && { declared: settings.declared }),
    ...(settings.notStored !== undefined && { notStored: settings.notStored }),
    ...(!hasSpace && { withoutSpace: true as const }),
  };
}

/** What addresses of pages begin with (`SiteSettings.origin`): the origin in the settings, else the site's path on its host. */
export function siteOrigin({ origin }: Pick<BakeSettings, 'origin'>, { base }: Pick<SiteContext, 'base'>): string {
  const { pathname } = new URL(`https://any-host.invalid/${base}`);
  // An address that began with two slashes would name a host (RFC 3986 4.2).
  return origin ?? pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
}

/** The settings that shape answers. What is not stored shapes none of this build. */
export function stampedSettings({ notStored: _, curation, ...settings }: SettledSettings): object {
  return curation === undefined ? settings : { ...settings, curation: curation.rules };
}

/**
 * The content stamp: SHA-256 over the path and digest of every source file, the settings that affect answers, and the
 * program's version.
 *
 * @param sources sorted by path
 * @returns hexadecimal
 */
export function contentStamp(
  sources: readonly { readonly file: string; readonly digest: string }[],
  settings: unknown,
  version: string,
): string {
  const lines = sources.map(({ file, digest }) => `\n${JSON.stringify(file)} ${digest}`);
  return createHash('sha256')
    .update(JSON.stringify({ version, settings }) + lines.join(''))
    .digest('hex');
}
