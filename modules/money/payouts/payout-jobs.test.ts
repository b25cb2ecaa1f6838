import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { draftScheduled, remindOfPayouts } from './jobs.ts'
import { listPayoutsOf } from './queries/payouts.ts'
import { payoutHelpers } from './testing.ts'

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  // Only the last payouts of closed charities are drafted, unless a test sets a schedule.
  const environment = { PAYOUT_SCHEDULE: 'none' }
  installation = await createTestApp({ withSandbox: true, clock: clock.now, environment })
  helpers = payoutHelpers(installation, clock)
})
afterAll(() => installation.close())

const payoutsOf = (organizationId: bigint) => listPayoutsOf(installation.app.db, organizationId, { limit: 10 })
const weekly = () => {
  const { app } = installation
  return draftScheduled({ ...app, payoutSettings: { ...app.payoutSettings, schedule: 'weekly' } })
}

test('approvers are reminded of a draft after two days, and finance of a sent file after five, once [payouts-7]', async () => {
  const charity = await helpers.aPaidCharity()
  await helpers.staff()
  const { id } = (await helpers.request(charity.path, await helpers.memberOf(charity.organizationId))).body
  const remind = async (kind: string, days: number) => {
    clock.move({ days })
    const before = (await helpers.mailsOf(kind)).length
    await remindOfPayouts(installation.app)
    await remindOfPayouts(installation.app)
    return (await helpers.mailsOf(kind)).length - before
  }
  const staff = (await helpers.mailsOf('draft')).length
  expect(staff).toBeGreaterThan(0)
  expect(await remind('reminder', 1.9)).toBe(0)
  const reminders = await remind('reminder', 0.2)
  expect(reminders).toBeGreaterThan(0)
  expect(await remind('reminder', 3)).toBe(0)
  await helpers.approveByTwo(id)
  await helpers.send(await helpers.staff())
  expect(await remind('unconfirmed', 4.9)).toBe(0)
  expect(await remind('unconfirmed', 0.2)).toBeGreaterThanOrEqual(reminders)
  expect(await remind('unconfirmed', 5)).toBe(0)
}, 60_000)

test('the schedule drafts a charity’s payout once a day, and staff approve it like a request [payouts-7]', async () => {
  const charity = await helpers.aPaidCharity()
  // Up to the next Monday.
  expect(await weekly()).toBe(0)
  clock.move({ days: (8 - clock.now().getUTCDay()) % 7 })
  expect(await Promise.all([weekly(), weekly()]).then(([a, b]) => a + b)).toBe(1)
  const [payout] = await payoutsOf(charity.organizationId)
  expect(payout).toMatchObject({ state: 'draft', requestedById: null })
  await helpers.approveByTwo(payout!.id)
  await helpers.send(await helpers.staff())
  // The next donation is free on a later Monday, not on this one.
  await helpers.donation(charity.campaignId, { amount: '50' })
  expect(await weekly()).toBe(0)
  clock.move({ days: 14 })
  expect(await weekly()).toBe(1)
  expect(await payoutsOf(charity.organizationId)).toHaveLength(2)
  const second = (await payoutsOf(charity.organizationId))[0]!
  await helpers.approveByTwo(second.id)
  await helpers.send(await helpers.staff())
}, 60_000)

test('a closed charity gets a last payout without a minimum, and its reserve when it may be released [payouts-11]', async () => {
  const charity = await helpers.aPaidCharity({ amount: '12' })
  const { app } = installation
  expect((await helpers.request(charity.path, await helpers.memberOf(charity.organizationId))).body).toMatchObject({
    code: 'payout-nothing-to-pay',
  })
  expect(await draftScheduled(app)).toBe(0)
  await app.db
    .updateTable('organizations.organization')
    .set({ closed_at: clock.now(), verification_state: 'none', verified_until: clock.now() })
    .where('id', '=', charity.organizationId)
    .execute()
  expect(await draftScheduled(app)).toBe(1)
  const [first] = await payoutsOf(charity.organizationId)
  expect(first!.total).toBeLessThan(2000n)
  expect(first!.reserve).toBeGreaterThan(0n)
  await helpers.approveByTwo(first!.id)
  await helpers.send(await helpers.staff())
  clock.move({ days: 89 })
  expect(await draftScheduled(app)).toBe(0)
  clock.move({ days: 1 })
  expect(await draftScheduled(app)).toBe(1)
  const [last] = await payoutsOf(charity.organizationId)
  expect(last).toMatchObject({ total: first!.reserve, released: first!.reserve, reserve: 0n })
  await helpers.approveByTwo(last!.id)
  await helpers.send(await helpers.staff())
  clock.move({ days: 91 })
  expect(await draftScheduled(app)).toBe(0)
  expect(await helpers.breaches()).toEqual([])
}, 60_000)

test('the opening of a charity with earlier money is recorded by two people and once; until then it isn’t paid [payouts-16]', async () => {
  const charity = await helpers.aPaidCharity()
  const { organizationId } = charity
  await installation.app.db
    .insertInto('payouts.opening')
    .values({ organization_id: organizationId, currency: 'GBP' })
    .execute()
  const member = await helpers.memberOf(organizationId)
  expect((await helpers.request(charity.path, member)).body).toMatchObject({ code: 'payout-opening-missing' })
  const { body } = await helpers.ask<{ openings: { charity: { id: string }; zakat: number; rest: number }[] }>(
    await helpers.staff(),
    'GET',
    '/v4/staff/payouts',
  )
  const sums = body.openings.find((opening) => opening.charity.id === String(organizationId))!
  expect(sums).toMatchObject({ zakat: 0 })
  const path = `/v4/staff/charities/${organizationId}/payout-opening`
  const until = clock.now().toISOString()
  const opening = { currency: 'GBP', result: 'paid-outside', until, zakat: 0, rest: sums.rest }
  const record = async (over: object = {}) =>
    (
      await helpers.ask<{ result: string }>(await helpers.staff(), 'POST', path, {
        ...opening,
        ...over,
      })
    ).body
  // Sums that a second person enters differently are a new proposal, and wrong ones are refused.
  expect(await record({ rest: sums.rest - 1 })).toMatchObject({ result: 'proposed' })
  expect(await record({ rest: sums.rest - 1 })).toMatchObject({ code: 'payout-opening-differs' })
  expect(await record()).toMatchObject({ result: 'proposed' })
  const answers = await Promise.all([record(), record(), record()])
  expect(answers.map(({ result, code }) => result ?? code).toSorted()).toEqual([
    'done',
    'payout-opening-recorded',
    'payout-opening-recorded',
  ])
  expect(await payoutsOf(organizationId)).toMatchObject([{ kind: 'opening', state: 'paid', total: BigInt(sums.rest) }])
  const acts = await entriesAbout(installation.app.db, `organization:${organizationId}`, 10)
  expect(acts.filter(({ act }) => act === 'payouts.opening-recorded')).toHaveLength(1)
  // Only later donations are paid.
  await helpers.donation(charity.campaignId, { amount: '50' })
  clock.move({ days: 8 })
  const later = await helpers.anApprovedPayout(charity)
  expect(later.rest).toBeLessThan(5000)
  await helpers.send(await helpers.staff())
  expect(await helpers.breaches()).toEqual([])
}, 60_000)
