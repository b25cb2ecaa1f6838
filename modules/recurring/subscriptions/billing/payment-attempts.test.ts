import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from './charge-due.ts'
import { aSubscription, programmePlans } from '../testing.ts'

type Found = { donations: { intentId: string }[] }
type Attempts = { attempts: { at: string }[]; planDonation: object | null }

let installation: TestApp
let refunds: ReturnType<typeof refundHelpers>
let support: string
let now = new Date('2026-12-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  refunds = refundHelpers(installation)
})
afterAll(() => installation.close())

/** Sets the clock; staff sessions that expired in between log in again. */
async function at(instant: Date) {
  now = instant
  support = await refunds.staff('support')
}
const find = async (query: string) =>
  (await refunds.ask<Found>(support, 'GET', `/v4/staff/donations?query=${encodeURIComponent(query)}`)).body.donations
const attempts = (intentId: string) => refunds.ask<Attempts>(support, 'GET', `/v4/staff/donations/${intentId}/attempts`)

test('shows a plan’s next attempt, later that there is none, and the attempts of both payments', async () => {
  await at(new Date('2026-12-20T12:00:00Z'))
  const { viewer } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    cardToken: 'pm_card_chargeCustomerFail',
  })
  const work = async (instant: string) => {
    await at(new Date(instant))
    while ((await chargeDue(installation.app)) > 0);
    while ((await drainOutbox(installation.app)) > 0);
  }
  // Another donor's plan, whose attempts must not be shown.
  await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    cardToken: 'pm_card_chargeCustomerFail',
  })
  await work('2026-12-21T09:00:00Z')
  const [first] = await find(viewer.email)
  expect((await attempts(first!.intentId)).body).toMatchObject({
    attempts: [{ state: 'DECLINED', at: '2026-12-21T09:00:00.000Z' }],
    planDonation: { state: 'SCHEDULED', nextAttemptAt: '2026-12-21T15:00:00.000Z', paidBy: null },
  })
  await work('2026-12-21T15:00:00Z')
  const both = await find(viewer.email)
  expect(both).toHaveLength(2)
  for (const { intentId } of both) {
    const { body } = await attempts(intentId)
    expect(body.attempts.map(({ at }) => at)).toEqual(['2026-12-21T09:00:00.000Z', '2026-12-21T15:00:00.000Z'])
    expect(body.planDonation).toMatchObject({ state: 'FAILED', nextAttemptAt: null })
  }
})
