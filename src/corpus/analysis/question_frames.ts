import { fold } from '../../text/fold.ts';

/**
 * How questions begin, by language: words around what is asked for, of which some are no function words (`what is the difference between`).
 * Read as regular expressions over folded words without apostrophes, one space between two; the parts of a compound are joined by hyphens
 * (`qu-est-ce`). Behind `...` is how such a question ends. Of several that fit, the first counts, and another may follow it.
 */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  en: [
    '(what is|whats|what are|explain|is there) (the|a|any) (main |key )?differences? (between|in|of)',
    '(the )?differences? between',
    '(is|are) there (a|an|any|some|another) (easy |easier |simple |good |better |other )?ways? (to|of|for)',
    '(what is|whats) (the|a) (best|right|correct|proper|easiest|simplest|fastest|recommended|preferred|good) way (to|of|for)',
    '(the )?best way to',
    '(is|would|will) it (still |be |also )?(possible|allowed|ok|okay) (to|for me to)',
    'where (can|do|could|would|should|might) (i|we|you|one) (find|get|see|look for|look up)',
    'where to (find|get|see|look for|look up)',
    '(i|we) (just )?(want|need|wish|have|would like|am trying|are trying|try|tried) to( know| understand| find out| learn)?',
    '(id|wed) like to( know| understand| find out| learn)?',
    '(im|were) trying to( know| understand| find out| learn)?',
    'what (would |will )?happens? (if|when|to|with|after)',
    'what does it mean (if|when|that)',
    'what is meant by',
    '(what is|whats) the (meaning|purpose|point|use) of',
    '(what is|whats|is there) (the|a|any) reason (for|that|why)',
    '(does|do|can|could|would) (you|anyone|anybody|someone|somebody) (please )?(tell|show|explain|help|know)( to)?( me| us)?',
    '(please )?(tell|show|teach) (me|us) (about|how|what|why|where|when)',
    '(i|we) (cannot|cant|could not|couldnt) (find out|figure out|understand|find) (how|why|where|what)',
    'how come',
    'how (many|much|often|long)',
    'what (kind|kinds|sort|sorts) of',
    'what (does|do|did) ... (mean|stand for)',
  ],
  de: [
    '(was|wo|worin|welche) (ist|sind|besteht|bestehen|liegt|liegen|gibt es) (der |die |den )?unterschiede? (zwischen|von)',
    '(der |die )?unterschiede? zwischen',
    'wie unterscheide(t|n) sich',
    'gibt es (eine|irgendeine|die|auch eine) (einfache |bessere |andere )?möglichkeit(en)?',
    'gibt es (einen|irgendeinen|auch einen) (einfachen |besseren |anderen )?weg',
    'was ist (der|die) (beste|richtige|einfachste) (weg|art|methode|möglichkeit)',
    '(ist|wäre|wie ist) es möglich',
    'wo (finde|finden|findet|bekomme|sehe|sieht) (ich|man|wir)',
    'wo (kann|können|könnte) (ich|man|wir) ... finden',
    '(ich|wir) (möchte|möchten|will|wollen|würde gern|würde gerne|muss|müssen)( wissen| verstehen)?',
    'wie (mache|macht|bekomme|bekommt|schaffe|schafft) (ich|man|wir)( es)?',
    'wie (geht|lautet|funktioniert|funktionieren)( es)?',
    'was (passiert|geschieht) (wenn|mit|bei|nach)',
    'was (bedeutet|bedeuten|heißt|macht)',
    'weiß jemand',
    'kann (mir )?(jemand )?(bitte )?(sagen|erklären|zeigen)',
    'woran liegt es( dass)?',
    'wie (viele|viel|lange|oft)',
    '(wieso|weshalb|wozu|wofür|womit|woher|wohin|wodurch)',
  ],
  fr: [
    '(quelle est|quelles sont) (la|les) (principales? )?différences? entre',
    '(la |les )?différences? entre',
    '(est-ce qu-il y a|est-ce qu-il existe|y a-t-il|existe-t-il|il y a) (un|une) (autre )?(moyen|façon|manière|possibilité) (de|pour)',
    '(quelle est la meilleure|quel est le meilleur) (façon|manière|méthode|moyen) (de|pour)',
    '(est-il|est-ce qu-il est|il est) possible de',
    'où (puis-je|peut-on|pouvons-nous|dois-je|est-ce que je peux|je peux) (trouver|voir|obtenir)',
    'où (trouver|voir|se trouve|se trouvent)',
    'comment (est-ce que )?(puis-je|peut-on|pouvons-nous|pourrais-je|dois-je|fait-on|je peux|on peut|je dois)( faire pour)?',
    'comment faire pour',
    'pourquoi est-ce (que|qu-il|qu-elle|qu-on)',
    '(puis-je|peut-on|est-ce que je peux|est-ce qu-on peut)',
    '(je veux|je voudrais|je dois|je souhaite|je cherche à|j-aimerais)( savoir| comprendre)?',
    'que se passe-t-il (si|quand|lorsque|après)',
    '(que signifie|que signifient|que veut dire|à quoi sert|à quoi servent)',
    'qu-est-ce (que|qui|qu-un|qu-une)( c-est que)?',
    'c-est quoi',
    'combien( de)?',
  ],
  es: [
    '(cuál es|cuáles son|qué) (la |las )?(principales )?diferencias? (hay )?(entre|de)',
    '(la |las )?diferencias? entre',
    '(hay|existe) (alguna|una|algun|un|otra) (manera|forma|modo|posibilidad) (de|para)',
    'cuál es (la|el) mejor (manera|forma|modo) (de|para)',
    '(es|sería) posible',
    'dónde (puedo|podemos|puede|se puede|se pueden) (encontrar|ver|obtener|conseguir)',
    'dónde (encuentro|encontrar|se encuentra|se encuentran)',
    'cómo (puedo|podemos|podría|debo|se puede|se pueden)( hacer para)?',
    'cómo (hago|hacer) para',
    '(puedo|podemos|se puede|podría)',
    '(quiero|necesito|quisiera|me gustaría|tengo que)( saber| entender)?',
    'qué (pasa|sucede|ocurre) (si|cuando|con)',
    '(qué significa|qué significan|para qué sirve|para qué sirven)',
    '(alguien|sabes|sabe alguien|alguien sabe) (sabe )?(cómo|si)',
    '(cuánto|cuánta|cuántos|cuántas)( tiempo)?',
  ],
  pt: [
    '(qual é|quais são) (a|as) (principais )?diferenças? (entre|de)',
    '(a |as )?diferenças? entre',
    '(há|existe|tem) (alguma|uma|algum|um|outra) (maneira|forma|modo|jeito|possibilidade) (de|para)',
    'qual é (a|o) melhor (maneira|forma|modo|jeito) (de|para)',
    '(é|seria) possível',
    'onde (eu )?(posso|podemos|se pode) (encontrar|ver|obter|achar)',
    'onde (encontro|encontrar|acho|fica|ficam)',
    'como (eu )?(posso|podemos|poderia|devo)( fazer para)?',
    'como (eu )?(faço|fazer) para',
    '(posso|podemos|dá para)',
    '(eu )?(quero|preciso|queria|gostaria de|tenho que)( saber| entender)?',
    'o que (acontece|ocorre) (se|quando|com)',
    '(o que significa|o que significam|o que quer dizer|para que serve|para que servem)',
    '(quanto|quanta|quantos|quantas)( tempo)?',
  ],
  it: [
    '(qual è|quali sono|che) (la |le )?(principali )?differenz(a|e) (c-è |ci sono )?(tra|fra)',
    '(la |le )?differenz(a|e) (tra|fra)',
    '(c-è|esiste) (un|una|qualche|un altro) (modo|maniera|possibilità) (per|di)',
    'qual è (il|la) (miglior|migliore) (modo|maniera) (per|di)',
    'qual è il modo migliore (per|di)',
    '(è|sarebbe) possibile',
    'dove (posso|possiamo|si può|si possono) (trovare|vedere|ottenere)',
    'dove (trovo|trovare|si trova|si trovano)',
    'come (posso|possiamo|potrei|devo|si può|si possono)( fare per| fare a)?',
    'come (faccio|fare|si fa) (a|per)',
    '(posso|possiamo|si può)',
    '(voglio|vorrei|devo|ho bisogno di)( sapere| capire)?',
    '(che )?(cosa|che) (succede|accade) (se|quando|con)',
    '(che )?cosa (significa|significano|vuol dire)',
    '(che )?cos-è',
    'a (che )?cosa (serve|servono)',
    '(quanto|quanta|quanti|quante)( tempo)?',
  ],
  nl: [
    '(wat is|wat zijn) (het|de) (belangrijkste )?verschil(len)? (tussen|met)',
    '(het |de )?verschil(len)? tussen',
    '(is|bestaat) er (een|ook een|enige) (andere |betere )?(manier|mogelijkheid|weg)( om| voor)?',
    'wat is de (beste|juiste|makkelijkste) manier( om)?',
    'is het mogelijk( om)?',
    'waar (vind|vinden|vindt|zie|haal) (ik|je|men|we)',
    'waar (kan|kun|kunnen) (ik|je|men|we) ... vinden',
    'hoe (kan|kun|kunnen|moet|moeten|krijg|zorg) (ik|je|men|we)( ervoor dat)?',
    '(kan|kun|kunnen|mag|moet) (ik|je|men|we)',
    '(ik|we) (wil|willen|moet|moeten|zou graag|zouden graag)( weten| begrijpen)?',
    'wat gebeurt er (als|wanneer|met|na)',
    'wat (betekent|betekenen|doet)',
    'waarom( kan| werkt| doet)?( ik)?',
    'hoe(veel| vaak| lang)',
  ],
  sv: [
    '(vad är|vilka är) (skillnaden|skillnaderna) (mellan|på)',
    'skillnad(en|er|erna)? mellan',
    'finns det (något|ett|andra) sätt( att)?',
    'vad är (det )?bästa sättet( att)?',
    '(är|går) det( möjligt)? att',
    'var (hittar|finner|ser) (jag|man|vi)',
    'var kan (jag|man|vi) ... hitta',
    'hur (gör|får) (jag|man|vi)( för att)?',
    '(jag|vi) (vill|behöver|måste)( veta)?',
    'vad (händer|betyder)( om| när| med)?',
    'hur (många|mycket|ofta|länge)',
  ],
  da: [
    '(hvad er|hvilke er) (forskellen|forskellene) (mellem|på)',
    'forskel(len|le|lene)? mellem',
    '(er|findes) der en (anden )?(måde|mulighed)( at| for at)?',
    'hvad er den bedste måde( at)?',
    'er det muligt at',
    'hvor (finder|ser) (jeg|man|vi)',
    'hvor kan (jeg|man|vi) ... finde',
    'hvordan (gør|får) (jeg|man|vi)( for at)?',
    '(jeg|vi) (vil|skal|ønsker|har brug for)( gerne)?( at)?( vide)?',
    'hvad sker der( hvis| når| med)?',
    'hvad betyder( det)?',
    'hvor (mange|meget|ofte|længe)',
  ],
  no: [
    '(hva er|hvilke er) (forskjellen|forskjellene) (mellom|på)',
    'forskjell(en|er|ene)? mellom',
    '(er|finnes) det en (annen )?(måte|mulighet)( å| for å)?',
    'hva er den beste måten( å)?',
    'er det mulig( å)?',
    'hvor (finner|ser) (jeg|man|vi)',
    'hvor kan (jeg|man|vi) ... finne',
    'hvordan (gjør|får) (jeg|man|vi)( for å)?',
    '(jeg|vi) (vil|må|ønsker|trenger)( gjerne)?( å)?( vite)?',
    'hva skjer( det)?( hvis| når| med)?',
    'hva betyr( det)?',
    'hvor (mange|mye|ofte|lenge)',
  ],
  ru: [
    '(в чем|какая|какое|какие|каковы) (разница|различие|отличие|различия|отличия) (между|от)',
    '(разница|различие|отличие|различия|отличия) между',
    'чем (отличается|отличаются)',
    '(есть|существует) ли (другой )?(способ|возможность)',
    '(какой|каков) (лучший|правильный) способ',
    '(можно|возможно) ли',
    'как (можно|мне)',
    'где (можно|я могу|мне) (найти|посмотреть|увидеть)',
    'где (найти|находится|находятся)',
    'зачем',
    '(я )?(хочу|хотел бы|хотела бы)( узнать| понять)?',
    'мне (нужно|надо)( узнать| понять)?',
    'что (происходит|произойдет|будет|случится) (если|когда|с|при)',
    'что (означает|означают|значит|такое)',
    'сколько',
  ],
};

