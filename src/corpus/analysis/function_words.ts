import { fold } from '../../text/fold.ts';

/**
 * Function words (stop words) by language. A clause requires them only when it has no other words. In a language that is not
 * listed, every word is required.
 */
const LISTS: Readonly<Record<string, string>> = {
  en: `a about above after again against all am an and any are aren't as at be because been before being below between both but by
    can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from further had hadn't has hasn't
    have haven't having he her here hers herself him himself his how i if in into is isn't it it's its itself just let's me more most
    mustn't my myself no nor not now of off on once only or other ought our ours ourselves out over own same shall she should shouldn't so
    some such than that the their theirs them themselves then there these they this those through to too under until up very was wasn't
    we were weren't what when where which while who whom why will with won't would wouldn't you your yours yourself yourselves`,
  de: `aber als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des die dies diese dieser dieses
    doch dort du durch ein eine einem einen einer eines er es euer für hat hatte hatten hier ich ihr ihre im in ist ja kann können man
    mein mit muss müssen nach nicht noch nun nur ob oder ohne sehr sein sich sie sind so über um und uns unser unter vom von vor war
    waren warum was wann weil welche welcher wenn wer werden wie wieder wir wird wo wurde zu zum zur zwischen`,
  fr: `à au aux avec ce ces cet cette comme comment d dans de des du elle elles en est et été être eux fait il ils j je l la le les leur
    leurs lui m ma mais me même mes moi mon n ne nos notre nous on ont ou où par pas plus pour pourquoi qu quand que quel quelle qui s sa
    sans se ses si son sont sous sur t ta te tes toi ton tu un une vos votre vous y`,
  es: `a al algo como con cómo cual cuál cuando cuándo de del desde donde dónde dos e el él ella ellas ellos en entre era es esa ese eso
    esta está están este esto fue ha han hasta hay la las le les lo los más me mi muy ni no nos o para pero por porque qué que quien quién
    se según ser si sí sin sobre son su sus también te tiene tu un una uno y ya yo`,
  it: `a ad agli ai al alla alle anche che chi ci come con cosa da dai dal dalla dalle dei del della delle di dove e è ed era gli ha hanno
    i il in io la le lei li lo loro lui ma mi nei nel nella noi non o per perché più quale quando quello questa questo se si sono su sua
    sul sulla suo tra tu un una uno voi`,
  pt: `a à ao aos as às até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta está este eu foi há isso
    isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos o onde os ou para pela pelo por porque qual quando que quem se sem
    ser seu sua são também te tem um uma você`,
  nl: `aan als bij dan dat de den der deze die dit door een en er had heb hebben heeft het hier hij hoe hun ik in is je kan maar me meer
    men met mijn na naar niet nog nu of om omdat ons ook op over te tot uit van voor waar wanneer want waren was wat we welke werd wie wij
    worden zal ze zich zij zijn zo`,
  sv: `alla allt att av blev bli de dem den denna det detta dig din du där efter ej eller en er ett från för ha hade han hans har hon hur
    här i icke inte jag kan kunde man med mig min mot mycket ni nu när någon något och om oss på samma sedan sig sin ska som så till under
    upp ut utan vad var vara varför vem vi vid vilken än är`,
  da: `af alle at blev bliver da de dem den denne der det dette dig din du efter eller en er et for fra ha han hans har havde her hun hvad
    hvem hvis hvor hvordan hvorfor i ikke ind jeg kan man med men mig min mod må når nogle nu og også om op os over på sig skal som så til
    ud under var ved vi vil være`,
  no: `alle at av ble bli da de dem den denne der det dette du eller en er et etter for fra ha han har hun hva hvem hvis hvor hvordan
    hvorfor i ikke inn jeg kan man med men meg min mot må når noe noen nå og også om opp oss over på seg skal som så til ut under var ved vi
    vil være`,
  ru: `а без бы был была были было в вам вас весь во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к как
    какой когда кто ли между меня мне мы на над не него нее нет ни них но о об от по под после почему при с со так там то того только том
    ты у уже чем что чтобы эта эти это этот я`,
};

const NONE: ReadonlySet<string> = new Set();
/** Cached sets, at most one per language in `LISTS`. */
const sets = new Map<string, ReadonlySet<string>>();

/** @param language a BCP 47 tag; @returns its function words, folded and without apostrophes */
export function functionWords(language: string): ReadonlySet<string> {
  const primary = language.toLowerCase().split('-')[0]!;
  const key = primary === 'nb' || primary === 'nn' ? 'no' : primary;
  if (!Object.hasOwn(LISTS, key)) return NONE;
  let words = sets.get(key);
  if (words === undefined) {
    words = new Set(LISTS[key]!.split(/\s+/).map((word) => fold(word).replaceAll("'", '')));
    sets.set(key, words);
  }
  return words;
}
