import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { savePlan } from '#modules/recurring/plans/plan-queries.ts'
import { createTestApp } from '#tests/support/app.ts'
import { parseChargeTimes, timeOf } from '#modules/recurring/plans/rules/schedule.ts'
import { draftOf } from '../draft.ts'
import { offersHandlers } from '../http-offers.ts'
import { wordsOf } from '../../notices/mails/words.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { previewPlan } from './preview.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'
import { aPlanRequest, aSubscription, programmePlans } from '../../testing.ts'

let installation: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => new Date('2026-11-21T12:00:00Z') })
  await aCampaign(installation.app, { ends_at: null })
})
afterAll(() => installation.close())

const nightsFrom = (first: number) => Array.from({ length: 31 - first }, (_, index) => first + index)
const ramadan = (over: object) =>
  previewPlan(installation.app, aRequestContext(), {
    ...aPlanRequest({ givingPlanId: programmePlans.Ramadan30Nights, cardId: 'x' }),
    hijriYear: 1448,
    ...over,
  })

describe('previewing a Ramadan with 29 nights by the calendar', () => {
  test('shows the thirtieth night apart, with its evening and in no total', async () => {
    const nights = nightsFrom(21)
    const preview = await ramadan({
      nights,
      amounts: Object.fromEntries(nights.map((number) => [String(number), 2000])),
      donationAmount: 20_000,
    })
    expect(preview.donations).toHaveLength(9)
    expect(preview).toMatchObject({
      total: 18_000,
      totalOf29: null,
      thirtieth: { number: 30, on: '2027-03-08', gift: 2000, isUncertain: true },
    })
    expect([preview.donations[0]!.on, preview.donations.at(-1)!.on]).toEqual(['2027-02-27', '2027-03-07'])
  })

  test('does not mention the thirtieth to a donor who did not choose it', async () => {
    const preview = await ramadan({ nights: [21, 29], amounts: { '21': 2000, '29': 2000 }, donationAmount: 4000 })
    expect(preview).toMatchObject({ total: 4000, thirtieth: null })
  })

  test('includes its amount in the agreement', async () => {
    const [one, other] = await Promise.all(
      [2000, 3000].map((last) =>
        ramadan({ nights: [29, 30], amounts: { '29': 2000, '30': last }, donationAmount: 2000 + last }),
      ),
    )
    expect(one!.quoteHash).not.toBe(other!.quoteHash)
  })
})

test('starts nights at the operator’s hour, and a plan keeps it after a change [calendar-6]', async () => {
  const times = parseChargeTimes('night 21:45')!
  const nights = [29, 30]
  const request = { nights, amounts: { '29': 2000, '30': 2000 }, donationAmount: 4000, hijriYear: 1448 }
  const previewAt = (ports: SubscriptionPorts) =>
    previewPlan(ports, aRequestContext(), {
      ...aPlanRequest({ givingPlanId: programmePlans.Ramadan30Nights, cardId: 'x' }),
      ...request,
    })
  const preview = await previewAt({ ...installation.app, chargeTimes: times })
  expect([preview.donations[0]!.dueAt, preview.thirtieth!.dueAt]).toEqual([
    new Date('2027-03-07T21:45:00Z'),
    // It awaits the announcement of its month, so it is charged at the end of the hold, like the plan's.
    new Date('2027-03-09T03:30:00Z'),
  ])
  const draft = await draftOf({ ...installation.app, chargeTimes: times }, 'GB', {
    ...aPlanRequest({ givingPlanId: programmePlans.Ramadan30Nights, cardId: 'x' }),
    ...request,
  })
  expect(timeOf(draft.schedule)).toEqual({ hour: 21, minute: 45 })
  expect(
    wordsOf(
      { ...draft, currency: 'GBP', programme: 'Ramadan30Nights' },
      { locale: 'en', productName: 'Sunbul', months: draft.months },
    ).time,
  ).toBe('21:45')
  expect((await previewAt(installation.app)).donations[0]!.dueAt).toEqual(new Date('2027-03-07T22:30:00.000Z'))
})

