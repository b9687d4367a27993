import type { GeneratorOptions } from 'catchword/integration';

export type CatchwordOptions = GeneratorOptions;

/**
 * The search of an Eleventy site, for `eleventyConfig.addPlugin`. The shortcode `{% catchword %}` is where readers search.
 * @param eleventyConfig Eleventy's own object
 */
export default function catchword(eleventyConfig: object, options?: CatchwordOptions): void;
