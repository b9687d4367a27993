import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ran, runCommand } from '../../../test/fixtures/run_command.ts';

let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'eval-command-'));
  environment = { CATCHWORD_CACHE: join(folder, 'cache') };
  const site = (name: string, pages: Readonly<Record<string, string>>) => {
    mkdirSync(join(folder, name));
    for (const [page, text] of Object.entries(pages)) writeFileSync(join(folder, name, `${page}.md`), text);
  };
  const cats = '# Cats\n\nThey sleep.\n';
  const dogs = '# Dogs\n\nThey bark and like walks.\n';
  site('now', { cats, dogs, birds: '# Birds\n\nParrots sing.\n', walks: '# Walks\n\nWalks with dogs.\n' });
  site('before', { cats, dogs: '# Pets\n\nDogs like company.\n', walks: '# Walks with dogs\n\nDogs and more dogs.\n' });
  for (const name of ['now', 'before']) {
    const built = await run('build', join(folder, name), '--out', join(folder, `${name}.catchword`), '--local');
    expect(built.code).toBe(0);
  }
  write('queries.csv', 'query,page,grade\ncats,cats,\ndogs,dogs,3\ndogs,walks,1\nparrots,birds,\nfish,cats,\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]): Promise<Ran> {
  return runCommand(args, environment);
}