/** Between two words of any language. Not in `vs code`, which is a name. */
const VERSUS = /^(?:vs|versus)$/;
const NAMED_VS = /^(?:code|codium|studio)$/;

/** Most frames of one text, as in `I want to know what happens if`. */
const MOST_FRAMES = 3;

interface Frame {
  readonly begins: RegExp;
  /** null: it ends where what is asked for begins. */
  readonly ends: RegExp | null;
}

/** Compiled frames, at most one list per language in `FRAMES`. */
const compiled = new Map<string, readonly Frame[]>();

function framesIn(language: string): readonly Frame[] {
  const primary = language.toLowerCase().split('-')[0]!;
  const key = primary === 'nb' || primary === 'nn' ? 'no' : primary;
  if (!Object.hasOwn(FRAMES, key)) return [];
  let frames = compiled.get(key);
  if (frames === undefined) {
    frames = FRAMES[key]!.map((frame) => {
      const [begins, ends] = fold(frame).split(' ... ');
      return {
        begins: new RegExp(`^(?:${begins})(?= |$)`),
        ends: ends === undefined ? null : new RegExp(` (?:${ends})$`),
      };
    });
    compiled.set(key, frames);
  }
  return frames;
}

/**
 * Finds the words of a question that only say that it is one.
 * @param languages BCP 47 tags
 * @returns a function of the words of a text, folded and without apostrophes; of what is no plain word, any text without a space. It gives
 * whether each is such a word, or null when none is.
 */
export function questionFrames(languages: readonly string[]): (words: readonly string[]) => readonly boolean[] | null {
  const frames = [...new Set(languages.map(framesIn))].flat();
  // Most texts have none: one test for all is faster than one for each.
  const some = new RegExp(frames.map(({ begins }) => begins.source).join('|') || '(?!)');
  return (words) => {
    if (words.length < 2) return null;
    const isFramed = words.map(
      (word, i) => VERSUS.test(word) && i > 0 && i < words.length - 1 && !NAMED_VS.test(words[i + 1]!),
    );
    let begun = 0;
    for (let i = 0; i < MOST_FRAMES && begun < words.length; i++) {
      const rest = words.slice(begun).join(' ');
      if (!some.test(rest)) break;
      const found = frames.find(({ begins, ends }) => begins.test(rest) && (ends === null || ends.test(rest)));
      if (found === undefined) break;
      const count = countWords(found.begins.exec(rest)![0]);
      isFramed.fill(true, begun, begun + count);
      begun += count;
      if (found.ends !== null) isFramed.fill(true, words.length - countWords(found.ends.exec(rest)![0].slice(1)));
    }
    return isFramed.includes(true) ? isFramed : null;
  };
}

function countWords(text: string): number {
  return text.split(' ').length;
}
