import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { sweepRefunds } from '#modules/money/refunds/look-up.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { runQueued } from '#tests/support/queue.ts'
import { agreementOf } from '../agreement/plan-lookup.ts'
import { cancelSubscription } from '../agreement/managing/cancel.ts'
import { changePlan } from '../agreement/managing/change-plan.ts'
import { chargeDue } from './charge-due.ts'
import { mailsOf } from '../notices/mails/testing.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { pauseSubscription } from '../agreement/managing/pause.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { suspendDisputed } from './suspend-disputed.ts'
import { resumeDatedPauses, resumeSubscription } from '../agreement/managing/resume.ts'
import { aSubscription } from '../testing.ts'

let installation: TestApp
const clock = manualClock(new Date('2026-11-20T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
})
afterAll(() => installation.close())

type Given = Awaited<ReturnType<typeof aSubscription>>
const paidBy = ({ subscription }: Given) =>
  [...installation.sandbox!.gateway.store.truth.values()].filter(
    ({ metadata }) => metadata.subscription === subscription.id,
  )
const donationsOf = (fixture: Given) => paidBy(fixture).map(({ metadata }) => metadata.occurrences)
async function stateOf({ subscription: { id } }: Given) {
  const { state, reason } = (await findSubscription(installation.app.db, id))!
  return [state, reason]
}
const mailsTo = async ({ viewer }: Given) =>
  (await mailsOf(installation.app.db, viewer.email, 'disputed')).map(({ subject, text }) => ({ subject, text }))
const managed = ({ subscription, viewer }: Given) => ({
  by: { kind: 'donor', viewer, id: subscription.id } as const,
  context: aRequestContext(),
})

async function work(): Promise<void> {
  await scheduleDonations(installation.app)
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  await runQueued(installation)
}
async function weeks(count: number): Promise<void> {
  for (let week = 0; week < count; week++) {
    clock.move({ days: 7 })
    await work()
  }
}
/** Disputes the donor's last donation; the event arrives twice. */
async function disputed(fixture: Given): Promise<string> {
  const { object } = installation.sandbox!.gateway.intent(paidBy(fixture).at(-1)!.payment_intent)
  const { id } = await installation.sandbox!.gateway.openDispute(object.latest_charge as string)
  for (let time = 0; time < 2; time++) await sweepRefunds(installation.app, new Date(0))
  await work()
  return id
}

test('a dispute pauses the plan with one notice, and nothing is charged until it resumes [refunds-4]', async () => {
  const subscription = await aSubscription(installation.app)
  await weeks(2)
  expect(donationsOf(subscription)).toEqual(['2026-11-27', '2026-12-04'])
  const dispute = await disputed(subscription)
  expect(await stateOf(subscription)).toEqual(['paused', 'dispute'])
  expect(await agreementOf(installation.app.db, subscription.subscription.id)).toMatchObject({
    ip: aRequestContext().ip,
    words: expect.stringContaining('also while I am not on the page'),
  })
  const [mail, ...others] = await mailsTo(subscription)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Friday Givers is paused: your bank disputed a donation')
  expect(mail!.text).toContain('your donation due Friday 4 December 2026 (24 Jumada al-Akhirah 1448 AH) back')
  await weeks(1)
  // The plan stays paused even if the bank rejects the dispute: only the donor resumes it.
  await installation.sandbox!.gateway.closeDispute(dispute, 'won')
  await weeks(1)
  expect([donationsOf(subscription).length, await stateOf(subscription), (await mailsTo(subscription)).length]).toEqual(
    [2, ['paused', 'dispute'], 1],
  )
  await resumeSubscription(installation.app, managed(subscription))
  await weeks(1)
  expect([donationsOf(subscription), await stateOf(subscription)]).toEqual([
    ['2026-11-27', '2026-12-04', '2026-12-25'],
    ['active', null],
  ])
})

test('choosing another card resumes it, too', async () => {
  const subscription = await aSubscription(installation.app)
  const { id } = await aProvenCard(installation.app, subscription.viewer, 'pm_card_amex')
  await weeks(1)
  await disputed(subscription)
  const { version } = (await findSubscription(installation.app.db, subscription.subscription.id))!
  await changePlan(installation.app, subscription.viewer, aRequestContext(), {
    subscriptionId: subscription.subscription.id,
    version,
    cardId: id,
  })
  expect(await stateOf(subscription)).toEqual(['active', null])
  await weeks(1)
  expect(donationsOf(subscription)).toHaveLength(2)
})

test('a pause with an end date then ends only when the donor resumes', async () => {
  const subscription = await aSubscription(installation.app)
  await weeks(1)
  const until = new Date(clock.now().getTime() + 14 * 86_400_000).toISOString().slice(0, 10)
  await pauseSubscription(installation.app, { ...managed(subscription), until })
  await disputed(subscription)
  expect([await stateOf(subscription), (await mailsTo(subscription)).length]).toEqual([['paused', 'dispute'], 1])
  clock.move({ days: 21 })
  await resumeDatedPauses(installation.app)
  expect(await stateOf(subscription)).toEqual(['paused', 'dispute'])
})

test('a plan paused by its donor or ended stays unchanged, without a notice', async () => {
  const [paused, over] = [await aSubscription(installation.app), await aSubscription(installation.app)]
  await weeks(1)
  await pauseSubscription(installation.app, managed(paused))
  await cancelSubscription(installation.app, managed(over))
  for (const request of [paused, over]) await disputed(request)
  expect([await stateOf(paused), await stateOf(over)]).toEqual([
    ['paused', 'donor'],
    ['cancelled', 'donor'],
  ])
  expect([await mailsTo(paused), await mailsTo(over)]).toEqual([[], []])
})

test('the job can run again after a crash without pausing a resumed plan', async () => {
  const subscription = await aSubscription(installation.app)
  await weeks(1)
  const dispute = await disputed(subscription)
  expect(await stateOf(subscription)).toEqual(['paused', 'dispute'])
  await resumeSubscription(installation.app, managed(subscription))
  const { id: intentId } = await installation.app.db
    .selectFrom('payments.intent')
    .select('id')
    .where('provider_intent_id', '=', paidBy(subscription)[0]!.payment_intent)
    .executeTakeFirstOrThrow()
  await suspendDisputed(installation.app, { intentId, dispute })
  expect([await stateOf(subscription), (await mailsTo(subscription)).length]).toEqual([['active', null], 1])
  await weeks(1)
  expect(donationsOf(subscription)).toHaveLength(2)
  // A dispute of another donation pauses the plan again.
  await disputed(subscription)
  expect(await stateOf(subscription)).toEqual(['paused', 'dispute'])
})

test('pauses a plan even if nothing of the disputed donation is left to write off', async () => {
  const subscription = await aSubscription(installation.app)
  await weeks(1)
  const { object } = installation.sandbox!.gateway.intent(paidBy(subscription)[0]!.payment_intent)
  await installation.sandbox!.gateway.refund({ charge: object.latest_charge as string })
  await sweepRefunds(installation.app, new Date(0))
  await work()
  expect(await stateOf(subscription)).toEqual(['active', null])
  await disputed(subscription)
  expect([await stateOf(subscription), (await mailsTo(subscription)).length]).toEqual([['paused', 'dispute'], 1])
})
