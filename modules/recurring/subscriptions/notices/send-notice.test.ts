import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { announceMonth } from '#modules/recurring/plans/announce-month.ts'
import { eraseAccount } from '#modules/platform/identity/index.ts'
import { liveReceiptsOf } from '#modules/money/receipts/queries/issued.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { chargeDue } from '../billing/charge-due.ts'
import { mailsOf } from './mails/testing.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { lockSubscription, saveDetails, saveSubscription } from '../agreement/subscription-queries.ts'
import { skipDonation } from '../agreement/managing/skip-donation.ts'
import { type Notice, queueNotice } from '../agreement/queue-notice.ts'
import { sendNotice } from './send-notice.ts'
import { aSubscription, eachOf, programmePlans } from '../testing.ts'

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
const sendIt = (notice: Notice) => installation.app.write((tx) => queueNotice(installation.app, tx, notice))
const change = (id: string, over: Partial<Parameters<typeof saveSubscription>[1]>) =>
  installation.app.write(async (tx) => saveSubscription(tx, { ...(await lockSubscription(tx, id))!, ...over }, now))

describe('a notice', () => {
  test('is one mail, however many workers run its job and however often', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app)
    const notice = { kind: 'changed', subscriptionId: subscription.id, id: installation.app.newId() } as const
    await Promise.all(Array.from({ length: 6 }, () => sendNotice(installation.app, notice, liveReceiptsOf)))
    await sendNotice(installation.app, notice, liveReceiptsOf)
    expect(await mailsTo(viewer.email, 'changed')).toHaveLength(1)
    // A later change with the same text is a new notice.
    await sendIt({ kind: 'changed', subscriptionId: subscription.id })
    await jobs()
    expect(await mailsTo(viewer.email, 'changed')).toHaveLength(2)
  })

  test('is not sent if it is no longer true', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app)
    const keys = ['2026-11-27']
    for (const kind of ['paused', 'needs-card', 'causes-closed', 'cancelled', 'ended'] as const)
      await sendIt({ kind, subscriptionId: subscription.id })
    await sendIt({ kind: 'failed', subscriptionId: subscription.id, keys })
    await sendIt({ kind: 'failed', subscriptionId: subscription.id, keys, nextAt: '2026-11-28T09:00:00Z' })
    await sendIt({ kind: 'needs-authentication', subscriptionId: subscription.id, keys })
    await sendIt({ kind: 'missed', subscriptionId: subscription.id, keys })
    await jobs()
    expect((await mailsTo(viewer.email, '%')).map(({ kind }) => kind)).toEqual(['plan-confirmed'])
  })

  test('is in the name of the plan’s only charity, in the donor’s language (content-29)', async () => {
    setClock('2026-11-20T12:00:00Z')
    const charity = await anOrganization(installation.app, { name: 'Rahma Relief', name_ar: 'إغاثة رحمة' })
    const [own, second] = [
      await aCampaign(installation.app, { organization_id: charity.id, ends_at: null }),
      await aCampaign(installation.app, { organization_id: charity.id, ends_at: null }),
    ]
    const other = await aCampaign(installation.app, { ends_at: null })
    const brandOf = async (campaigns: readonly { id: bigint }[], kind: 'changed' | 'charity-paused' = 'changed') => {
      const causes = campaigns.map(({ id }) => ({ campaignId: String(id), share: 10_000 / campaigns.length }))
      const { subscription, viewer } = await aSubscription(installation.app, { causes })
      await installation.app.write(async (tx) => {
        const held = (await lockSubscription(tx, subscription.id))!
        await saveDetails(tx, held.id, { ...held.details, locale: 'ar' })
      })
      if (kind === 'charity-paused') await change(subscription.id, { state: 'paused', reason: 'charity' })
      await sendIt({ kind, subscriptionId: subscription.id })
      await jobs()
      return (await mailsTo(viewer.email, kind))[0]!.content.brand
    }
    expect(await brandOf([own, second])).toMatchObject({ name: 'إغاثة رحمة', replyTo: null })
    expect(await brandOf([own, other])).toBeUndefined()
    expect(await brandOf([own], 'charity-paused')).toBeUndefined()
  })

  test('is not sent to an erased donor', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app)
    await jobs()
    await installation.app.write((tx) =>
      eraseAccount(tx, { accountId: viewer.accountId, confirmedEmails: [], at: now }),
    )
    await sendIt({ kind: 'changed', subscriptionId: subscription.id })
    await jobs()
    expect(
      await installation.app.db
        .selectFrom('notifications.mail')
        .select('id')
        .where('to_address', 'like', `%${viewer.accountId}%`)
        .execute(),
    ).toEqual([])
    expect(await mailsTo(viewer.email, 'changed')).toEqual([])
  })

  test('reports the state when it is composed: a concurrent change is read again', async () => {
    setClock('2026-11-20T12:00:00Z')
    const { subscription, viewer } = await aSubscription(installation.app)
    let isChanged = false
    const slow = {
      ...installation.app,
      write: async <T>(run: Parameters<typeof installation.app.write<T>>[0]) => {
        if (!isChanged) {
          isChanged = true
          await change(subscription.id, { portions: { each: { gift: '2500', tip: '0' } } })
        }
        return installation.app.write(run)
      },
    }
    await sendNotice(
      slow,
      { kind: 'changed', subscriptionId: subscription.id, id: installation.app.newId() },
      liveReceiptsOf,
    )
    const [mail] = await mailsTo(viewer.email, 'changed')
    expect(mail!.text).toContain('Each donation: £25.00')
  })
})

