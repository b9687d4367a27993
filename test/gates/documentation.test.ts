import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { BakeSettings } from '../../src/bake/bake_options.ts';
import { bake } from '../../src/bake/site_baker.ts';
import { checkSite } from '../../src/check/check_site.ts';
import { CHECK_RULES, REPORT_FORMATS } from '../../src/cli/options.ts';
import { createProgram } from '../../src/cli/program.ts';
import { type ConfigKey, configSchema, settings } from '../../src/cli/settings/config.ts';
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts';
import { imageLimits } from '../../src/content/files/image_files.ts';
import { SERVED_PATHS } from '../../src/content/site/place_pages.ts';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { SITE_FILES } from '../../src/discovery/resource.ts';
import { resources } from '../../src/discovery/resources.ts';
import { english as feedbackLabels } from '../../src/explorer/browser/page_feedback/feedback_labels.ts';
import { ATTRIBUTES as FEEDBACK_ATTRIBUTES } from '../../src/explorer/browser/page_feedback/feedback_settings.ts';
import { english } from '../../src/explorer/browser/search_box/box_labels.ts';
import { ATTRIBUTES } from '../../src/explorer/browser/search_box/box_settings.ts';
import { renderLimits } from '../../src/explorer/render_thread.ts';
import { storeLimits } from '../../src/feedback/store_limits.ts';
import { serverLimits } from '../../src/http/node/server_limits.ts';
import { createServerMetrics } from '../../src/metrics/server_metrics.ts';
import { problemType, SLUGS } from '../../src/problems/catalogue.ts';
import { caps, DIMENSIONS } from '../../src/query/ask/caps.ts';
import { PARAMETERS } from '../../src/query/ask/read_parameters.ts';
import { SEARCH_PARAMETERS } from '../../src/query/ask/read_search.ts';
import { turnLimits } from '../../src/questions/turns.ts';
import { MOST_IN_FEED } from '../../src/site_files/feeds.ts';
import { llmsLimits } from '../../src/site_files/llms_text.ts';
import { PAGE_ANSWERS } from '../../src/text/page_answers.ts';

const site = fileURLToPath(new URL('../../site', import.meta.url));
const read = (page: string) => readFileSync(join(site, page), 'utf8');

describe('pages', () => {
  it.each([
    ['docs/{tutorials,how-to}/*.md', '**Task:** '],
    ['{docs/reference,writing}/*.md', '**Use this page to** '],
  ])('%s begin with their task', (pattern, beginning) => {
    const pages = globSync(pattern, { cwd: site });
    expect(pages.length).toBeGreaterThan(10);
    const text = (page: string) => read(page).replace(/^(---|\+\+\+)\n[\s\S]*?\n\1\n\n/, '');
    expect(pages.filter((page) => !text(page).startsWith(beginning))).toEqual([]);
  });
});

describe('docs/reference/command-line.md', () => {
  const page = read('docs/reference/command-line.md');
  const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };

  it.each(createProgram(silent, '', () => {}).commands)(
    'tells the command $_name and each of its options',
    (command) => {
      expect(page).toContain(`\n## ${command.name()}\n`);
      for (const { long } of command.options) expect(page).toMatch(new RegExp(`^\\| \`${long}\\b`, 'm'));
    },
  );
});

describe('docs/reference/watching.md', async () => {
  const page = read('docs/reference/watching.md');
  const metrics = createServerMetrics({ answers: true, ofProcess: false });
  const names = (await metrics.read()).map(({ name }) => name);
  metrics.close();

  it.each(names)('tells the metric %s', (name) => {
    expect(page).toContain(`\`${name}\``);
  });
});

describe('docs/reference/configuration.md', () => {
  const page = read('docs/reference/configuration.md');

  it.each(Object.keys(configSchema.shape))('tells the setting %s', (key) => {
    expect(page).toContain(`| \`${key}\` |`);
    const stored = { build: 'fixed', service: 'yes', server: 'no', check: 'no', editor: 'no' };
    const row = page.split('\n').find((line) => line.startsWith(`| \`${key}\` |`));
    expect(row).toMatch(new RegExp(`\\| ${stored[settings[key as ConfigKey].use]} \\|$`));
  });
});

