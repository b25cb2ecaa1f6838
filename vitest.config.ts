import './tests/support/environment.ts'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

process.env.NODE_ENV = 'test'

/** Files that start processes or fill databases. They run first, so that the run doesn't end with one of them alone. */
const longest = [
  'server/cli/cli.',
  'server/database/backup',
  'tests/pages/',
  'tests/stories/',
  'tests/simulation/',
  'tests/authorization.',
  'demo/seed.',
  'server/first-start.',
]

/** Runs the longest files first, even on a machine without timings of earlier runs; then the default order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.replaceAll('\\', '/').includes(`/${name}`))
      return place < 0 ? longest.length : place
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['{shared,modules,server,demo,sandbox,web,tests,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**', 'tests/faults/**'],
    globalSetup: ['tests/support/cluster.ts'],
    pool: 'forks',
    // Tests that kill processes spend much of their time waiting, so four workers keep two processors busy.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 180_000,
    // Webhooks and jobs can be late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Each file has its own database and clock, so files can share modules; loading them again took a third of the run.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
