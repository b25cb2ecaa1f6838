import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,modules,server,sandbox,web,tests,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: ['tests/support/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 180_000,
    // One file's database or clock is never another's, and most files import little.
    isolate: true,
  },
})
