import { notificationsServer } from '#modules/platform/notifications/index-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printExpiry } from '#modules/money/cards/testing.ts'
import { warnOfExpiry } from '#modules/money/cards/warn-of-expiry.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { chargeDue } from '../billing/charge-due.ts'
import { mailsOf } from './mails/testing.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { lockSubscription, saveSubscription } from '../agreement/subscription-queries.ts'
import { skipScheduledOccurrences, occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { plansOfCards } from './card-uses.ts'
import { remindDonors, sendMonthlySummaries } from './reminders.ts'
import { type Notice, queueNotice } from '../agreement/queue-notice.ts'
import { guestPlans } from '../agreement/donor/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { aSubscription, eachOf, programmePlans, thirtyNights } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
/** Runs the queued jobs. */
const jobs = () => runQueued(installation)
const work = async () => {
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  await jobs()
}
const mailsTo = (email: string, kind?: string) => mailsOf(installation.app.db, email, kind)
const queue = (notice: Notice) => installation.app.write((tx) => queueNotice(installation.app, tx, notice))
const change = (id: string, over: Partial<Parameters<typeof saveSubscription>[1]>) =>
  installation.app.write(async (tx) => saveSubscription(tx, { ...(await lockSubscription(tx, id))!, ...over }, now))

describe('a reminder is sent', () => {
  const remindersTo = async (email: string) => (await mailsTo(email, 'upcoming')).map(({ text }) => text)

  test('three days before, once, if the donor asked, with one click to stop', async () => {
    setClock('2026-11-20T12:00:00Z')
    const [asking, other] = [
      await aSubscription(installation.app, { remindBefore: true }),
      await aSubscription(installation.app),
    ]
    await jobs()
    const seen: number[] = []
    for (const instant of [
      '2026-11-24T08:59:00Z',
      '2026-11-24T09:07:00Z',
      '2026-11-24T10:07:00Z',
      '2026-11-25T08:07:00Z',
      '2026-11-26T09:07:00Z',
    ]) {
      setClock(instant)
      await Promise.all([remindDonors(installation.app), remindDonors(installation.app)])
      await jobs()
      seen.push((await remindersTo(asking.viewer.email)).length)
    }
    expect(seen).toEqual([0, 1, 1, 1, 1])
    expect(await remindersTo(other.viewer.email)).toEqual([])
    const [mail] = await mailsTo(asking.viewer.email, 'upcoming')
    expect(mail!.subject).toBe('Coming up: £10.00 on Friday 27 November 2026 (17 Jumada al-Akhirah 1448 AH)')
    expect(mail!.text).toContain('You asked us to email you in advance.')
    const path = new URL(mail!.content.unsubscribe!.url).pathname.replace('/scheduled-giving/', '/v4/scheduled-giving/')
    expect((await installation.fastify.inject({ method: 'GET', url: path })).json()).toMatchObject({
      kind: 'upcoming',
      plan: 'Friday Givers',
      remindBefore: true,
    })
    const stopped = await installation.fastify.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: {},
    })
    expect(stopped.json()).toMatchObject({ remindBefore: false })
    setClock('2026-12-01T10:07:00Z')
    await remindDonors(installation.app)
    await jobs()
    expect(await remindersTo(asking.viewer.email)).toHaveLength(1)
  })

  test('if the amount differs from the last one, and after more than a month without a donation', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app)
    setClock('2026-11-27T09:00:00Z')
    await work()
    await change(subscription.id, { portions: { each: { gift: '1500', tip: '0' } } })
    await installation.app.write((tx) =>
      tx
        .updateTable('subscriptions.occurrence')
        .set({ gift: 1500n })
        .where('subscription_id', '=', subscription.id)
        .where('state', '=', 'SCHEDULED')
        .execute(),
    )
    setClock('2026-12-01T12:07:00Z')
    await remindDonors(installation.app)
    await jobs()
    expect(await remindersTo(viewer.email)).toEqual([
      expect.stringContaining('The amount differs from your last donation'),
    ])
    setClock('2026-12-04T09:00:00Z')
    await work()
    await change(subscription.id, { state: 'paused', reason: 'donor' })
    await installation.app.write((tx) => skipScheduledOccurrences(tx, subscription.id))
    setClock('2027-01-10T12:00:00Z')
    await change(subscription.id, { state: 'active', reason: null })
    await installation.app.write((tx) =>
      tx
        .updateTable('subscriptions.occurrence')
        .set({ state: 'SCHEDULED', skip_reason: null })
        .where('subscription_id', '=', subscription.id)
        .where('occurrence_key', '=', '2027-01-15')
        .execute(),
    )
    setClock('2027-01-12T12:07:00Z')
    await remindDonors(installation.app)
    await jobs()
    const reminders = await remindersTo(viewer.email)
    expect(reminders).toHaveLength(2)
    expect(reminders[1]).toContain('It’s the first donation after a while')
    expect((await mailsTo(viewer.email, 'upcoming'))[1]!.content.unsubscribe).toBe(undefined)
  })

  test('in a daily plan only for the first donation, the day before', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { viewer } = await aSubscription(installation.app, {
      givingPlanId: programmePlans.DailyGivers,
      remindBefore: true,
      startsOn: '2026-11-25',
    })
    for (const instant of ['2026-11-23T12:07:00Z', '2026-11-24T12:07:00Z']) {
      setClock(instant)
      await remindDonors(installation.app)
    }
    await jobs()
    expect(await remindersTo(viewer.email)).toHaveLength(1)
    setClock('2026-11-25T09:00:00Z')
    await work()
    setClock('2026-11-25T12:07:00Z')
    await remindDonors(installation.app)
    await jobs()
    expect(await remindersTo(viewer.email)).toHaveLength(1)
  })
})

