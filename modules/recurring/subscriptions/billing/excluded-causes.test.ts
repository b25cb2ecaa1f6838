import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { changePlan } from '../agreement/managing/change-plan.ts'
import { chargeDue } from './charge-due.ts'
import { mailsOf } from '../notices/mails/testing.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { aSubscription } from '../testing.ts'

let installation: TestApp
let now: Date
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date('2026-11-20T12:00:00Z')))

type Given = Awaited<ReturnType<typeof aSubscription>>
const open = (name: string) => aCampaign(installation.app, { name, ends_at: null, zakat_verified: true })
/** Splits evenly among campaigns. */
const among = (campaigns: readonly { readonly id: bigint }[]) =>
  campaigns.map(({ id }) => ({ campaignId: String(id), share: 10_000 / campaigns.length }))
const turn = (id: bigint, what: { status: 2 } | { zakat_verified: false }) =>
  installation.app.db.updateTable('campaigns.campaign').set(what).where('id', '=', id).execute()
async function workAt(instant: string) {
  now = new Date(instant)
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  await runQueued(installation)
}
const stateOf = async ({ subscription: { id } }: Given) => (await findSubscription(installation.app.db, id))!
const noticesOf = async ({ viewer }: Given, kind: string) =>
  (await mailsOf(installation.app.db, viewer.email, kind)).map(({ text }) => text)
const charged = ({ subscription: { id } }: Given) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ amount }) => amount)

test('a zakat plan resumes once causes are verified, and its donor learns why and what stays (zakat-4)', async () => {
  const water = await open('Clean water')
  const subscription = await aSubscription(installation.app, { isZakat: true, causes: among([water]) })
  await workAt('2026-11-27T09:00:00Z')
  await turn(water.id, { zakat_verified: false })
  await workAt('2026-12-04T09:00:00Z')
  expect(charged(subscription)).toEqual([1000])
  expect(await stateOf(subscription)).toMatchObject({ state: 'paused', reason: 'zakat' })
  const [mail, ...more] = await noticesOf(subscription, 'zakat-ended')
  expect(more).toEqual([])
  expect(mail).toContain('verified for zakat')
  expect(mail).toContain('What you gave as zakat before remains zakat.')
  expect(mail).toContain('Clean water')
  expect(await noticesOf(subscription, 'causes-closed')).toEqual([])
  // Other, verified causes end the pause.
  const { version } = await stateOf(subscription)
  await changePlan(installation.app, subscription.viewer, aRequestContext(), {
    subscriptionId: subscription.subscription.id,
    version,
    causes: among([await open('School books')]),
  })
  expect(await stateOf(subscription)).toMatchObject({ state: 'active', reason: null })
})

test('pauses a plan whose causes have closed, zakat or not', async () => {
  const water = await open('Clean water')
  const subscription = await aSubscription(installation.app, { isZakat: true, causes: among([water]) })
  await turn(water.id, { status: 2 })
  await workAt('2026-11-27T09:00:00Z')
  expect(await stateOf(subscription)).toMatchObject({ state: 'paused', reason: 'causes' })
  expect([
    (await noticesOf(subscription, 'causes-closed')).length,
    (await noticesOf(subscription, 'zakat-ended')).length,
  ]).toEqual([1, 0])
})

test('gives the share of closed causes to the others and notifies each donor once with the reason', async () => {
  const [water, books] = [await open('Clean water'), await open('School books')]
  const asZakat = { isZakat: true, donationAmount: 2000, causes: among([water, books]) }
  const plans = [await aSubscription(installation.app, asZakat), await aSubscription(installation.app, asZakat)]
  const whole = await aSubscription(installation.app, { causes: among([water]) })
  await turn(books.id, { zakat_verified: false })
  await workAt('2026-11-27T09:00:00Z')
  await workAt('2026-12-04T09:00:00Z')
  for (const plan of plans) {
    const [mail, ...more] = await noticesOf(plan, 'causes-excluded')
    expect(more).toEqual([])
    expect(mail).toMatch(/Not verified for zakat at the moment:? *\s*School books/)
    expect(mail).toContain('Friday 27 November 2026')
    expect(charged(plan)).toEqual([2000, 2000])
  }
  await turn(books.id, { status: 2 })
  await workAt('2026-12-11T09:00:00Z')
  expect((await noticesOf(plans[0]!, 'causes-excluded')).at(-1)).toMatch(
    /Not open for donations at the moment:? *\s*School books/,
  )
  expect(await noticesOf(whole, 'causes-excluded')).toEqual([])
})