test('confirms a plan with what, how much, to whom, when, and links to view, pause or cancel', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { viewer } = await aSubscription(installation.app, { tipAmount: 160 })
  await jobs()
  const [mail] = await mailsTo(viewer.email, 'confirmed')
  expect(mail!.subject).toBe('Friday Givers: your first donation is on Friday 27 November 2026')
  for (const words of [
    'You haven’t been charged today',
    'Each donation: £10.00',
    'Support for the platform: £1.60',
    'To: Clean water for Tharparkar',
    'Every Friday at 09:00 (London time)',
    'Card: Visa ···· 4242',
    'Friday 27 November 2026, 17 Jumada al-Akhirah 1448 AH: £11.60',
    'Friday 25 December 2026',
    'On Friday 20 November 2026 you agreed',
    '/scheduled-giving/manage?token=',
  ])
    expect(mail!.text).toContain(words)
  expect(mail!.content.unsubscribe).toBe(undefined)
})

test('writes in Arabic to a donor who gives in Arabic', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription, viewer } = await aSubscription(installation.app)
  await installation.app.write(async (tx) =>
    saveDetails(tx, subscription.id, { ...(await lockSubscription(tx, subscription.id))!.details, locale: 'ar' }),
  )
  await jobs()
  const [mail] = await mailsTo(viewer.email, 'confirmed')
  expect(mail!.content.locale).toBe('ar')
  for (const words of ['السلام عليكم', 'كل أسبوع يوم الجمعة الساعة', '27 نوفمبر 2026', '17 جمادى الآخرة 1448 هـ'])
    expect(mail!.text).toContain(words)
})

test('describes a decline in general words, with or without another attempt', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { viewer } = await aSubscription(installation.app, { cardToken: 'pm_card_chargeCustomerFail' })
  for (const instant of [
    '2026-11-27T09:00:00Z',
    '2026-11-28T09:00:00Z',
    '2026-11-30T09:00:00Z',
    '2026-12-02T09:00:00Z',
    '2026-12-04T08:59:00Z',
  ]) {
    setClock(instant)
    await work()
  }
  const mails = await mailsTo(viewer.email, '%')
  expect(mails.map(({ kind }) => kind)).toEqual(['plan-confirmed', 'plan-failed', 'plan-failed'])
  expect(mails[1]!.text).toContain(
    'your £10.00 donation due Friday 27 November 2026 (17 Jumada al-Akhirah 1448 AH). You haven’t been charged. We’ll try again on Saturday 28 November 2026',
  )
  expect(mails[1]!.text).toContain(`/account/giving/`)
  expect(mails[1]!.text).toContain('?gift=2026-11-27')
  expect(mails[2]!.text).toContain(
    'We won’t try this donation again, even if you add a new card. You can still pay £10.00 yourself within 30 days of its date.',
  )
  for (const { text } of mails)
    expect(text).not.toMatch(/insufficient|card_declined|generic|do_not_honor|fraud|\{\w+\}/i)
})