test('sends the calendar of Ramadan nights a week before the first, with what may still change', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { viewer } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    ...eachOf(thirtyNights, 1000),
  })
  await jobs()
  const [confirmed] = await mailsTo(viewer.email, 'confirmed')
  expect(confirmed!.text).toContain(
    'By the calendar this Ramadan has 29 nights: £290.00 in total. If a thirtieth night is announced, it’s donated too: £300.00.',
  )
  for (const instant of ['2027-01-30T12:07:00Z', '2027-02-02T12:07:00Z', '2027-02-03T12:07:00Z']) {
    setClock(instant)
    await remindDonors(installation.app)
    await jobs()
  }
  const [calendar, ...more] = await mailsTo(viewer.email, 'calendar')
  expect(more).toEqual([])
  expect(calendar!.subject).toBe('Your nights of Ramadan 1448: the first is on Sunday 7 February 2027')
  expect(calendar!.text).toContain('Night 21 of Ramadan 1448 AH, Evening of Saturday 27 February 2027: £10.00')
  expect(calendar!.text).toContain('Night 1 of Ramadan 1448 AH, Evening of Sunday 7 February 2027 · to be announced')
  expect(calendar!.text).toContain('(London)')
})

describe('daily donations', () => {
  test('have one summary on the first of the month instead of mailed receipts', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app, {
      givingPlanId: programmePlans.DailyGivers,
      donationAmount: 500,
      tipAmount: 50,
    })
    for (let day = 21; day <= 30; day++) {
      setClock(`2026-11-${day}T09:00:00Z`)
      await work()
    }
    expect(await mailsTo(viewer.email, '%')).toHaveLength(1)
    expect((await mailsTo(viewer.email)).filter(({ kind }) => kind === 'receipt')).toEqual([])
    const seen: number[] = []
    for (const instant of [
      '2026-12-01T08:50:00Z',
      '2026-12-01T09:19:00Z',
      '2026-12-01T10:19:00Z',
      '2026-12-03T10:19:00Z',
    ]) {
      setClock(instant)
      await Promise.all([sendMonthlySummaries(installation.app), sendMonthlySummaries(installation.app)])
      await jobs()
      seen.push((await mailsTo(viewer.email, 'summary')).length)
    }
    expect(seen).toEqual([0, 1, 1, 1])
    const [mail] = await mailsTo(viewer.email, 'summary')
    expect(mail!.subject).toBe('Your giving in November 2026: £50.00')
    const numbers = (
      await installation.app.db
        .selectFrom('receipts.receipt as r')
        .innerJoin('giving.donation as d', 'd.intent_id', 'r.intent_id')
        .select('r.number')
        .where('d.account_id', '=', viewer.accountId)
        .execute()
    ).map(({ number }) => number)
    expect(numbers).toHaveLength(10)
    await notificationsServer.jobs.deliverMails(installation.app, 1000)
    const findings = await verifyLedger(installation.database.ownerUrl, undefined)
    expect(findings.filter(({ title, count }) => /^Q[48]:/.test(title) && count > 0)).toEqual([])
    expect(findings.filter(({ title }) => /^Q[48]:/.test(title))).toHaveLength(2)
    for (const number of numbers) expect(mail!.text).toContain(`£5.00, ${number}`)
    for (const words of [
      'Donations: £50.00',
      'Support for the platform: £5.00',
      'Total charged: £55.00',
      'Planned for December 2026: ',
    ])
      expect(mail!.text).toContain(words)
    expect(mail!.content.unsubscribe?.url).toContain('/scheduled-giving/mails/')

    const path = new URL(mail!.content.unsubscribe!.url).pathname.replace('/scheduled-giving/', '/v4/scheduled-giving/')
    await installation.fastify.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json' },
      payload: { preference: 'receipts' },
    })
    setClock('2026-12-04T09:00:00Z')
    await work()
    expect((await mailsTo(viewer.email)).filter(({ kind }) => kind === 'receipt').length).toBeGreaterThan(0)
    expect(await occurrencesOf(installation.app.db, subscription.id)).toContainEqual(
      expect.objectContaining({ key: '2026-12-04', state: 'SUCCEEDED' }),
    )
  })

  test('in no summary are listed in the mail that ends their plan', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app, {
      givingPlanId: programmePlans.DailyGivers,
      donationAmount: 500,
    })
    setClock('2026-11-21T09:00:00Z')
    await work()
    await change(subscription.id, { state: 'cancelled', reason: 'donor', closedAt: now })
    await queue({ kind: 'cancelled', subscriptionId: subscription.id })
    await jobs()
    const [mail] = await mailsTo(viewer.email, 'cancelled')
    expect(mail!.text).toContain('You donated: £5.00 in one donation')
    expect(mail!.text).toMatch(/11 Jumada al-Akhirah 1448 AH, Sat 21 Nov 2026: £5\.00, \d+-2026-\d+/)
    setClock('2026-12-01T12:19:00Z')
    await sendMonthlySummaries(installation.app)
    await jobs()
    expect(await mailsTo(viewer.email, 'summary')).toEqual([])
  })
})

