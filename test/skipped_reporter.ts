import type { Reporter, TestCase, Vitest } from 'vitest/node';

/** Prints a line for each suite of which tests were skipped, whose name says what they need, such as a browser. */
export function skippedReporter(): Reporter {
  let vitest: Vitest;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd(modules) {
      // A pattern of names skips all other tests, which needs no line.
      if (vitest.config.testNamePattern !== undefined) return;
      for (const module of modules) {
        const counts = new Map<string, number>();
        for (const test of module.children.allTests('skipped')) {
          const name = nameOfSkipped(test);
          counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        for (const [name, count] of counts)
          vitest.logger.log(`Skipped: ${module.relativeModuleId}: ${name}${count > 1 ? ` (${count} tests)` : ''}`);
      }
    },
  };
}

/** The name of the outermost suite that is skipped as a whole, or of the test. */
function nameOfSkipped(test: TestCase): string {
  let { name, parent } = test;
  while (parent.type === 'suite') {
    if (parent.state() === 'skipped') ({ name } = parent);
    ({ parent } = parent);
  }
  return name;
}
