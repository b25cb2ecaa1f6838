import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aCard, aProvenCard } from '#modules/money/cards/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { findYearlyNotices } from '../../notices/notice-queries.ts'
import { remindDonors } from '../../notices/reminders.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { plansOfCampaign } from '#modules/recurring/plans/index.ts'
import { savePlan } from '#modules/recurring/plans/plan-queries.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { scheduleDonations } from '../schedule/schedule-donations.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'
import { findSubscription, subscriptionsOf } from '../subscription-queries.ts'
import { aPlanRequest } from '../../testing.ts'

let installation: TestApp
let campaignId: string
let now = new Date('2026-11-20T12:00:00Z')
let crashAt: string | undefined
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === crashAt ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  const charity = await anOrganization(installation.app, { name_ar: 'مؤسسة أمل' })
  const campaign = await aCampaign(installation.app, {
    ends_at: null,
    gift_aid: true,
    organization_id: charity.id,
  } as never)
  campaignId = String(campaign.id)
  for (const frequency of ['week', 'month', 'year'] as const)
    await installation.app.write((tx) =>
      savePlan(tx, {
        id: installation.app.newId(),
        type: 'CHARITY',
        programme: null,
        campaignId: campaign.id,
        frequency,
        isEnabled: true,
        isOnCampaignPage: true,
        requestsPhone: false,
        at: now,
      }),
    )
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date('2026-11-20T12:00:00Z')))

type Result = {
  readonly id: string
  readonly status?: string
  readonly intentId?: string
  readonly subscriptionId?: string
  readonly token?: string
  readonly challenge?: { readonly url: string; readonly token: string }
  readonly code?: string
  readonly fields?: object
}
type Body = { readonly result: Result; readonly fields?: Readonly<Record<string, unknown>>; readonly code?: string }

let people = 0
let keys = 0
/** Creates a donor without an account, in a browser and network of their own. */
function aGuest(email = `guest-${(people += 1)}@example.org`) {
  const number = (people += 1)
  const visit = installation.app.newId()
  return {
    email,
    async give(over: object = {}, key = `key-${(keys += 1)}`, cookie = '', language = 'en') {
      const answer = await installation.fastify.inject({
        method: 'POST',
        url: `/api/donate/donate/${campaignId}`,
        remoteAddress: `192.0.2.${number % 250}`,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          'session-id': visit,
          cookie,
          'content-language': language,
        },
        payload: {
          amount: '10',
          currency: 'GBP',
          frequency: 'month',
          timeZone: 'Europe/London',
          guest: { email, name: 'Amina Yusuf' },
          tokens: [{ type: 'card', token: 'pm_card_visa' }],
          ...over,
        },
      })
      return { status: answer.statusCode, body: answer.json<Body>() }
    },
  }
}

const charges = () => [...installation.sandbox!.gateway.store.truth.values()]
const plansOf = (email: string) =>
  installation.app.db.selectFrom('subscriptions.subscription').selectAll().where('guest_email', '=', email).execute()
const receiptsOf = async (intentId: string) =>
  installation.app.db
    .selectFrom('receipts.line as l')
    .innerJoin('giving.donation as d', 'd.id', 'l.donation_id')
    .select('l.receipt_id')
    .where('d.intent_id', '=', intentId)
    .execute()
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, [], now)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8'),
  )
const mailsTo = async (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'subject'])
    .where('to_address', '=', email)
    .execute()

