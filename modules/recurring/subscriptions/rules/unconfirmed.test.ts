import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { confirmUntilOf, firstChargeAfterConfirmation } from './unconfirmed.ts'

const now = new Date('2026-11-20T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

test('the link must be used within seven days, and before the last donation (recurring-30)', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 * dayMs }), { minLength: 1 }), (dues) => {
      const until = confirmUntilOf(
        now,
        dues.map((ms) => ({ dueAt: after(ms) })),
      )
      expect(until.getTime()).toBe(
        Math.min(now.getTime() + 7 * dayMs, Math.max(...dues.map((ms) => after(ms).getTime()))),
      )
    }),
  )
})

test('the first donation that is still to come is the one the link must be used before', () => {
  const row = (ms: number, input: object = {}) => ({
    state: 'SKIPPED',
    skipReason: 'paused',
    plannedAt: after(ms),
    ...input,
  })
  expect(firstChargeAfterConfirmation([row(3), row(-1), row(2), row(1, { skipReason: 'donor' })], now)).toEqual(
    after(2),
  )
  expect(firstChargeAfterConfirmation([row(-1)], now)).toBeUndefined()
})