describe('docs/how-to/move-from-another-search.md', () => {
  const page = read('docs/how-to/move-from-another-search.md');
  /** What the tables say that there is in Catchword. The one above them has settings of generators. */
  const tables = page.slice(page.indexOf('## From Algolia DocSearch'));
  const ours = [...tables.matchAll(/^\| .+ \| (.+) \|$/gm)].map(([, cell]) => cell!).join('\n');
  const codes = [...ours.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  const types = readFileSync(new URL('../../src/client/api_types.ts', import.meta.url), 'utf8');
  /** What is no member of a response: a key of front matter. */
  const keys = ['draft', 'date', 'version'];

  it.each(codes.filter((code) => /^[a-z]+(?:\.NAME|\.version)?=/.test(code)))(
    'names the parameter %s, which exists',
    (code) => {
      const [name] = code.split(/[.=]/);
      expect(['field', ...SEARCH_PARAMETERS, ...PARAMETERS]).toContain(name);
    },
  );

  it.each(codes.filter((code) => /^[a-z]+(?:\.[a-z]+)?$/i.test(code)))(
    'names %s, which a response, a setting or a query has',
    (code) => {
      const settings = Object.keys(configSchema.shape);
      for (const name of code.split('.')) {
        if (![...settings, ...keys, ...SEARCH_PARAMETERS].includes(name))
          expect(types).toMatch(new RegExp(`\\breadonly ${name}\\b`));
      }
    },
  );

  it('names every part of Catchword that replaces something, and denies none', () => {
    const lacking = page.split('\n').filter((line) => line.includes('no counterpart'));
    expect(lacking.filter((line) => /dialog|widget|analytics|\bbox\b/i.test(line))).toEqual([]);
    expect(page).toContain('<catchword-search mode="dialog">');
    expect(ATTRIBUTES).toContain('mode');
  });
});

describe('docs/how-to/nginx-and-caddy.md', () => {
  it('limits submissions, and closes /mcp', () => {
    const blocks = read('docs/how-to/nginx-and-caddy.md').match(/^```nginx\n[\s\S]*?^```$/gm)!;
    const limiting = blocks.find((block) => block.includes('limit_req_zone'))!;
    expect(limiting).toMatch(
      /location = \/api\/feedback \{\s+limit_req zone=\w+[^}]*proxy_pass http:\/\/127\.0\.0\.1:4777;/,
    );
    expect(limiting).toMatch(/location = \/mcp \{\s+return 404;/);
    for (const path of ['/api/feedback', '/mcp']) expect(resources.map((each) => each.path)).toContain(path);
  });
});

describe('docs/how-to/search-box-on-a-static-site.md', () => {
  it('forwards what the box loads and asks', () => {
    const [, pattern] = /^location ~ (\S+) \{$/m.exec(read('docs/how-to/search-box-on-a-static-site.md'))!;
    const forwarded = new RegExp(pattern!);
    for (const path of ['/explore', '/explore/search.js', '/explore/assets/box.A.js', '/api/search', '/api/pages'])
      expect(forwarded.test(path), path).toBe(true);
    for (const path of ['/', '/explorers', '/apiary/a', '/docs/api/']) expect(forwarded.test(path), path).toBe(false);
  });
});

describe('docs/reference/client.md', () => {
  const page = read('docs/reference/client.md');
  // The compiler finds a method that is missing here or that the client does not have.
  const methods: Record<keyof Client, true> = {
    page: true,
    markdown: true,
    search: true,
    ask: true,
    batch: true,
    pages: true,
    feedback: true,
  };
  const options: Record<keyof ClientOptions, true> = { url: true, fetch: true, cached: true };

  it('has a row and a section with an example for each method, and for no other', () => {
    const rows = [...page.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
    const sections = [...page.matchAll(/^### (\w+)\n[\s\S]*?```js \1\.mjs\n[\s\S]*?\bclient\.\1\(/gm)].map(
      ([, name]) => name,
    );
    expect(rows).toEqual(Object.keys(methods));
    expect(sections).toEqual(Object.keys(methods));
    expect(Object.keys(createClient({ url: 'http://a' })).toSorted()).toEqual(Object.keys(methods).toSorted());
  });

  it.each(Object.keys(options))('tells the option %s', (option) => {
    expect(page).toContain(`\n| \`${option}\` |`);
  });
});

describe('docs/reference/search-element.md', () => {
  const page = read('docs/reference/search-element.md');

  it.each(ATTRIBUTES)('tells the attribute %s', (attribute) => {
    expect(page).toContain(`\n| \`${attribute}\` |`);
  });

  it('translates every label', () => {
    const [, json] = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(page)!;
    expect(Object.keys(JSON.parse(json!) as object).toSorted()).toEqual(Object.keys(english).toSorted());
  });
});

describe('docs/reference/feedback-element.md', () => {
  const page = read('docs/reference/feedback-element.md');

  it.each(FEEDBACK_ATTRIBUTES)('tells the attribute %s', (attribute) => {
    expect(page).toContain(`\n| \`${attribute}\` |`);
  });

  it('translates every label', () => {
    const [, json] = /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(page)!;
    expect(Object.keys(JSON.parse(json!) as object).toSorted()).toEqual(Object.keys(feedbackLabels).toSorted());
  });

  it.each(Object.values(PAGE_ANSWERS))('tells the message of an answer: %s', (message) => {
    expect(page).toContain(`\`${message}\``);
  });
});

describe('docs/reference/site-files.md', () => {
  const page = read('docs/reference/site-files.md');

  it.each(SITE_FILES)('tells the file %s, whose path a build knows', (file) => {
    expect(page).toContain(`\n| \`/${file}\` |`);
    expect([...SERVED_PATHS]).toEqual(SITE_FILES);
  });

  it.each([...Object.values(llmsLimits), MOST_IN_FEED])('tells the bound %d', (bound) => {
    const told =
      bound >= 2 ** 20
        ? `${bound / 2 ** 20} MiB`
        : bound % 1024 === 0
          ? `${bound / 1024} KiB`
          : bound.toLocaleString('en');
    expect(page).toMatch(new RegExp(`(?<!\\d)${told}(?!\\d)`));
  });
});

describe('docs/reference/checking.md', () => {
  it.each(CHECK_RULES.filter((rule) => rule !== 'all'))('tells the rule %s', (rule) => {
    expect(read('docs/reference/checking.md')).toContain(`\n| \`${rule}\` |`);
  });

  it.each(REPORT_FORMATS)('tells the format %s', (format) => {
    expect(read('docs/reference/checking.md')).toContain(`\n| \`${format}\` |`);
  });
});

describe('docs/reference/caps.md', () => {
  const page = read('docs/reference/caps.md');

  it.each(DIMENSIONS)('has a row for the dimension %s', (dimension) => {
    expect(page).toContain(`\n| \`${dimension}\` |`);
  });

  const { body: _, ...byDimension } = caps;
  it.each(Object.entries(byDimension))('tells the cap %s', (dimension, { maximum }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${dimension}\` |`));
    expect(row).toMatch(new RegExp(`\\b${maximum.toLocaleString('en')}\\b`));
  });

  it('lists the dimensions in the order of their checks', () => {
    const order = /^## Order of checks\n\n[^:.]*:\s([^.]*)\./m
      .exec(page)?.[1]
      ?.toLowerCase()
      .split(/,\s|\sand\s/);
    expect(order).toEqual([...DIMENSIONS]);
  });
});

describe('docs/reference/server-limits.md', () => {
  const page = read('docs/reference/server-limits.md');

  it.each(Object.entries(turnLimits))('tells %s as %d', (name, limit) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    const value =
      name === 'waitTime' ? `${limit / 1000} s` : name === 'turnShare' ? `${limit} ms` : limit.toLocaleString('en');
    expect(row).toContain(`| ${value} `);
  });

  it.each(Object.entries(renderLimits))('tells %s of pages of the explorer as %d', (name, limit) => {
    const section = page.slice(page.indexOf('## Pages of the explorer'));
    const row = section.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    const value = name === 'heap' ? `${limit} MiB` : name.endsWith('Time') ? `${limit / 1000} s` : String(limit);
    expect(row).toContain(`| ${value} `);
  });

  it.each(Object.entries(imageLimits))('tells %s of images as %d', (name, limit) => {
    const section = page.slice(page.indexOf('## Images of the explorer'));
    const value =
      name === 'waitTime'
        ? `${limit / 1000} s`
        : name === 'heldBytes'
          ? `${limit / 1024 / 1024} MiB`
          : limit.toLocaleString('en');
    expect(section.split('\n').find((line) => line.startsWith(`| \`${name}\``))).toContain(`| ${value} `);
  });

  it.each(Object.entries(serverLimits))('tells %s as %d', (name, limit) => {
    const row = page.split('\n').find((line) => line.startsWith('| `') && line.includes(`\`${name}\``));
    const [scale, unit] = /Bytes$/.test(name)
      ? [1024, ' KiB']
      : /T(?:ime|imeout)$|Interval$/i.test(name)
        ? [1000, ' s']
        : [1, ' '];
    expect(row).toContain(`${(limit / scale).toLocaleString('en')}${unit}`);
  });
});

describe('docs/reference/feedback.md', () => {
  it.each(Object.entries({ waitingReads: 'reads', waitingSubmissions: 'submissions' } as const))(
    'tells %s as the number of waiting %s',
    (name, what) => {
      const limit = storeLimits[name as 'waitingReads' | 'waitingSubmissions'].toLocaleString('en');
      expect(read('docs/reference/feedback.md')).toContain(`${limit} ${what}`);
    },
  );
});

describe('docs/reference/problem-types.md', () => {
  const rows = [...read('docs/reference/problem-types.md').matchAll(/^\| (\d{3}) \| `([\w-]+)` \|/gm)].map(
    ([, status, slug]) => ({ status: Number(status), slug: slug ?? '' }),
  );

  it('has every slug of the catalogue and no other, each with its status', () => {
    const byStatus = rows.toSorted((a, b) => a.status - b.status || (a.slug < b.slug ? -1 : 1));
    expect(byStatus).toEqual(SLUGS.map((slug) => ({ status: problemType(slug).status, slug })));
  });
});

describe('docs/reference/resources.md', () => {
  const page = read('docs/reference/resources.md');

  it.each(resources)('lists $path', ({ path, methods }) => {
    expect(page).toMatch(new RegExp(`\`${methods[0]} ${path.replaceAll(/[.{}]/g, '\\$&')}[?\`]`));
  });
});

describe('the shipped site', async () => {
  const config = JSON.parse(read('catchword.config.json')) as BakeSettings;
  const settings = { ...config, origin: null, publicOrigin: null };
  const report = await bake({ folder: site, out: null, settings, commit: null, local: true, cache: null, workers: 1 });
  const { pages, links } = openCorpus(joinArtefact(report.artefact));

  it('has no warning and no dead link', () => {
    expect(report.warnings).toEqual([]);
    expect(report.linksUnresolved).toBe(0);
  });

  it('has no finding of a check', () => {
    const { findings } = checkSite({ folder: site, settings, ignore: [], onProgress() {} });
    expect(findings).toEqual([]);
  });

  it('publishes Markdown whose links to the service lead to Markdown that is there', () => {
    const targets = Array.from({ length: pages.count }, (_, page) => Buffer.from(pages.markdown(page)).toString())
      .flatMap((markdown) => [
        ...markdown.replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '').matchAll(/\]\(\/([^\s()#]*)\.md(?:#[^\s()]*)?\)/g),
      ])
      .map((match) => decodeURIComponent(match[1]!));
    expect(targets.length).toBeGreaterThan(300);
    expect(targets.filter((path) => pages.find(path) === -1)).toEqual([]);
  });

  it('links from its root to every page', () => {
    const reached = new Set([pages.find('index')]);
    for (const page of reached) for (const next of links.outgoing(page)) reached.add(next);
    const lost = Array.from({ length: pages.count }, (_, page) => page).filter((page) => !reached.has(page));
    expect(lost.map((page) => pages.path(page))).toEqual([]);
  });
});