test('charges a guest’s monthly donation at once and starts a plan without an account (recurring-21)', async () => {
  const guest = aGuest()
  const { status, body } = await guest.give({ feeAmount: '1', dedication: undefined })
  expect([status, body.result.status]).toEqual([200, 'succeeded'])
  const [plan, ...others] = await plansOf(guest.email)
  expect(others).toEqual([])
  expect(plan).toMatchObject({
    id: body.result.subscriptionId,
    account_id: null,
    guest_name: 'Amina Yusuf',
    state: 'active',
    time_zone: 'Europe/London',
    portions: { each: { gift: '1000', tip: '100' } },
    schedule: { kind: 'month', anchorDay: 20 },
    first_intent_id: body.result.intentId,
  })
  const card = await installation.app.db
    .selectFrom('cards.card')
    .selectAll()
    .where('id', '=', plan!.card_id!)
    .executeTakeFirstOrThrow()
  expect(card).toMatchObject({ account_id: null, plan_id: plan!.id, last4: '4242' })
  await work()
  expect(await occurrencesOf(installation.app.db, plan!.id)).toMatchObject([
    { key: '2026-11-20', state: 'SUCCEEDED', intentId: body.result.intentId },
    { key: '2026-12-20', state: 'SCHEDULED', gift: 1000n, tip: 100n },
  ])
  expect(await receiptsOf(body.result.intentId!)).toHaveLength(1)
  now = new Date('2026-12-20T09:00:01Z')
  const before = charges().length
  await Promise.all([chargeDue(installation.app), chargeDue(installation.app), chargeDue(installation.app)])
  await work()
  expect(charges()).toHaveLength(before + 1)
  expect(charges().at(-1)).toMatchObject({ amount: 1100 })
  expect((await occurrencesOf(installation.app.db, plan!.id)).map(({ state }) => state)).toEqual([
    'SUCCEEDED',
    'SUCCEEDED',
  ])
  const donations = await installation.app.db
    .selectFrom('giving.donation')
    .select(['email', 'account_id', 'guest_id', 'occurrence_key'])
    .where('subscription_id', '=', plan!.id)
    .orderBy('given_at')
    .execute()
  expect(donations).toMatchObject([
    { email: guest.email, account_id: null, guest_id: plan!.guest_id, occurrence_key: '2026-11-20' },
    { email: guest.email, account_id: null, guest_id: plan!.guest_id, occurrence_key: '2026-12-20' },
  ])
  expect(await troubles()).toEqual([])
})

