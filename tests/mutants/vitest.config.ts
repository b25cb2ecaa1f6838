import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutants` runs against each mutant: those of the pure rules, which need no database. */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: { include: ['shared/**/*.test.ts', 'modules/**/rules/**/*.test.ts'], isolate: false, testTimeout: 20_000 },
})
