/**
 * Content negotiation by weight and specificity (RFC 9110 12.5.1, 12.5.3).
 *
 * The libraries lack one rule that the service needs: of two offers with the same weight, one that the field names wins over one
 * that only a wildcard matches; then the server's order decides, not the client's.
 */
import { parseMediaType, splitOutsideQuotes } from './media_type.ts';

interface MediaRange {
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** How well a range matches an offer. Specificity: 0 for any type, 1 for `type/*`, 2 for the exact type, 3 and up with parameters. */
interface Match {
  readonly weight: number;
  readonly specificity: number;
}

const named = 2;

/**
 * The offer that the request prefers, or null when it accepts none of them.
 *
 * @param field value of `Accept`; undefined, empty or without one readable range: everything is accepted
 * @param offers media types, in the server's order of preference
 */
export function negotiateMediaType<Offer extends string>(
  field: string | undefined,
  offers: readonly Offer[],
): Offer | null {
  const first = offers[0];
  if (first === undefined) return null;
  if (field === undefined || field === '*/*') return first;
  const ranges = parseMediaRanges(field);
  if (ranges.length === 0) return first;
  let best: Offer | null = null;
  let bestMatch: Match = { weight: 0, specificity: 0 };
  for (const offer of offers) {
    const match = matchOffer(ranges, offer);
    const better =
      match.weight > bestMatch.weight ||
      (best !== null &&
        match.weight === bestMatch.weight &&
        match.specificity >= named &&
        bestMatch.specificity < named);
    if (better) {
      best = offer;
      bestMatch = match;
    }
  }
  return best;
}

function parseMediaRanges(field: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (const element of splitOutsideQuotes(field, ',')) {
    const type = parseMediaType(element);
    if (type === null) continue;
    const parameters = new Map(type.parameters);
    const weight = parseWeight(parameters.get('q'));
    if (weight === null) continue;
    parameters.delete('q');
    ranges.push({ essence: type.essence, parameters, weight });
  }
  return ranges;
}

/** The most specific range decides (RFC 9110 12.5.1); among equally specific ranges, the one with the higher weight. */
function matchOffer(ranges: readonly MediaRange[], offer: string): Match {
  const offered = parseMediaType(offer);
  let best: Match = { weight: 0, specificity: -1 };
  if (offered === null) return best;
  const typeRange = `${offered.essence.slice(0, offered.essence.indexOf('/'))}/*`;
  for (const range of ranges) {
    const specificity = specificityOf(range, offered.essence, typeRange, offered.parameters);
    if (specificity === -1) continue;
    if (specificity > best.specificity || (specificity === best.specificity && range.weight > best.weight)) {
      best = { weight: range.weight, specificity };
    }
  }
  return best;
}

function specificityOf(
  range: MediaRange,
  essence: string,
  typeRange: string,
  offered: ReadonlyMap<string, string>,
): number {
  if (range.essence === '*/*') return 0;
  if (range.essence === typeRange) return 1;
  if (range.essence !== essence) return -1;
  for (const [name, value] of range.parameters) {
    // Every text of the service is UTF-8, so this parameter excludes nothing.
    if (name === 'charset' && value.toLowerCase() === 'utf-8') continue;
    if (offered.get(name)?.toLowerCase() !== value.toLowerCase()) return -1;
  }
  return named + range.parameters.size;
}

/** RFC 9110 12.4.2: 0 to 1 with at most three decimals; null when it is anything else. */
function parseWeight(text: string | undefined): number | null {
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : null;
}

/** The weight from 0 to 1 that a field gives a media type, and whether it names the type or `type/*`, not only the full wildcard. */
export function weighMediaType(field: string | undefined, offer: string): { weight: number; isNamed: boolean } {
  const ranges = field === undefined ? [] : parseMediaRanges(field);
  if (ranges.length === 0) return { weight: 1, isNamed: false };
  const { weight, specificity } = matchOffer(ranges, offer);
  return { weight, isNamed: specificity > 0 };
}

/** Whether `Accept` names Markdown and gives HTML no more weight. Browsers name HTML alone, and wildcards ask for nothing. */
export function wantsMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  if (negotiateMediaType(accept, ['text/markdown; charset=utf-8']) === null) return false;
  return weighMediaType(accept, 'text/markdown').weight >= weighMediaType(accept, 'text/html').weight;
}

/**
 * The content coding to answer with, or null for none (identity).
 *
 * @param field value of `Accept-Encoding`
 * @param offers coding names, in the server's order of preference
 */
export function negotiateEncoding<Offer extends string>(
  field: string | undefined,
  offers: readonly Offer[],
): Offer | null {
  if (field === undefined || field === '') return null;
  const weights = new Map<string, number>();
  for (const element of field.split(',')) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = parseWeight(quality?.slice(2));
    if (name !== '' && weight !== null) weights.set(name, weight);
  }
  const wildcard = weights.get('*') ?? 0;
  let best: Offer | null = null;
  // A field that does not name identity accepts it (RFC 9110 12.5.3); if it is named, its weight competes with the others.
  let bestWeight = weights.get('identity') ?? 0;
  for (const offer of offers) {
    const weight = weights.get(offer) ?? wildcard;
    if (weight > bestWeight || (weight > 0 && best === null && weight === bestWeight)) {
      best = offer;
      bestWeight = weight;
    }
  }
  return best;
}

/** More are never read: a browser sends a few. */
const mostLanguages = 20;

/**
 * The languages of `Accept-Language`, most wanted first, equal weights as written (RFC 9110 12.5.4). The wildcard names none.
 *
 * @example acceptedLanguages('en;q=0.5, pt-BR, *;q=0.1') // ['pt-BR', 'en']
 */
export function acceptedLanguages(field: string | undefined): readonly string[] {
  const elements = (field ?? '').split(',').slice(0, mostLanguages);
  return elements
    .map((element) => /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,7})\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(element))
    .map((match) => ({ language: match?.[1] ?? '', weight: parseWeight(match?.[2]) ?? 0 }))
    .filter(({ language, weight }) => language !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}
