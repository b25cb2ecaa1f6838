import { expect, test } from 'vitest'
import { run } from '#tests/simulation/run.ts'
import { createWorld } from '#tests/simulation/stories.ts'
import { createTestDatabase } from '#tests/support/database.ts'

/**
 * A sample of `npm run simulate`: the months around a Ramadan, with killed workers and a bank that doesn't always
 * respond (recurring-20).
 */
test('charges exactly what the calendar requires, despite killed workers', { timeout: 180_000 }, async () => {
  const database = await createTestDatabase()
  const world = createWorld({ seed: 7, subscriptions: 48, from: '2027-01-28', until: '2027-03-15', outages: false })
  const report = await run(world, { ownerUrl: database.ownerUrl, workers: 8, deadliness: 0.01, silence: 0.01 })
  await database.drop()
  expect(report.faults).toEqual([])
  expect(report.rows.filter(({ due }) => due === 0).map(({ kind }) => kind)).toEqual(['dhul-hijjah'])
  expect(report.deaths).toBeGreaterThan(5)
})
