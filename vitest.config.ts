import './tests/support/environment.ts'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

process.env.NODE_ENV = 'test'

/**
 * They start processes of their own or fill whole databases: begun last, the rest of the machine would wait for them.
 */
const longest = [
  'tests/stories/',
  'tests/simulation/',
  'tests/authorization.',
  'server/database/backup',
  'server/seed/seed.',
  'server/first-start.',
]

/** The longest first, also on a machine that has never run them; then as ever. */
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
    include: ['{shared,modules,server,sandbox,web,tests,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: ['tests/support/cluster.ts'],
    pool: 'forks',
    // What kills processes waits a good part of its time, so four keep two processors busy.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 180_000,
    // What comes by itself, as a provider's notice does, may be late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Each file has a database and a clock of its own; reading all our modules anew for each of them took a third of
    // the run.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
