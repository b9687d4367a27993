import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/**
 * Ends the output with a line for each suite of which tests were skipped, whose name says what they need, such as a browser, and a
 * line for each failure: of a long output often only the end is kept.
 */
export function summaryReporter(): Reporter {
  let vitest: Vitest;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd(modules, unhandled) {
      // A pattern of names skips all other tests, which needs no line.
      const skipped = vitest.config.testNamePattern === undefined ? modules.flatMap(skippedIn) : [];
      const failed = [...modules.flatMap(failedIn), ...unhandled.map(({ message }) => `outside of tests: ${message}`)];
      for (const line of skipped) vitest.logger.log(`Skipped: ${line}`);
      for (const line of failed) vitest.logger.log(`Failed: ${line.split('\n', 1)[0]}`);
    },
  };
}

function skippedIn({ relativeModuleId, children }: TestModule): string[] {
  const counts = new Map<string, number>();
  for (const test of children.allTests('skipped')) {
    const name = nameOfSkipped(test);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, count]) => `${relativeModuleId}: ${name}${count > 1 ? ` (${count} tests)` : ''}`);
}

function failedIn(module: TestModule): string[] {
  const { relativeModuleId, children } = module;
  const around = [module, ...children.allSuites()].flatMap((each) => each.errors());
  const tests = Array.from(
    children.allTests('failed'),
    (test) => `${relativeModuleId}: ${test.fullName}: ${test.result().errors?.[0]?.message}`,
  );
  return [...around.map(({ message }) => `${relativeModuleId}: ${message}`), ...tests];
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
