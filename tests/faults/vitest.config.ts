import '#tests/support/environment.ts'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

process.env.NODE_ENV = 'test'

/**
 * The tests of `npm run faults`. One of them runs with `npx vitest run --config tests/faults/vitest.config.ts -t F20`.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/*.test.ts'],
    pool: 'forks',
    // Each file has its own installation, which waits for leases and time-outs most of the time.
    maxWorkers: 3,
    hookTimeout: 300_000,
  },
})