test('notifies of failed daily donations after their second attempt, and of a series as a pause', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { viewer } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    cardToken: 'pm_card_chargeCustomerFail',
  })
  for (let day = 21; day <= 27; day++)
    for (const hour of ['09', '15']) {
      setClock(`2026-11-${day}T${hour}:00:00Z`)
      await work()
    }
  const mails = await mailsTo(viewer.email, '%')
  expect(mails.map(({ kind }) => kind)).toEqual([
    'plan-confirmed',
    ...Array.from({ length: 6 }, () => 'plan-failed'),
    'plan-paused',
  ])
  expect(mails.at(-1)!.text).toContain('Several payments in a row failed')
})

test('confirms a Ramadan agreed to months ahead with all its nights and their total', async () => {
  for (const [instant, total] of [
    ['2026-10-10T12:00:00Z', '29 donations in total: £300.00'],
    ['2026-05-10T12:00:00Z', '29 donations in total: £300.00'],
  ] as const) {
    setClock(instant)
    const { viewer } = await aSubscription(installation.app, {
      givingPlanId: programmePlans.Ramadan30Nights,
      hijriYear: 1448,
      donationAmount: 30_000,
    })
    await jobs()
    const [mail] = await mailsTo(viewer.email, 'confirmed')
    expect(mail!.text).toContain(total)
    expect(mail!.text).toContain('Night 29 of Ramadan 1448 AH, Evening of Sunday 7 March 2027')
  }
})

test('a plan donation’s receipt links to where the plan is cancelled without logging in (recurring-17)', async () => {
  setClock('2026-11-20T12:00:00Z')
  const causes = await Promise.all([1, 2].map(() => aCampaign(installation.app, { ends_at: null })))
  const given = [
    await aSubscription(installation.app),
    await aSubscription(installation.app, {
      causes: causes.map(({ id }) => ({ campaignId: String(id), share: 5000 })),
    }),
  ]
  setClock('2026-11-27T09:00:00Z')
  await work()
  for (const { subscription, viewer } of given) {
    const receipt = (await mailsTo(viewer.email)).find(({ kind }) => kind === 'receipt')
    const link = /\S*\/scheduled-giving\/manage\?token=(\S+)/.exec(receipt!.text)
    const answer = await installation.fastify.inject({ url: `/v4/subscription-links?token=${link![1]}` })
    expect(answer.json()).toMatchObject({ id: subscription.id, state: 'active' })
  }
})

describe('a mail follows the months announced for the plan’s countries (calendar-2)', () => {
  const announce = async (calendar: 'EG' | 'OM', month: number, startsOn: string) => {
    const { viewer } = await aSession(installation.app, { roles: ['admin'] })
    await announceMonth(installation.app, viewer, aRequestContext(), {
      calendar,
      year: 1448,
      month,
      startsOn,
      source: 'the moon was seen',
    })
  }
  const changedMail = async ({ subscription, viewer }: Awaited<ReturnType<typeof aSubscription>>) => {
    await sendIt({ kind: 'changed', subscriptionId: subscription.id })
    await jobs()
    return (await mailsTo(viewer.email, 'changed')).at(-1)!.text
  }

  test('in its dates', async () => {
    setClock('2026-11-20T12:00:00Z')
    const [egypt, arabia] = [
      await aSubscription(installation.app, { calendar: 'EG' }),
      await aSubscription(installation.app),
    ]
    await announce('EG', 7, '2026-12-11')
    expect(await changedMail(egypt)).toContain('Friday 11 December 2026, 1 Rajab 1448 AH')
    expect(await changedMail(arabia)).toContain('Friday 11 December 2026, 2 Rajab 1448 AH')
  })

  test('in its note on a thirtieth night, which is left out once known or skipped', async () => {
    setClock('2027-01-15T12:00:00Z')
    const aRamadan = () =>
      aSubscription(installation.app, {
        givingPlanId: programmePlans.Ramadan30Nights,
        ...eachOf([28, 29, 30], 1000),
        calendar: 'OM',
        hijriYear: 1448,
      })
    const plan = await aRamadan()
    expect(await changedMail(plan)).toContain('If a thirtieth night is announced, it’s donated too: £30.00.')
    await announce('OM', 9, '2027-02-08')
    await announce('OM', 10, '2027-03-09')
    expect(await changedMail(plan)).not.toContain('thirtieth')
    await announce('OM', 10, '2027-03-10')
    await jobs()
    await skipDonation(installation.app, {
      by: { kind: 'donor', viewer: plan.viewer, id: plan.subscription.id },
      context: aRequestContext(),
      key: 'ramadan:1448:30',
    })
    const text = await changedMail(plan)
    expect(text).toContain('Night 29')
    expect(text).not.toContain('thirtieth')
  })
})