test('one plan and one charge result from a repeated request, before and after its response', async () => {
  const guest = aGuest()
  const before = charges().length
  const answers = await Promise.all(Array.from({ length: 8 }, () => guest.give({}, `same-${guest.email}`)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  const again = await guest.give({}, `same-${guest.email}`)
  expect(again.body.result.status).toBe('succeeded')
  const plans = await plansOf(guest.email)
  expect(plans.map(({ id }) => id)).toEqual([again.body.result.subscriptionId])
  expect(charges()).toHaveLength(before + 1)
  // A new key means a second donation, so the donor is asked first.
  expect(await guest.give()).toMatchObject({ status: 409, body: { result: { code: 'duplicate-donation' } } })
  // A one-time donation of the same amount is not a duplicate of a monthly one.
  const once = await guest.give({ frequency: undefined })
  expect(once.body.result).toMatchObject({ status: 'succeeded' })
  expect(once.body.result.subscriptionId).toBeUndefined()
  expect(await plansOf(guest.email)).toHaveLength(1)
})

test('a decline starts no plan, and another card starts one', async () => {
  const guest = aGuest()
  const declined = await guest.give({ tokens: [{ type: 'card', token: 'pm_card_chargeDeclined' }] })
  expect(declined.status).toBe(402)
  expect(await plansOf(guest.email)).toEqual([])
  const paid = await guest.give({ intentId: declined.body.result.intentId })
  expect(paid.body.result.status).toBe('succeeded')
  expect(await plansOf(guest.email)).toMatchObject([{ id: paid.body.result.subscriptionId, state: 'active' }])
  await work()
  expect(await troubles()).toEqual([])
})

test('starts the plan once its 3-D Secure challenge is completed, and not before', async () => {
  const guest = aGuest()
  const response = await guest.give({ tokens: [{ type: 'card', token: 'pm_card_authenticationRequired' }] })
  const challenge = response.body.result.challenge!
  expect(await plansOf(guest.email)).toEqual([])
  await fetch(`${challenge.url}/approve`, { method: 'POST' })
  const finish = () =>
    installation.fastify.inject({
      method: 'POST',
      url: '/api/donate/challenge',
      headers: { 'content-type': 'application/json' },
      payload: { id: response.body.result.id, challenge: challenge.token },
    })
  const [first, second] = await Promise.all([finish(), finish()])
  expect(first.json<Body>().result.subscriptionId ?? second.json<Body>().result.subscriptionId).toBeDefined()
  expect(await plansOf(guest.email)).toHaveLength(1)
})

test.each(['before_provider', 'after_provider', 'after_commit'])(
  'a process killed at %s leaves a plan if and only if it was paid',
  async (place) => {
    const guest = aGuest()
    const before = charges().length
    crashAt = place
    await guest.give().catch(() => undefined)
    crashAt = undefined
    for (let minute = 1; minute < 40; minute += 5) {
      now = new Date(Date.parse('2026-11-20T12:00:00Z') + minute * 60_000)
      await resolveDueAttempts(installation.app)
    }
    await work()
    const paid = charges().length - before
    expect(paid).toBe(place === 'before_provider' ? 0 : 1)
    expect(await plansOf(guest.email)).toHaveLength(paid)
    expect(await troubles()).toEqual([])
  },
)

test('an account’s saved card pays a plan, and a card typed for a plan serves that plan alone', async () => {
  const { viewer, token } = await aSession(installation.app)
  const saved = await aCard(installation.app, viewer)
  const give = async (over: object) => {
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: `/api/donate/donate/${campaignId}`,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': `key-${(keys += 1)}`,
      },
      payload: { amount: '10', currency: 'GBP', timeZone: 'Europe/London', ...over },
    })
    return answer.json<Body>().result
  }
  const first = await give({ frequency: 'week', cardID: saved.id })
  expect(await findSubscription(installation.app.db, first.subscriptionId!)).toMatchObject({
    accountId: viewer.accountId,
    guestId: null,
    cardId: saved.id,
    schedule: { kind: 'week', weekday: 5 },
  })
  const second = await give({
    frequency: 'year',
    saveCard: true,
    tokens: [{ type: 'card', token: 'pm_card_mastercard' }],
  })
  const yearly = (await findSubscription(installation.app.db, second.subscriptionId!))!
  expect(yearly).toMatchObject({
    accountId: viewer.accountId,
    consentUntil: '9999-12-31',
    schedule: { kind: 'year', month: 11, anchorDay: 20 },
  })
  await work()
  const cards = await installation.app.db
    .selectFrom('cards.card')
    .select('id')
    .where('account_id', '=', viewer.accountId)
    .execute()
  expect(cards).toEqual([{ id: saved.id }])
  // A card of another plan is not found.
  expect(await give({ cardID: yearly.cardId, amount: '12' })).toMatchObject({ code: 'invalid-input' })
})

test('refuses a plan at the wrong field and charges nothing (recurring-23)', async () => {
  const before = charges().length
  const fieldsOf = async (over: object, guest = aGuest()) =>
    Object.keys((await guest.give(over)).body.result.fields ?? {})
  expect(await fieldsOf({ guest: { email: '', name: 'Amina' } })).toEqual(['guest.email'])
  expect(await fieldsOf({ givingPlanId: '0199a000-0000-7000-8000-000000000001' })).toEqual(['frequency'])
  expect(await fieldsOf({ amount: '5000' })).toEqual(['amount'])
  expect(await fieldsOf({ timeZone: '+01:00' })).toEqual(['timeZone'])
  expect(await fieldsOf({ donationType: 'zakat-al-fitr' })).toEqual(['donationType'])
  expect(
    await fieldsOf({ paymentMethod: 'ach', currency: 'GBP', tokens: [{ type: 'ach', token: 'pm_usBankAccount' }] }),
  ).toEqual(['paymentMethod'])
  expect(charges()).toHaveLength(before)
  const guest = aGuest()
  for (let count = 1; count <= 5; count += 1)
    expect((await guest.give({ amount: String(10 + count) })).status).toBe(200)
  expect(await fieldsOf({ amount: '20' }, guest)).toEqual(['frequency'])
})

test('a plan started on 29 February gives on the 28th in common years (recurring-22)', async () => {
  now = new Date('2028-02-29T12:00:00Z')
  const guest = aGuest()
  const { body } = await guest.give({ frequency: 'year' })
  const id = body.result.subscriptionId!
  await work()
  const given = async () => (await occurrencesOf(installation.app.db, id)).map(({ key }) => key)
  expect(await given()).toEqual(['2028-02-29'])
  for (const day of ['2029-01-20', '2030-01-20', '2031-01-20', '2032-01-20']) {
    now = new Date(`${day}T12:00:00Z`)
    await scheduleDonations(installation.app)
    now = new Date(`${day.slice(0, 4)}-03-01T10:00:00Z`)
    await work()
  }
  expect(await given()).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
})

