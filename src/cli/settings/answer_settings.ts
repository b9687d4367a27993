import type { SiteSettings } from '../../corpus/corpus.ts';
import { SITE_FILES } from '../../discovery/resource.ts';
import type { AnswerOptions } from '../../http/assemble_service.ts';
import { readStoredSettings } from './stored_settings.ts';

type ReadingOptions = Pick<AnswerOptions, 'gatePassword' | 'nativeQuery' | 'home' | 'siteFiles' | 'observe'>;

/** Options that are given or not. */
export type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/**
 * Completes the options of reads by the settings that a build declares, and those by the defaults.
 * @throws ArtefactError for a build whose settings are wrong
 */
export function completeReading(settings: SiteSettings, given: Given<ReadingOptions>): ReadingOptions {
  const declared = readStoredSettings(settings);
  const { gatePassword = null, observe } = given;
  return {
    gatePassword,
    nativeQuery: given.nativeQuery ?? declared.nativeQuery ?? false,
    home: given.home ?? declared.home !== 'none',
    siteFiles: given.siteFiles ?? declared.siteFiles ?? SITE_FILES,
    ...(observe === undefined ? {} : { observe }),
  };
}
