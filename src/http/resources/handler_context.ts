import type { CacheBudget } from '../../cache/cache_budget.ts';
import type { ApiFeatures } from '../../discovery/openapi/api_facts.ts';
import type { PageQuestions } from '../../questions/page_questions.ts';
import { privateReadCaching, readCaching } from '../answers/caching.ts';
import { createContentCodings } from '../answers/content_codings.ts';
import type { AnswerCodings } from '../answers/representation.ts';

/** What all handlers share: one build, and what is derived from it once. */
export interface HandlerContext {
  readonly questions: PageQuestions;
  /**
   * Opaque prefix of all validators; null when a stamp is missing (specification 4.15.3). It is the whole validator of an answer
   * that depends only on the build. For answers that depend on settings of the service or the origin, see `preparePerOrigin`.
   */
  readonly validator: string | null;
  readonly features: ApiFeatures;
  /** Caching fields of plain reads, of reads whose answer contains the origin, and of reads that never have a validator. */
  readonly caching: Readonly<Record<'read' | 'namingOrigin' | 'unvalidated', readonly string[]>>;
  /** Memory for the caches of all handlers. */
  readonly budget: CacheBudget;
  /** For `createRepresentation`. */
  readonly codings: AnswerCodings;
}

/** @param features what the service has @param budget memory of all caches */
export function createHandlerContext(
  questions: PageQuestions,
  features: ApiFeatures,
  budget: CacheBudget,
): HandlerContext {
  const { commit, content } = questions.stamps;
  const validator = commit === null || content === null ? null : `${commit.slice(0, 12)}.${content.slice(0, 12)}`;
  // Behind the gate nothing is public (RFC 9111 3.5).
  const shared = features.gated ? privateReadCaching : readCaching;
  // Without a fixed origin, a shared cache could serve the answer made for another origin.
  const byHost = questions.settings.publicOrigin === null;
  return {
    questions,
    validator,
    features,
    caching: {
      read: shared(validator),
      namingOrigin: (byHost ? privateReadCaching : shared)(validator),
      unvalidated: shared(null),
    },
    budget,
    codings: createContentCodings(budget),
  };
}