function write(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Runs `catchword eval` of a file in the folder and a build. The folder is left out of what it prints. */
async function evaluate(file: string, source: string, ...flags: string[]): Promise<Ran> {
  const named = flags.map((flag) => (flag.endsWith('.catchword') ? join(folder, flag) : flag));
  const { code, out, err } = await run('eval', join(folder, file), join(folder, source), ...named);
  return { code, out: out.replaceAll(`${folder}/`, ''), err: err.replaceAll(`${folder}/`, '') };
}

describe('catchword eval', () => {
  it('prints how many right pages are first, among three and among ten, MRR and nDCG', async () => {
    expect(await evaluate('queries.csv', 'now.catchword')).toEqual({
      code: 0,
      out: `queries       4
first         3
among 3       3
among 10      3
MRR@10    0.750
nDCG@10   0.750
refused       0
`,
      err: '',
    });
  });

  it('counts a row that stands for a right page as a copy of it', async () => {
    const versions = join(folder, 'versions');
    for (const [name, text] of [
      ['', 'Keys expire.'],
      ['1.0/', 'Keys expire late.'],
      ['2.0/', 'Keys expire soon.'],
    ]) {
      mkdirSync(join(versions, name!), { recursive: true });
      writeFileSync(join(versions, `${name}expire.md`), `# Expire\n\n${text}\n`);
    }
    write('copies.csv', 'query,page\nkeys expire,1.0/expire\nkeys expire,expire\n');
    const { out } = await evaluate('copies.csv', 'versions', '--json');
    expect(JSON.parse(out).queries).toEqual([expect.objectContaining({ query: 'keys expire', rank: 1 })]);
  });

  it('reads a folder, and queries in YAML', async () => {
    write(
      'queries.yaml',
      '- {query: cats, pages: [cats]}\n- query: dogs\n  pages:\n    - path: dogs\n      grade: 3\n    - walks\n',
    );
    expect(await evaluate('queries.yaml', 'now', '--show')).toEqual({
      code: 0,
      out: `queries       2
first         2
among 3       2
among 10      2
MRR@10    1.000
nDCG@10   1.000
refused       0

rank   nDCG  query
   1  1.000  cats
   1  1.000  dogs
`,
      err: '',
    });
  });

  it('--against prints the differences and the queries whose rank changed, worse ones first, and ends with 1', async () => {
    write('worse.csv', 'query,page\ncompany,dogs\ncats,cats\nbark,dogs\nlike walks,dogs\n');
    expect(await evaluate('worse.csv', 'before.catchword', '--against', 'now.catchword')).toEqual({
      code: 1,
      out: `           site  against  change
queries       4        4
first         2        3      -1
among 3       3        3       0
among 10      3        3       0
MRR@10    0.625    0.750  -0.125
nDCG@10   0.658    0.750  -0.092
refused       0        0       0

compared: 2 worse, 1 better, 1 query unchanged

rank   nDCG  against   nDCG  query
   -  0.000        1  1.000  bark
   2  0.631        1  1.000  like walks  (first: walks)
   1  1.000        -  0.000  company
`,
      err: 'Search is worse than with "now.catchword": MRR@10 fell by 0.125, nDCG@10 fell by 0.092267. --allow permits a fall of at most 0.\n',
    });
  });

  it.each([
    ['0.125', 0],
    ['.13', 0],
    ['0.124999', 1],
    ['0', 1],
  ])('--allow %s lets MRR fall by 0.125 and ends with %d', async (allow, code) => {
    write('fall.csv', 'query,page\ncompany,dogs\ncats,cats\nbark,dogs\nlike walks,dogs\n');
    expect(
      await evaluate('fall.csv', 'before.catchword', '--against', 'now.catchword', '--allow', allow),
    ).toMatchObject({
      code,
    });
  });

  it('--show lists every query in the order of the file, and what the other site lacks is named', async () => {
    expect(await evaluate('queries.csv', 'now.catchword', '--against', 'before.catchword', '--show')).toEqual({
      code: 0,
      out: `           site  against  change
queries       4        4
first         3        2      +1
among 3       3        2      +1
among 10      3        2      +1
MRR@10    0.750    0.500  +0.250
nDCG@10   0.750    0.500  +0.250
refused       0        0       0

compared: 0 worse, 1 better, 3 queries unchanged

rank   nDCG  against   nDCG  query
   1  1.000        1  1.000  cats
   1  1.000        1  1.000  dogs
   1  1.000        -  0.000  parrots
   -  0.000        -  0.000  fish
`,
      err: 'Warning: "before.catchword" does not contain 1 of the right pages, so queries cannot find it there.\n',
    });
  });

  it('--json prints everything in one order, the same bytes each time', async () => {
    write('two.csv', 'page,query\ndogs,dogs\nbirds,sing\n');
    const flags = ['two.csv', 'now.catchword', '--against', 'before.catchword', '--json'] as const;
    const { code, out } = await evaluate(...flags);
    const dogs = {
      rank: 1,
      ndcg: 1,
      refused: false,
      pages: [{ path: 'dogs', grade: 1, rank: 1 }],
      found: ['dogs', 'walks'],
    };
    const report = {
      file: 'two.csv',
      address: '/api/search',
      source: 'now.catchword',
      totals: { queries: 2, first: 2, amongThree: 2, amongTen: 2, mrr: 1, ndcg: 1, refused: 0 },
      against: {
        source: 'before.catchword',
        totals: { queries: 2, first: 1, amongThree: 1, amongTen: 1, mrr: 0.5, ndcg: 0.5, refused: 0 },
        differences: { first: 1, amongThree: 1, amongTen: 1, mrr: 0.5, ndcg: 0.5, refused: 0 },
        better: 1,
        worse: 0,
        allowed: 0,
        isWorse: false,
      },
      queries: [
        { query: 'dogs', line: 2, ...dogs, against: dogs },
        {
          query: 'sing',
          line: 3,
          rank: 1,
          ndcg: 1,
          refused: false,
          pages: [{ path: 'birds', grade: 1, rank: 1 }],
          found: ['birds'],
          against: {
            rank: null,
            ndcg: 0,
            refused: false,
            pages: [{ path: 'birds', grade: 1, rank: null }],
            found: [],
          },
        },
      ],
    };
    expect([code, out]).toEqual([0, `${JSON.stringify(report)}\n`]);
    expect((await evaluate(...flags)).out).toBe(out);
  });

  it('--json without another site has null in its place', async () => {
    const { out } = await evaluate('queries.csv', 'now.catchword', '--json');
    expect(JSON.parse(out)).toMatchObject({ against: null, queries: Array(4).fill({ against: null }) });
  });

  it('--address pages asks /api/pages, and what is refused counts as not found', async () => {
    const long = 'cats '.repeat(41).trim();
    write('long.csv', `query,page\n${long},cats\n`);
    expect((await evaluate('long.csv', 'now.catchword', '--show')).out).toBe(`queries       1
first         0
among 3       0
among 10      0
MRR@10    0.000
nDCG@10   0.000
refused       1

   rank   nDCG  query
refused  0.000  ${long}
`);
    const { out } = await evaluate('long.csv', 'now.catchword', '--address', 'pages', '--json');
    expect(JSON.parse(out)).toMatchObject({ address: '/api/pages', totals: { first: 1, refused: 0 } });
  });

  it('shows control characters of a query in a visible form', async () => {
    write('hostile.csv', 'query,page\n"cats\n\u001b[2J",cats\n');
    expect((await evaluate('hostile.csv', 'now.catchword', '--show')).out).toMatch(/cats\\u\{a\}\\u\{1b\}\[2J\n$/);
  });

  it.each([
    [['none.csv', 'now.catchword'], 2, 'Cannot read "none.csv": there is no such file.\n'],
    [['now', 'now.catchword'], 2, 'Cannot read "now": expected a query file whose name ends in .csv, .yaml or .yml.\n'],
    [['queries.csv', 'nothing'], 1, 'Cannot open "nothing": there is no such file or folder.\n'],
    [
      ['queries.csv', 'now.catchword', '--against', 'no.catchword'],
      1,
      'Cannot open "no.catchword": there is no such file or folder.\n',
    ],
    [
      ['queries.csv', 'now.catchword', '--allow', '0.1'],
      2,
      'Cannot allow a fall of "0.1": there is nothing to compare with. Specify an artefact or a folder with --against.\n',
    ],
    [
      ['queries.csv', 'now.catchword', '--against', 'now.catchword', '--allow', '5%'],
      2,
      'Cannot allow a fall of "5%": expected a number from 0 to 1, such as 0.01.\n',
    ],
    [
      ['queries.csv', 'now.catchword', '--address', 'map'],
      2,
      "error: option '--address <name>' argument 'map' is invalid. Allowed choices are search, pages.\n",
    ],
  ] as const)('%j ends with %d and says why', async ([file, source, ...flags], code, err) => {
    expect(await evaluate(file, source, ...flags)).toEqual({ code, out: '', err });
  });

  it('reads no file that is not in UTF-8, or larger than 2 MiB', async () => {
    write('latin.csv', Buffer.from('query,page\ncaf\xe9,cats\n', 'latin1'));
    write('large.csv', Buffer.alloc(2 * 1024 * 1024 + 1, 'a'));
    expect(await evaluate('latin.csv', 'now.catchword')).toEqual({
      code: 2,
      out: '',
      err: 'Cannot read "latin.csv": it is not UTF-8. Save it as UTF-8.\n',
    });
    expect(await evaluate('large.csv', 'now.catchword')).toEqual({
      code: 2,
      out: '',
      err: 'Cannot read "large.csv": it is larger than 2097152 bytes.\n',
    });
  });

  it('names the places of mistakes in a file', async () => {
    write('wrong.csv', 'query,page\ncats,cat\n,dogs\n');
    expect(await evaluate('wrong.csv', 'now.catchword')).toEqual({
      code: 2,
      out: '',
      err: `Cannot use the queries in "wrong.csv":
  wrong.csv:2:6: the site has no page "cat". Did you mean "cats"?
  wrong.csv:3:1: the query is empty. Write the words that people search for.
`,
    });
  });

  it('names the search rules by which ranks changed', async () => {
    write('rules.yaml', 'synonyms: [tweets -> parrots]\npins: [{ query: fish, page: cats }]\n');
    write('curated.csv', 'query,page\ntweets,birds\nfish,cats\ncats,cats\n');
    const against = ['--against', 'now.catchword', '--curation', join(folder, 'rules.yaml')];
    const { code, out } = await evaluate('curated.csv', 'now', ...against);
    expect([code, out.split('\n').slice(-5)]).toEqual([
      0,
      [
        '',
        'rank   nDCG  against   nDCG  query',
        '   1  1.000        -  0.000  tweets  (synonym, line 1)',
        '   1  1.000        -  0.000  fish  (pin, line 2)',
        '',
      ],
    ]);
    const json = JSON.parse((await evaluate('curated.csv', 'now', ...against, '--json')).out);
    const rule = { rule: 'pin', text: 'query "fish" -> cats, place 1', line: 2 };
    expect(json.queries.map(({ moved }: { moved?: unknown }) => moved)).toEqual([
      [{ path: 'birds', rules: [{ rule: 'synonym', text: 'tweets -> parrots', line: 1 }] }],
      [{ path: 'cats', rules: [rule] }],
      undefined,
    ]);
  });
});