/** Creates a fundraiser's weekly plan and returns its id. */
async function aWeeklyPlan(
  campaignId: bigint,
  { requestsPhone }: { readonly requestsPhone: boolean },
): Promise<string> {
  const id = installation.app.newId()
  const plan = {
    id,
    type: 'CHARITY',
    programme: null,
    campaignId,
    frequency: 'week',
    isEnabled: true,
    isOnCampaignPage: true,
    requestsPhone,
  } as const
  await installation.app.write((tx) => savePlan(tx, { ...plan, at: installation.app.clock() }))
  return id
}

test('reports a currency the plan’s fundraiser doesn’t accept at the currency field', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const id = await aWeeklyPlan(campaign.id, { requestsPhone: false })
  const inDollars = { donationAmountCurrency: 'USD' }
  const refusal = { code: 'currency-not-accepted', params: { currency: 'USD' } }
  const ofPlan = previewPlan(installation.app, aRequestContext(), {
    ...aPlanRequest({ givingPlanId: id, cardId: 'x' }),
    ...inDollars,
  })
  await expect(ofPlan).rejects.toMatchObject({ fields: { donationAmountCurrency: refusal } })
  const causes = [{ campaignId: String(campaign.id), share: 10_000 }]
  const chosen = previewPlan(installation.app, aRequestContext(), {
    ...aPlanRequest({ givingPlanId: programmePlans.FridayGivers, cardId: 'x', causes }),
    ...inDollars,
  })
  await expect(chosen).rejects.toMatchObject({ fields: { 'causes.0': refusal } })
})

test('a preview validates the phone number if the plan asks for one (S2 §5)', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const id = await aWeeklyPlan(campaign.id, { requestsPhone: true })
  const previewing = (phoneNumber: string | undefined) =>
    previewPlan(installation.app, aRequestContext(), {
      ...aPlanRequest({ givingPlanId: id, cardId: 'x' }),
      ...(phoneNumber === undefined ? {} : { phoneNumber }),
    })
  await expect(previewing('+44 7123')).rejects.toMatchObject({
    fields: { phoneNumber: { code: 'phone-other-characters' } },
  })
  await expect(previewing('')).rejects.toMatchObject({ fields: { phoneNumber: { code: 'phone-missing' } } })
  expect((await previewing('+447123456789')).donations.length).toBeGreaterThan(0)
  expect((await previewing(undefined)).donations.length).toBeGreaterThan(0)
})

test('tells only the donor that they already have a plan', async () => {
  const { viewer } = await aSubscription(installation.app)
  const { viewer: other } = await aSession(installation.app)
  const read = async (who: Parameters<(typeof offersHandlers)['GET /v4/plans']>[0]['viewer']) => {
    const answer = await offersHandlers['GET /v4/plans']({
      app: installation.app,
      viewer: who,
      input: { type: 'INTERNAL', limit: 20, offset: 0 },
      context: aRequestContext(),
    } as never)
    const { plans } = answer as { plans: { signedUp: boolean; programme: string | null }[] }
    return plans.filter(({ signedUp }) => signedUp).map(({ programme }) => programme)
  }
  expect(await read(viewer)).toEqual(['FridayGivers'])
  expect(await read(other)).toEqual([])
  expect(await read({ kind: 'anonymous' })).toEqual([])
})

test('a Ramadan agreed to early shows its first donation before any is scheduled', async () => {
  const { subscription } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    hijriYear: 1448,
    nights: [21, 22],
    donationAmount: 2000,
    causes: [{ campaignId: String((await aCampaign(installation.app, { ends_at: null })).id), share: 10_000 }],
  })
  expect(subscription).toMatchObject({
    next: { key: 'ramadan:1448:21', on: '2027-02-27', number: 21, status: 'SCHEDULED', gift: 1000 },
  })
})