test('mails a guest’s agreement once and stores it with its hash', async () => {
  const guest = aGuest()
  const { body } = await guest.give()
  await work()
  const plan = (await findSubscription(installation.app.db, body.result.subscriptionId!))!
  expect(plan.details.agreedWords).toContain('£10.00')
  expect(plan.details.agreedWords).toContain('20 December 2026')
  const mandate = await installation.app.db
    .selectFrom('cards.mandate')
    .select(['text_version', 'text_hash', 'locale'])
    .where('plan_id', '=', plan.id)
    .execute()
  expect(mandate).toMatchObject([{ text_version: 'plan-2026-11-29', locale: 'en' }])
  expect(await mailsTo(guest.email)).toMatchObject([{ kind: 'receipt' }])
})

test('the mandate of an Arabic page is Arabic, and names the charity by its Arabic name [contract-12]', async () => {
  const { body } = await aGuest().give({}, undefined, 'lang=en', 'ar')
  await work()
  const plan = (await findSubscription(installation.app.db, body.result.subscriptionId!))!
  expect(plan.details).toMatchObject({ locale: 'ar', agreedWords: expect.stringContaining('مؤسسة أمل') })
  const english = await aGuest().give()
  await work()
  const other = (await findSubscription(installation.app.db, english.body.result.subscriptionId!))!
  expect(other.details.agreedWords).toContain('Umeed Trust')
})

test.each([true, false])(
  'uses an address given after the first donation for later ones; Gift Aid: %s (receipts-17)',
  async (giftAid) => {
    const guest = aGuest()
    const { body } = await guest.give({ giftAid }, undefined, 'country=GB')
    await work()
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: '/v4/tax-addresses',
      headers: { 'content-type': 'application/json' },
      payload: {
        token: body.result.token,
        address: {
          FirstName: 'Amina',
          LastName: 'Yusuf',
          Address: '1 King Street',
          City: 'Leeds',
          Zip: 'LS1 1AA',
          Country: 'GB',
        },
        giftAid: true,
        giftAidTextVersion: 'hmrc-2024-03',
      },
    })
    expect(answer.statusCode).toBe(200)
    await work()
    now = new Date('2026-12-20T09:00:01Z')
    await work()
    await work()
    const donations = await installation.app.db
      .selectFrom('giving.donation as d')
      .leftJoin('giving.gift_aid_declaration as g', 'g.donation_id', 'd.id')
      .select(['d.gift_aid', 'd.occurrence_key', 'g.declared_at'])
      .where('d.subscription_id', '=', body.result.subscriptionId!)
      .orderBy('d.given_at')
      .execute()
    const first = new Date('2026-11-20T12:00:00Z')
    expect(donations).toEqual([
      { gift_aid: true, occurrence_key: '2026-11-20', declared_at: first },
      { gift_aid: giftAid, occurrence_key: '2026-12-20', declared_at: giftAid ? first : null },
    ])
    expect(await findSubscription(installation.app.db, body.result.subscriptionId!)).toMatchObject({
      giftAid,
      details: { taxAddress: { line1: '1 King Street', city: 'Leeds', country: 'GB' } },
    })
    expect(await troubles()).toEqual([])
  },
)

