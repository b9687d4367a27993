import manifest from '../../package.json' with { type: 'json' };

/** The program's own version: another one may answer otherwise, so it is part of the content's stamp. */
export const PROGRAM_VERSION: string = manifest.version;