test('refuses dates too far away at their field without counting the days', async () => {
  const daily = (over: object) =>
    previewPlan(installation.app, aRequestContext(), {
      ...aPlanRequest({ givingPlanId: programmePlans.DailyGivers, cardId: 'x' }),
      ...over,
    })
  await expect(daily({ startsOn: '2027-11-23' })).rejects.toMatchObject({
    fields: { startsOn: { code: 'day-too-far' } },
  })
  await expect(daily({ unsubscribedAt: '9999-12-31' })).rejects.toMatchObject({
    fields: { unsubscribedAt: { code: 'day-too-far' } },
  })
  const { donations } = await daily({ startsOn: '2027-11-22', unsubscribedAt: '2099-01-01' })
  expect([donations[0]!.on, donations.length]).toEqual(['2027-11-22', 12])
})

describe('a programme that has begun', () => {
  const tenDays = (over: object) =>
    previewPlan(late(), aRequestContext(), {
      ...aPlanRequest({ givingPlanId: programmePlans.DhulHijjah, cardId: 'x' }),
      hijriYear: 1448,
      donationAmount: 10_000,
      ...over,
    })
  /** At noon of 4 Dhul Hijjah, six days are left. */
  const late = () => ({ ...installation.app, clock: () => new Date('2027-05-10T12:00:00Z') })

  test('divides the total between the remaining days', async () => {
    const preview = await tenDays({ tipAmount: 600 })
    expect(preview.donations.map(({ number, gift, tip }) => [number, gift, tip])).toEqual([
      [5, 1667, 100],
      [6, 1667, 100],
      [7, 1667, 100],
      [8, 1667, 100],
      [9, 1666, 100],
      [10, 1666, 100],
    ])
    expect(preview.total).toBe(10_600)
  })

  test('divides a total between the calendar’s nights; a possible thirtieth needs its own amount', async () => {
    const ports = { ...installation.app, clock: () => new Date('2027-03-05T23:00:00Z') }
    const nights = (over: object) =>
      previewPlan(ports, aRequestContext(), {
        ...aPlanRequest({ givingPlanId: programmePlans.Ramadan30Nights, cardId: 'x' }),
        hijriYear: 1448,
        donationAmount: 9000,
        ...over,
      })
    const halves = [{ gift: 4500 }, { gift: 4500 }]
    expect(await nights({})).toMatchObject({ total: 9000, donations: halves, thirtieth: null })
    const own = { amounts: { '28': 3000, '29': 3000, '30': 3000 } }
    expect(await nights(own)).toMatchObject({
      total: 6000,
      donations: [
        { number: 28, gift: 3000 },
        { number: 29, gift: 3000 },
      ],
      thirtieth: { gift: 3000 },
    })
    expect(await nights({ ...own, unsubscribedAt: '2027-03-07' })).toMatchObject({ total: 6000, thirtieth: null })
    expect(await nights({ unsubscribedAt: '2027-03-07' })).toMatchObject({
      total: 9000,
      donations: halves,
      thirtieth: null,
    })
  })

  test('refuses a programme with no days left', async () => {
    await expect(tenDays({ nights: [1, 2, 3] })).rejects.toMatchObject({ code: 'nothing-to-give' })
    await expect(tenDays({ nights: [] })).rejects.toMatchObject({ fields: { nights: { code: 'nights-missing' } } })
  })
})

test('preview, plan and mail name the same time of a first night that awaits its announcement [calendar-7]', async () => {
  const request = { nights: [1, 2], amounts: { '1': 1000, '2': 1000 }, donationAmount: 2000, hijriYear: 1448 }
  const preview = await previewPlan(installation.app, aRequestContext(), {
    ...aPlanRequest({ givingPlanId: programmePlans.Ramadan30Nights, cardId: 'x' }),
    ...request,
  })
  const { subscription } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    ...request,
  })
  const latest = preview.donations[0]!.dueAt
  expect([latest.toISOString().slice(11, 16), preview.donations[0]!.isUncertain]).toEqual(['03:30', true])
  const rows = await occurrencesOf(installation.app.db, subscription.id)
  expect([subscription.next!.dueAt, ...rows.map(({ dueAt }) => dueAt)]).toEqual([
    latest,
    ...preview.donations.map(({ dueAt }) => dueAt),
  ])
})
