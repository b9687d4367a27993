import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { summaryReporter } from './test/summary_reporter.ts';

/** Tests that change what belongs to a whole process, or start a database for it. Each file has a process of its own. */
const alone: readonly string[] = [
  'src/cli/{build/checkout_state,serve/process_memory,settings/find_config}.test.ts',
  'src/feedback/stores/postgres.test.ts',
  // It starts git hundreds of times, which takes longer from a worker with much memory.
  'src/content/files/ignore_rules.test.ts',
  'src/cluster/stream/page_store.test.ts',
  'test/conformance/4.1[2346]-*.test.ts',
  'packages/**/*.test.{ts,js}',
];

/** Tests that start programs or browsers. These files run first, as the longest are among them. */
const programs: readonly string[] = [
  'src/bake/{bake,site_baker}.test.ts',
  'src/cli/{check_paths,completion,main,man_page,open_telemetry,terminal}.test.ts',
  'src/cli/{dev,feedback,serve}/**/*.test.ts',
  'src/feedback/stores/{sqlite,sqlite_thread}.test.ts',
  'src/{discovery/openapi/describe_api,explorer/explorer_assets}.test.ts',
  'test/{cluster,documentation,engines,explorer,runtimes,static_search}/**/*.test.ts',
  'test/{corpora_addresses,feedback_form}.test.ts',
];

/** Readers who run the commands of every page of the documentation. `npm test` leaves them out: they take an eighth of all time. */
const readers = 'test/documentation/pages.test.ts';

/** What was compiled once is not compiled again, in the programs that tests start too. */
const compiled = fileURLToPath(new URL('node_modules/.cache/catchword-tests', import.meta.url));

/** Packages import the product by its name. */
const integration = fileURLToPath(new URL('src/integration.ts', import.meta.url));

export default defineConfig({
  resolve: { alias: { 'catchword/integration': integration } },
  test: {
    // A test says whether something is right, not how fast: a busy machine must not fail it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', summaryReporter()],
    env: { NODE_COMPILE_CACHE: compiled },
    // More than there are cores, as many tests wait for another process.
    maxWorkers: 3 * availableParallelism(),
    // Of one file, where tests are marked as concurrent.
    maxConcurrency: 2,
    // Where files share workers, what they import is loaded once for each worker.
    projects: [
      { extends: true, test: { name: 'alone', include: [...alone] } },
      {
        extends: true,
        test: { name: 'programs', include: [...programs], exclude: [...alone, readers], isolate: false },
      },
      { extends: true, test: { name: 'readers', include: [readers], isolate: false } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{src,test,scripts,bench}/**/*.test.ts'],
          exclude: [...alone, ...programs, '**/node_modules/**'],
          isolate: false,
        },
      },
    ],
  },
});
