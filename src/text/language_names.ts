import { byCodePoint } from './by_code_point.ts';

/** Names of languages, as their speakers write them. The table is fixed: the data of `Intl` differs between machines. */

/** Taken from CLDR, with a capital at the beginning. Variants of a language have those that sites use. */
const TABLE =
  'af=Afrikaans, ak=Akan, am=አማርኛ, an=Aragonés, ar=العربية, as=অসমীয়া, ay=Aymar aru, az=Azərbaycanca, ' +
  'ba=Башҡортса, be=Беларуская, bg=Български, bm=Bamanakan, bn=বাংলা, bo=བོད་སྐད, br=Brezhoneg, bs=Bosanski, ' +
  'ca=Català, ce=Нохчийн, co=Corsu, cs=Čeština, cv=Чӑвашла, cy=Cymraeg, da=Dansk, de=Deutsch, ' +
  'de-AT=Deutsch (Österreich), de-CH=Deutsch (Schweiz), de-DE=Deutsch (Deutschland), dv=ދިވެހި, ee=Eʋegbe, ' +
  'el=Ελληνικά, en=English, en-AU=English (Australia), en-CA=English (Canada), en-GB=English (United Kingdom), ' +
  'en-IN=English (India), en-US=English (United States), eo=Esperanto, es=Español, es-419=Español (Latinoamérica), ' +
  'es-AR=Español (Argentina), es-ES=Español (España), es-MX=Español (México), et=Eesti, eu=Euskara, fa=فارسی, ' +
  'ff=Pulaar, fi=Suomi, fo=Føroyskt, fr=Français, fr-BE=Français (Belgique), fr-CA=Français (Canada), ' +
  "fr-CH=Français (Suisse), fr-FR=Français (France), fy=Frysk, ga=Gaeilge, gd=Gàidhlig, gl=Galego, gn=Avañe'ẽ, " +
  'gu=ગુજરાતી, ha=Hausa, he=עברית, hi=हिन्दी, hr=Hrvatski, ht=Kreyòl ayisyen, hu=Magyar, hy=Հայերեն, ' +
  'ia=Interlingua, id=Bahasa Indonesia, ig=Igbo, is=Íslenska, it=Italiano, ja=日本語, jv=Basa Jawa, ka=ქართული, ' +
  'kk=Қазақша, km=ខ្មែរ, kn=ಕನ್ನಡ, ko=한국어, ku=Kurdî, ky=Кыргызча, la=Latina, lb=Lëtzebuergesch, lg=Luganda, ' +
  'ln=Lingála, lo=ລາວ, lt=Lietuvių, lv=Latviešu, mg=Malagasy, mi=Māori, mk=Македонски, ml=മലയാളം, mn=Монгол, ' +
  'mr=मराठी, ms=Bahasa Melayu, mt=Malti, my=မြန်မာ, nb=Norsk bokmål, ne=नेपाली, nl=Nederlands, ' +
  'nl-BE=Nederlands (België), nl-NL=Nederlands (Nederland), nn=Norsk nynorsk, no=Norsk, ny=Chichewa, oc=Occitan, ' +
  'om=Oromoo, or=ଓଡ଼ିଆ, os=Ирон, pa=ਪੰਜਾਬੀ, pl=Polski, ps=پښتو, pt=Português, pt-BR=Português (Brasil), ' +
  'pt-PT=Português (Portugal), qu=Runasimi, rm=Rumantsch, ro=Română, ru=Русский, rw=Ikinyarwanda, sa=संस्कृतम्, ' +
  'sc=Sardu, sd=سنڌي, si=සිංහල, sk=Slovenčina, sl=Slovenščina, sm=Gagana Sāmoa, sn=ChiShona, so=Soomaali, ' +
  'sq=Shqip, sr=Српски, sr-Cyrl=Српски (ћирилица), sr-Latn=Srpski (latinica), st=Sesotho, su=Basa Sunda, ' +
  'sv=Svenska, sw=Kiswahili, ta=தமிழ், te=తెలుగు, tg=Тоҷикӣ, th=ไทย, ti=ትግርኛ, tk=Türkmençe, tl=Filipino, ' +
  'tn=Setswana, tr=Türkçe, ts=Xitsonga, tt=Татарча, ug=ئۇيغۇرچە, uk=Українська, ur=اردو, uz=Oʻzbekcha, ' +
  'uz-Cyrl=Ўзбекча (Кирил), uz-Latn=Oʻzbekcha (lotin), vi=Tiếng Việt, wo=Wolof, xh=IsiXhosa, yi=ייִדיש, ' +
  'yo=Èdè Yorùbá, zh=中文, zh-CN=中文（简体）, zh-HK=中文（香港）, zh-Hans=中文（简体）, zh-Hant=中文（繁體）, zh-TW=中文（繁體）, zu=IsiZulu';

let byCode: ReadonlyMap<string, string> | null = null;

function nameOf(code: string): string | undefined {
  byCode ??= new Map(
    TABLE.split(', ').map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at).toLowerCase(), entry.slice(at + 1)];
    }),
  );
  return byCode.get(code.toLowerCase());
}

/**
 * The name of a language, with what tells a variant from the others. A code that the table lacks stays a code.
 *
 * @param tag BCP 47
 * @example languageName('pt-BR') // 'Português (Brasil)'
 * @example languageName('fr-MA') // 'Français (MA)'
 */
export function languageName(tag: string): string {
  const subtags = tag.split('-');
  for (let length = subtags.length; length > 0; length--) {
    const name = nameOf(subtags.slice(0, length).join('-'));
    const rest = subtags.slice(length).join('-');
    if (name !== undefined) return rest === '' ? name : `${name} (${rest})`;
  }
  return tag;
}

/** A language to choose, and its name. */
export interface NamedLanguage {
  /** A language range of `/api/search` (RFC 4647 3.3.1). */
  readonly code: string;
  readonly name: string;
}

/**
 * The languages that readers of a site may choose: those of its pages, and a language as a whole where pages have several variants of it.
 * A language of one variant has its bare name.
 *
 * @param tags of the pages, without repeats
 * @param own of the site, which comes first
 * @returns by name
 * @example nameLanguages(['fr', 'en-GB', 'en-US'], 'en') // English, English (United Kingdom), English (United States), Français
 */
export function nameLanguages(tags: readonly string[], own: string): readonly NamedLanguage[] {
  const variants = Map.groupBy(tags, primaryOf);
  const named = [...variants].flatMap(([primary, all]): NamedLanguage[] => {
    const [only] = all;
    if (all.length === 1) return [{ code: only!, name: languageName(isScriptTold(only!) ? only! : primary) }];
    return [...new Set([primary, ...all])].map((code) => ({ code, name: languageName(code) }));
  });
  const isOwn = ({ code }: NamedLanguage): boolean => primaryOf(code) === primaryOf(own);
  return named.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || byCodePoint(a.name, b.name));
}

function primaryOf(tag: string): string {
  return tag.split('-')[0]!.toLowerCase();
}

/** Chinese is read in two scripts, which its bare name does not tell. */
function isScriptTold(tag: string): boolean {
  return primaryOf(tag) === 'zh';
}
