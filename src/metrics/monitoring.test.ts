import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createServerMetrics } from './server_metrics.ts';

const path = (name: string) => fileURLToPath(new URL(`../../monitoring/${name}`, import.meta.url));
const rules = readFileSync(path('catchword-rules.yml'), 'utf8');
const dashboard = readFileSync(path('catchword-dashboard.json'), 'utf8');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const panels = (JSON.parse(dashboard) as { readonly panels: readonly Panel[] }).panels;
const alerts = (parse(rules) as { groups: { rules: { alert: string; expr: string }[] }[] }).groups.flatMap(
  (group) => group.rules,
);

/** Expressions by what has them. */
const expressions: readonly (readonly [string, string])[] = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`the panel ${title}`, expr] as const)),
  ...alerts.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
];

async function known(): Promise<Set<string>> {
  const metrics = createServerMetrics({ answers: true, ofProcess: true });
  const names = new Set<string>(['up']);
  for (const { name, type } of await metrics.read()) {
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + suffix);
  }
  metrics.close();
  return names;
}

describe('the dashboard and the alert rules', () => {
  test('name only metrics that exist, and every one of this program', async () => {
    const names = await known();
    const named = new Set<string>();
    for (const [where, expression] of expressions) {
      const metrics = expression.match(/\b(?:catchword|process|nodejs)_\w+|\bup\b/g) ?? [];
      expect(metrics.length, where).toBeGreaterThan(0);
      for (const metric of metrics) {
        expect(names, where).toContain(metric);
        named.add(metric.replace(/_(?:bucket|sum|count)$/, ''));
      }
    }
    const own = [...names]
      .filter((name) => name.startsWith('catchword_'))
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    // The dashboard shows how old a build is by its name, not by its time.
    expect([...new Set(own)].filter((name) => !named.has(name))).toEqual(['catchword_build_served_timestamp_seconds']);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
  test.skipIf(!hasPromtool)(`are valid rules for promtool${hasPromtool ? '' : ', which is not installed'}`, () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path('catchword-rules.yml')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
  });
});