test('the mail of an expiring card names its plans and the last donation before the expiry', async () => {
  setClock('2026-11-20T12:00:00Z')
  const campaign = await aCampaign(installation.app, { ends_at: null, name: 'Wells of Sindh' })
  const { viewer, card } = await aSubscription(installation.app, {
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
  })
  await printExpiry(installation, [card.id], { month: 12, year: 2026 })
  await installation.app.db
    .updateTable('identity.account')
    .set({ email_confirmed_at: now })
    .where('id', '=', viewer.accountId)
    .execute()
  setClock('2026-12-05T12:00:00Z')
  await warnOfExpiry(installation.app, plansOfCards(installation.app))
  const [mail] = (await mailsTo(viewer.email)).filter(({ kind }) => kind === 'card-expiring')
  expect(mail!.text).toContain(
    'This card pays for\nFriday Givers: Last donation before the card expires: £10.00 on Friday 25 December 2026',
  )
  // A card with another number doesn't replace the old one, so the mail asks to choose it for each plan.
  expect(mail!.text).toContain('choose it for each of these donations')
  expect(mail!.text).toMatch(/\/account\/giving$/m)
})

test('the card of a guest’s plan is warned of at the plan’s address, 30 and 7 days before, with its link [recurring-14]', async () => {
  setClock('2026-11-20T12:00:00Z')
  const guests = await guestPlans(installation)
  const [plan, refused, moved] = [await guests.begin(), await guests.begin(), await guests.begin()]
  const planIds = [plan, refused, moved].map(({ id }) => id)
  const cards = await installation.app.db
    .selectFrom('cards.card')
    .select('id')
    .where('plan_id', 'in', planIds)
    .execute()
  await printExpiry(
    installation,
    cards.map(({ id }) => id),
    { month: 12, year: 2026 },
  )
  await change(refused.id, { state: 'paused', reason: 'email-refused' })
  const { viewer } = await aSession(installation.app, { isConfirmed: true })
  await installation.app.db
    .updateTable('subscriptions.subscription')
    .set({ account_id: viewer.accountId, guest_id: null, guest_email: null, guest_name: null })
    .where('id', '=', moved.id)
    .execute()
  const warnings = async (email: string) => (await mailsTo(email)).filter(({ kind }) => kind === 'card-expiring')
  const seen: number[] = []
  for (const day of ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-25', '2026-12-26']) {
    setClock(`${day}T12:00:00Z`)
    await Promise.all([
      warnOfExpiry(installation.app, plansOfCards(installation.app)),
      warnOfExpiry(installation.app, plansOfCards(installation.app)),
    ])
    seen.push((await warnings(plan.email)).length)
  }
  expect(seen).toEqual([0, 1, 1, 2, 2])
  const [mail] = await warnings(plan.email)
  expect(mail!.text).toContain('pays for your regular donation')
  expect(mail!.text).toContain('Last donation before the card expires: £11.00')
  expect(mail!.text).toContain('/scheduled-giving/manage?token=')
  expect(mail!.text).not.toContain('/account/')
  expect(await warnings(refused.email)).toEqual([])
  expect(await warnings(moved.email)).toEqual([])
  const ofAccount = await warnings(viewer.email)
  expect(ofAccount).toHaveLength(2)
  expect(ofAccount[0]!.text).toContain(`/account/giving/${moved.id}`)
})
