import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../text/fold.ts';
import { questionFrames } from './question_frames.ts';

/** The words of a text that are no frame of a question in a language. */
function asked(language: string, text: string): string {
  const words = fold(text).replaceAll("'", '').split(' ');
  const isFramed = questionFrames([language])(words);
  return words.filter((_, i) => isFramed?.[i] !== true).join(' ');
}

describe('the frame of a question', () => {
  test.each([
    ['en', 'what is the difference between rdb and aof', 'rdb and aof'],
    ['en', "What's the main difference between rdb and aof", 'rdb and aof'],
    ['en', 'is there a way to expire a key', 'expire a key'],
    ['en', 'where can I find the logs', 'the logs'],
    ['en', 'I want to know what happens if a node fails', 'a node fails'],
    ['en', 'what does idempotent mean', 'idempotent'],
    ['en', 'rdb vs aof', 'rdb aof'],
    ['en-GB', 'rdb versus aof', 'rdb aof'],
    ['de', 'Was ist der Unterschied zwischen RDB und AOF', 'rdb und aof'],
    [
      'de',
      'Gibt es eine Möglichkeit, einen Schlüssel zu löschen',
      'gibt es eine moglichkeit, einen schlussel zu loschen',
    ],
    ['de', 'gibt es eine Möglichkeit einen Schlüssel zu löschen', 'einen schlussel zu loschen'],
    ['de', 'wo kann ich die Protokolle finden', 'die protokolle'],
    ['fr', 'Quelle est la différence entre RDB et AOF', 'rdb et aof'],
    ['fr', 'qu-est-ce qu-un index', 'index'],
    ['fr', 'y a-t-il un moyen de supprimer une clé', 'supprimer une cle'],
    ['es', '¿Cuál es la diferencia entre RDB y AOF', '¿cual es la diferencia entre rdb y aof'],
    ['es', 'cómo puedo borrar una clave', 'borrar una clave'],
    ['pt', 'Há alguma maneira de apagar uma chave', 'apagar uma chave'],
    ['it', 'qual è la differenza tra RDB e AOF', 'rdb e aof'],
    ['nl', 'wat is het verschil tussen RDB en AOF', 'rdb en aof'],
    ['sv', 'vad är skillnaden mellan RDB och AOF', 'rdb och aof'],
    ['da', 'hvad er forskellen på RDB og AOF', 'rdb og aof'],
    ['nb', 'hva er forskjellen på RDB og AOF', 'rdb og aof'],
    ['ru', 'в чём разница между RDB и AOF', 'rdb и aof'],
  ])('in %s of "%s" leaves "%s"', (language, text, rest) => {
    expect(asked(language, text)).toBe(rest);
  });

  test.each([
    ['en', 'was ist der unterschied zwischen rdb und aof'],
    ['ja', 'what is the difference between rdb and aof'],
    ['en', 'vs'],
    ['en', 'redis vs'],
    ['en', 'debug in vs code'],

    ['constructor', 'difference between a and b'],
  ])('is not read in %s of "%s"', (language, text) => {
    expect(asked(language, text)).toBe(fold(text));
  });

  test('is as long as the text at most, and takes no time to find in any text', () => {
    const word = fc.constantFrom(
      'what',
      'is',
      'the',
      'difference',
      'between',
      'i',
      'want',
      'to',
      'know',
      'vs',
      'mean',
      'x',
      '"',
    );
    const read = questionFrames(['en', 'fr']);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), (words) => {
        const isFramed = read(words);
        expect(isFramed?.length ?? words.length).toBe(words.length);
      }),
    );
  });
});
