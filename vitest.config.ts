import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // A test says whether something is right, not how fast: a busy machine must not fail it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