test('reminds the donor of a yearly plan 30 and 7 days before each donation, once each (recurring-22)', async () => {
  const guest = aGuest()
  const { body } = await guest.give({ frequency: 'year' })
  const id = body.result.subscriptionId!
  await work()
  now = new Date('2027-10-15T12:00:00Z')
  await scheduleDonations(installation.app)
  const due = async (instant: string) =>
    (await findYearlyNotices(installation.app.db, new Date(instant), 10)).filter(
      ({ subscriptionId }) => subscriptionId === id,
    )
  expect(await due('2027-10-20T12:00:00Z')).toEqual([])
  expect(await due('2027-10-22T12:00:00Z')).toMatchObject([{ key: '2027-11-20', daysBefore: 30 }])
  expect(await due('2027-11-14T12:00:00Z')).toMatchObject([{ key: '2027-11-20', daysBefore: 7 }])
  now = new Date('2027-10-22T12:00:00Z')
  expect(await remindDonors(installation.app)).toBeGreaterThan(0)
  const notice = { kind: 'upcoming', subscriptionId: id, keys: ['2027-11-20'], reason: 'year' } as const
  await sendNotice(installation.app, { ...notice, id: `upcoming.${id}.2027-11-20.30` }, async () => new Map())
  expect(await due('2027-10-23T12:00:00Z')).toEqual([])
  expect((await mailsTo(guest.email)).map(({ kind }) => kind)).toContain('plan-upcoming')
})

describe('the same plan from the checkout’s form and from the wizard (recurring-33)', () => {
  /** Creates a donor with a card, who starts plans of 10.00 a month in one or the other way. */
  async function aDonor() {
    const { viewer, token } = await aSession(installation.app)
    const card = await aProvenCard(installation.app, viewer, 'pm_card_visa')
    const plans = await plansOfCampaign(installation.app, BigInt(campaignId))
    const plan = plans.find(({ frequency }) => frequency === 'month')
    const ask = async (url: string, payload: object) => {
      const answer = await installation.fastify.inject({
        method: 'POST',
        url,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `key-${(keys += 1)}`,
        },
        payload,
      })
      return { status: answer.statusCode, body: answer.json<Record<string, string> & { result?: Result }>() }
    }
    const fromForm = (over: object = {}) =>
      ask(`/api/donate/donate/${campaignId}`, {
        amount: '10',
        currency: 'GBP',
        frequency: 'month',
        timeZone: 'Europe/London',
        cardID: card.id,
        ...over,
      })
    const fromWizard = (over: object = {}) =>
      ask('/v4/subscriptions', {
        ...aPlanRequest({ givingPlanId: plan!.id, cardId: card.id }),
        causes: [{ campaignId, share: 10_000 }],
        ...over,
      })
    const count = async () =>
      (await subscriptionsOf(installation.app.db, viewer.accountId)).filter(({ state }) => state === 'active').length
    return { fromForm, fromWizard, count }
  }

  test('is asked about in the wizard once, after it started with a donation', async () => {
    const donor = await aDonor()
    const started = (await donor.fromForm()).body.result!
    expect(started).toMatchObject({ status: 'succeeded' })
    const duplicateOf = started.subscriptionId
    expect((await donor.fromWizard({ donationAmount: 1100 })).status).toBe(200)
    expect(await donor.fromWizard()).toMatchObject({ status: 409, body: { code: 'duplicate-plan', duplicateOf } })
    expect(await donor.count()).toBe(2)
    expect((await donor.fromWizard({ repeatOf: duplicateOf })).status).toBe(200)
    expect(await donor.count()).toBe(3)
  })

  test('is asked about in the form before anything is charged, and an earlier donation as before', async () => {
    const donor = await aDonor()
    const duplicateOf = (await donor.fromWizard()).body.id!
    const before = charges().length
    expect(await donor.fromForm()).toMatchObject({
      status: 409,
      body: { result: { code: 'duplicate-plan', duplicateOf } },
    })
    expect(charges()).toHaveLength(before)
    expect((await donor.fromForm({ frequency: undefined })).status).toBe(200)
    const repeated = (await donor.fromForm({ repeatOf: duplicateOf })).body.result!
    expect(repeated).toMatchObject({ status: 'succeeded' })
    expect(await donor.fromForm()).toMatchObject({
      status: 409,
      body: { result: { code: 'duplicate-donation', duplicateOf: repeated.intentId } },
    })
    expect((await donor.fromForm({ repeatOf: repeated.intentId })).body.result).toMatchObject({ status: 'succeeded' })
    expect(await donor.count()).toBe(3)
    now = new Date(now.getTime() + 16 * 60_000)
    expect((await donor.fromWizard()).status).toBe(200)
    await work()
    expect(await troubles()).toEqual([])
  })
})
