import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { someFacts } from '#modules/platform/identity/testing.ts'
import { sweepRefunds } from '#modules/money/refunds/look-up.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { stoppedClock } from '#tests/support/ports.ts'
import { runQueued } from '#tests/support/queue.ts'
import { agreementOf } from '#modules/recurring/agreement/agreement.ts'
import { cancelSubscription } from '#modules/recurring/agreement/managing/cancel.ts'
import { changePlan } from '#modules/recurring/agreement/managing/change-plan.ts'
import { chargeDue } from './charge-due.ts'
import { mailsOf } from '#modules/recurring/notices/mails/testing.ts'
import { materialise } from '#modules/recurring/agreement/schedule/materialise.ts'
import { pauseSubscription } from '#modules/recurring/agreement/managing/pause.ts'
import { findSubscription } from '#modules/recurring/agreement/subscription-queries.ts'
import { suspendDisputed } from './suspend-disputed.ts'
import { resumePaused, resumeSubscription } from '#modules/recurring/agreement/managing/resume.ts'
import { aSubscription } from '#modules/recurring/agreement/testing.ts'

let house: TestApp
const clock = stoppedClock(new Date('2026-11-20T12:00:00Z'))
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true, clock: clock.now })
})
afterAll(() => house.close())

type Given = Awaited<ReturnType<typeof aSubscription>>
const paidBy = ({ subscription }: Given) =>
  [...house.sandbox!.gateway.store.truth.values()].filter(({ metadata }) => metadata.subscription === subscription.id)
const giftsOf = (of: Given) => paidBy(of).map(({ metadata }) => metadata.occurrences)
async function stateOf({ subscription: { id } }: Given) {
  const { state, because } = (await findSubscription(house.app.db, id))!
  return [state, because]
}
const mailsTo = async ({ viewer }: Given) =>
  (await mailsOf(house.app.db, viewer.email, 'disputed')).map(({ subject, text }) => ({ subject, text }))
const managed = ({ subscription, viewer }: Given) => ({
  by: { kind: 'donor', viewer, id: subscription.id } as const,
  facts: someFacts(),
})

async function work(): Promise<void> {
  await materialise(house.app)
  while ((await chargeDue(house.app)) > 0);
  while ((await drainOutbox(house.app)) > 0);
  await runQueued(house)
}
async function weeks(count: number): Promise<void> {
  for (let week = 0; week < count; week++) {
    clock.move({ days: 7 })
    await work()
  }
}
/** The donor disputes the last donation; the event arrives twice. */
async function disputed(of: Given): Promise<string> {
  const { object } = house.sandbox!.gateway.intent(paidBy(of).at(-1)!.payment_intent)
  const { id } = await house.sandbox!.gateway.openDispute(object.latest_charge as string)
  for (let time = 0; time < 2; time++) await sweepRefunds(house.app, new Date(0))
  await work()
  return id
}

test('a dispute pauses the plan with one notice, and nothing is charged until it resumes [refunds-4]', async () => {
  const of = await aSubscription(house.app)
  await weeks(2)
  expect(giftsOf(of)).toEqual(['2026-11-27', '2026-12-04'])
  const dispute = await disputed(of)
  expect(await stateOf(of)).toEqual(['paused', 'dispute'])
  expect(await agreementOf(house.app.db, of.subscription.id)).toMatchObject({
    ip: someFacts().ip,
    words: expect.stringContaining('also while I am not on the page'),
  })
  const [mail, ...others] = await mailsTo(of)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Friday Givers is paused: your bank disputed a donation')
  expect(mail!.text).toContain('your donation of Friday 4 December 2026 (24 Jumada al-Akhirah 1448 AH) back')
  await weeks(1)
  // Also when the bank decides for us: only the donor resumes the plan.
  await house.sandbox!.gateway.closeDispute(dispute, 'won')
  await weeks(1)
  expect([giftsOf(of).length, await stateOf(of), (await mailsTo(of)).length]).toEqual([2, ['paused', 'dispute'], 1])
  await resumeSubscription(house.app, managed(of))
  await weeks(1)
  expect([giftsOf(of), await stateOf(of)]).toEqual([
    ['2026-11-27', '2026-12-04', '2026-12-25'],
    ['active', null],
  ])
})

test('choosing another card resumes it, too', async () => {
  const of = await aSubscription(house.app)
  const { id } = await aProvenCard(house.app, of.viewer, 'pm_card_amex')
  await weeks(1)
  await disputed(of)
  const { version } = (await findSubscription(house.app.db, of.subscription.id))!
  await changePlan(house.app, of.viewer, someFacts(), { subscriptionId: of.subscription.id, version, cardId: id })
  expect(await stateOf(of)).toEqual(['active', null])
  await weeks(1)
  expect(giftsOf(of)).toHaveLength(2)
})

test('a pause with an end date then ends only when the donor resumes', async () => {
  const of = await aSubscription(house.app)
  await weeks(1)
  const until = new Date(clock.now().getTime() + 14 * 86_400_000).toISOString().slice(0, 10)
  await pauseSubscription(house.app, { ...managed(of), until })
  await disputed(of)
  expect([await stateOf(of), (await mailsTo(of)).length]).toEqual([['paused', 'dispute'], 1])
  clock.move({ days: 21 })
  await resumePaused(house.app)
  expect(await stateOf(of)).toEqual(['paused', 'dispute'])
})

test('a plan paused by its donor or ended stays unchanged, without a notice', async () => {
  const [paused, over] = [await aSubscription(house.app), await aSubscription(house.app)]
  await weeks(1)
  await pauseSubscription(house.app, managed(paused))
  await cancelSubscription(house.app, managed(over))
  for (const of of [paused, over]) await disputed(of)
  expect([await stateOf(paused), await stateOf(over)]).toEqual([
    ['paused', 'donor'],
    ['cancelled', 'donor'],
  ])
  expect([await mailsTo(paused), await mailsTo(over)]).toEqual([[], []])
})

test('the job can run again after a crash without pausing a resumed plan', async () => {
  const of = await aSubscription(house.app)
  await weeks(1)
  const dispute = await disputed(of)
  expect(await stateOf(of)).toEqual(['paused', 'dispute'])
  await resumeSubscription(house.app, managed(of))
  const { id: intentId } = await house.app.db
    .selectFrom('payments.intent')
    .select('id')
    .where('provider_intent_id', '=', paidBy(of)[0]!.payment_intent)
    .executeTakeFirstOrThrow()
  await suspendDisputed(house.app, { intentId, dispute })
  expect([await stateOf(of), (await mailsTo(of)).length]).toEqual([['active', null], 1])
  await weeks(1)
  expect(giftsOf(of)).toHaveLength(2)
  // A dispute of another donation pauses the plan again.
  await disputed(of)
  expect(await stateOf(of)).toEqual(['paused', 'dispute'])
})

test('pauses a plan even if nothing of the disputed donation is left to write off', async () => {
  const of = await aSubscription(house.app)
  await weeks(1)
  const { object } = house.sandbox!.gateway.intent(paidBy(of)[0]!.payment_intent)
  await house.sandbox!.gateway.refund({ charge: object.latest_charge as string })
  await sweepRefunds(house.app, new Date(0))
  await work()
  expect(await stateOf(of)).toEqual(['active', null])
  await disputed(of)
  expect([await stateOf(of), (await mailsTo(of)).length]).toEqual([['paused', 'dispute'], 1])
})
