/** Name of the section of the owner's rules, which an artefact has only if the site is curated. */
export const CURATION_SECTION = 'curation';
