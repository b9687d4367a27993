/** ISO 639-1, without the codes that content folders more often use for something else (`go`, `io`, `os`...). */
const CODES = new Set(
  (
    'ab af am ar as az be bg bn bo bs ca cs cy da de el en eo es et eu fa fi fo fr ga gd gl gu he hi hr ht hu hy id ig ' +
    'is it ja ka kk km kn ko ku ky la lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn no or pa pl ps pt ro ru rw sa sd ' +
    'si sk sl so sq sr sv sw ta te tg th tk tl tr tt uk ur uz vi xh yi yo zh zu'
  ).split(' '),
);

/** Country codes that folders and files use instead of a language, with the language that they mean. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ br: 'pt-BR', cn: 'zh-CN', cz: 'cs', jp: 'ja', kr: 'ko', tw: 'zh-TW', ua: 'uk', vn: 'vi' },
};

/** The language tag that a country code stands for, or null. */
export function languageOfCountry(code: string): string | null {
  return Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code]! : null;
}

/** ISO 15924, the scripts of these languages: any other four letters are a word, as in `no-void`. */
const SCRIPTS = new Set(
  (
    'adlm arab armn beng cyrl deva ethi geor grek gujr guru hang hans hant hebr hira jpan kana khmr knda kore laoo latn mlym ' +
    'mong mymr nkoo orya sinh taml telu tfng thaa thai tibt vaii'
  ).split(' '),
);

/** Whether a folder or file name part is a language tag such as `de`, `pt-br` or `zh-Hant`. */
export function isLanguageCode(name: string): boolean {
  const match = /^([a-z]{2})(?:[-_](?:[a-z]{2}|([a-z]{4})|\d{3}))?$/i.exec(name);
  if (match === null || !CODES.has(match[1]!.toLowerCase())) return languageOfCountry(name) !== null;
  return match[2] === undefined || SCRIPTS.has(match[2].toLowerCase());
}

/** The name of the only language folder, such as `en`, when all that a folder holds is in it; else null. */
export function onlyLanguage(names: readonly string[]): string | null {
  const [only, ...others] = names.filter((name) => !/^(?:\.|readme|licen[cs]e)/i.test(name));
  return only !== undefined && others.length === 0 && isLanguageCode(only) ? only : null;
}

/** The language in a file name such as `page.fr.md` or `page.fr.html.md`, as written, or null. */
export function languageSuffix(file: string, suffixes: readonly string[]): string | null {
  if (suffixes.length === 0) return null;
  const code = /\.([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)(?:\.html)?\.\w+$/.exec(file)?.[1];
  return code !== undefined && suffixes.includes(code) ? code : null;
}
