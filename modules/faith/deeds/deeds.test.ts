import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { exportDeeds } from './export-deeds.ts'
import { openDeedsYear } from './open-year.ts'
import { queueRecalculation, recalculateDeeds } from './recalculate.ts'
import { storeDonations, type StoredDonation } from './testing.ts'

const now = '2026-06-18T12:00:00Z'
const clock = manualClock(new Date(now))
let it: TestApp
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
})
afterAll(() => it.close())
beforeEach(async () => {
  await sql`delete from deeds.snapshot`.execute(it.app.db)
  await sql`delete from deeds.year`.execute(it.app.db)
})

const call = async (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  it.fastify.inject({
    method,
    url,
    ...(payload ? { payload } : {}),
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
  })
const deedsOf = async (token: string, query = '') => (await call('GET', `/v4/deeds${query}`, token)).json()
const consent = (token: string, isGiven: boolean) =>
  call('POST', '/v4/privacy/consents', token, { purpose: 'recap', isGiven, textVersion: consentTexts.recap.version })

async function aDonor({ agreedBefore = false } = {}) {
  const session = await aSession(it.app, { firstName: 'Amina', isConfirmed: true })
  if (agreedBefore) {
    clock.move({ days: -30 })
    await consent(session.token, true)
    clock.move({ days: 30 })
  }
  return session
}
const aDonation = (accountId: string, campaignId: bigint, over: Partial<StoredDonation> = {}): StoredDonation => ({
  id: it.app.newId(),
  accountId,
  campaignId,
  currency: 'GBP',
  gift: 2_000n,
  givenAt: new Date('2026-03-01T12:00:00Z'),
  ...over,
})
const stored = async (accountId: string) =>
  (await it.app.db.selectFrom('deeds.snapshot').select('hijri_year').where('account_id', '=', accountId).execute()).map(
    ({ hijri_year }) => hijri_year,
  )
const mailsTo = (email: string) =>
  it.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content'])
    .where('to_address', '=', email)
    .where('kind', '=', 'deeds-opened')
    .execute()

test('nothing is computed before the donor agrees, and then every field is there [deeds-7] [S1 §3]', async () => {
  const { token, viewer } = await aDonor()
  const campaign = await aCampaign(it.app, { name: 'Wells', category: 'water', country: 'PK' })
  await storeDonations(it.app, [
    aDonation(viewer.accountId, campaign.id, { gift: 2_500n, zakat: 2_400n }),
    aDonation(viewer.accountId, campaign.id, { givenAt: new Date('2026-03-02T12:00:00Z') }),
    aDonation(viewer.accountId, campaign.id, { givenAt: new Date('2025-01-02T12:00:00Z'), gift: 700n }),
  ])
  const empty = { hijriYear: null, wrappedData: null, isApproximate: null, styleReason: null, fridayStreak: null }
  expect(await deedsOf(token)).toEqual({ state: 'consent-needed', ...empty })
  await openDeedsYear(it.app)
  expect(await stored(viewer.accountId)).toEqual([])

  await consent(token, true)
  expect(await deedsOf(token)).toEqual({
    state: 'data',
    hijriYear: 1447,
    isApproximate: false,
    styleReason: { code: 'referrals', referrals: 0 },
    fridayStreak: 0,
    wrappedData: {
      userName: 'Amina',
      hijriYear: 1447,
      currencyCode: 'GBP',
      currencySymbol: '£',
      globalStats: {
        isTop10Donor: false,
        isTop10FrequentDonor: false,
        totalStats: { uniqueDonors: expect.any(Number), amount: expect.any(Number) },
      },
      topFundraiser: { imageUrl: null, iconUrl: null, charityName: expect.any(String), title: 'Wells' },
      userStats: {
        count: 1,
        amount: 4_500,
        userType: 'The Social Sharer',
        streak: 2,
        mostActiveMonth: { amount: 4_500, month: 9 },
        topCampaign: { name: 'Wells', amount: 4_500 },
        referralStats: { count: 0, amount: 0 },
        donationStats: {
          topCategories: ['Food/Water'],
          totalCategories: 1,
          totalCountries: 1,
          topCountry: 'PK',
          topCountryFlag: '🇵🇰',
          topCountryName: 'Pakistan',
        },
        zakatStats: { amount: 2_400, fundraisers: 1 },
        scheduledGivingStats: {
          dailyGivingStats: { totalDaysDonated: 0 },
          fridayGiversStats: { totalFridaysDonated: 0, totalAmountDonated: 0 },
          ramadanChallengeStats: { totalAmountDonated: 0 },
          dhcStats: { totalAmountDonated: 0 },
        },
        qurbaniStats: { totalAnimals: 0, animals: [] },
      },
    },
  })
  expect((await deedsOf(token, '?hijriYear=1446')).wrappedData.userStats.amount).toBe(700)
  expect((await call('GET', '/v4/deeds?hijriYear=1448', token)).statusCode).toBe(404)

  await consent(token, false)
  expect(await stored(viewer.accountId)).toEqual([])
  expect((await deedsOf(token)).state).toBe('consent-needed')
})

test('the total is what the account shows for that year, and a closed campaign page is not shown [deeds-2]', async () => {
  const { token, viewer } = await aDonor({ agreedBefore: true })
  const hidden = await aCampaign(it.app, { status: 0 })
  const open = await aCampaign(it.app)
  await storeDonations(it.app, [
    aDonation(viewer.accountId, hidden.id, { gift: 9_000n, returned: 1_000n }),
    aDonation(viewer.accountId, open.id, { gift: 300n, returned: 300n }),
    aDonation(viewer.accountId, open.id, { gift: 400n }),
  ])
  await openDeedsYear(it.app)
  const { wrappedData } = await deedsOf(token)
  expect(wrappedData.userStats.amount).toBe(8_400)
  expect(wrappedData.topFundraiser).toBeNull()
  const { donations } = (await call('GET', '/v4/account/donations?year=h1447', token)).json<{
    donations: { gift: number; refundedDonation: number }[]
  }>()
  expect(donations.reduce((sum, { gift, refundedDonation }) => sum + gift - refundedDonation, 0)).toBe(8_400)
})

test('donations in nine currencies become one total, which its breakdowns agree with [deeds-3]', async () => {
  const { token, viewer } = await aDonor({ agreedBefore: true })
  const campaign = await aCampaign(it.app, { category: 'health', country: 'SY' })
  // From an earlier day, so that converted amounts are approximate.
  await sql`insert into currencies.rate (currency, day, source, per_euro)
    select currency, '2026-02-20', 'ecb', 2 from unnest(array['GBP', 'USD', 'CAD', 'PKR', 'MYR', 'JPY', 'KWD', 'TRY']) currency`.execute(
    it.app.db,
  )
  const nine = ['GBP', 'GBP', 'USD', 'EUR', 'CAD', 'PKR', 'MYR', 'JPY', 'KWD', 'TRY'] as const
  await storeDonations(
    it.app,
    nine.map((currency) => aDonation(viewer.accountId, campaign.id, { currency, gift: 5_000n })),
  )
  await openDeedsYear(it.app)
  const { wrappedData, isApproximate } = await deedsOf(token)
  const { amount, topCampaign, mostActiveMonth, count, donationStats } = wrappedData.userStats
  expect([wrappedData.currencyCode, amount]).toEqual(['GBP', 7 * 5_000 + 10_000 + 500_000 + 500])
  expect([topCampaign.amount, mostActiveMonth.amount]).toEqual([amount, amount])
  expect([count, donationStats.totalCategories, donationStats.totalCountries]).toEqual([1, 1, 1])
  expect(isApproximate).toBe(true)
})

test('a snapshot stays as it is until a refund of one of its donations [deeds-7]', async () => {
  const { token, viewer } = await aDonor({ agreedBefore: true })
  const campaign = await aCampaign(it.app)
  const [first, second] = [aDonation(viewer.accountId, campaign.id), aDonation(viewer.accountId, campaign.id)]
  await storeDonations(it.app, [first])
  await openDeedsYear(it.app)
  await storeDonations(it.app, [second])
  await openDeedsYear(it.app)
  const amount = async () => (await deedsOf(token)).wrappedData?.userStats.amount
  expect(await amount()).toBe(2_000)

  const queued: unknown[] = []
  const enqueue = (_tx: unknown, task: string, payload: unknown) => {
    queued.push([task, payload])
    return Promise.resolve()
  }
  const donorYear = { accountId: viewer.accountId, hijriYear: 1447 }
  const refund = async (donationId: string, gift: bigint) => {
    await sql`insert into giving.refunded_amount (donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at)
      values (${donationId}, ${gift}, 0, 0, 0, 0, ${gift === 2_000n}, ${clock.now()})`.execute(it.app.db)
    await it.app.write((tx) => queueRecalculation({ enqueue }, tx, [donationId]))
    await recalculateDeeds(it.app, donorYear)
  }
  await refund(first.id, 500n)
  expect(queued).toEqual([['deeds:recalculate', donorYear]])
  expect(await amount()).toBe(3_500)
  await sql`update giving.refunded_amount set gift = 2000, is_fully_refunded = true where donation_id = ${first.id}`.execute(
    it.app.db,
  )
  await refund(second.id, 2_000n)
  expect(await deedsOf(token)).toMatchObject({ state: 'no-deeds', wrappedData: null })
})

test('donors who agreed before the year opened get one mail without figures, unless they turned it off', async () => {
  const campaign = await aCampaign(it.app)
  const [donor, off, withoutGiving] = [
    await aDonor({ agreedBefore: true }),
    await aDonor({ agreedBefore: true }),
    await aDonor({ agreedBefore: true }),
  ]
  expect((await call('POST', '/api/user/properties', off.token, { deedsMails: false })).statusCode).toBe(200)
  await storeDonations(
    it.app,
    [donor, off].map(({ viewer }) => aDonation(viewer.accountId, campaign.id, { gift: 123_456n })),
  )
  await Promise.all([openDeedsYear(it.app), openDeedsYear(it.app)])
  await openDeedsYear(it.app)
  const mails = await mailsTo(donor.viewer.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Sunbul Deeds of 1447 AH are ready'])
  expect(JSON.stringify(mails)).not.toMatch(/123|1,234/)
  expect([await mailsTo(off.viewer.email), await mailsTo(withoutGiving.viewer.email)]).toEqual([[], []])
  const late = await aDonor()
  await storeDonations(it.app, [aDonation(late.viewer.accountId, campaign.id)])
  await consent(late.token, true)
  await deedsOf(late.token)
  await openDeedsYear(it.app)
  expect(await mailsTo(late.viewer.email)).toEqual([])
})

test('referrals count distinct donors and what is left of their donations', async () => {
  const { token, viewer } = await aDonor({ agreedBefore: true })
  const campaign = await aCampaign(it.app)
  const friends = [await aDonor(), await aDonor()].map((friend) => friend.viewer.accountId)
  const storedDonations = [friends[0]!, friends[0]!, friends[1]!].map((friend) =>
    aDonation(friend, campaign.id, { gift: 1_000n, returned: friend === friends[1] ? 400n : 0n }),
  )
  await storeDonations(it.app, [aDonation(viewer.accountId, campaign.id), ...storedDonations])
  const refererId = it.app.newId()
  await sql`insert into referrals.referer (id, code, account_id, campaign_id, created_at)
    values (${refererId}, ${`Team${refererId}`}, ${viewer.accountId}, ${campaign.id}, now())`.execute(it.app.db)
  await sql`insert into referrals.referral (donation_id, referer_id, campaign_id, currency, gift, given_at)
    select id, ${refererId}, campaign_id, currency, gift, given_at from giving.donation where id = any(${storedDonations.map(({ id }) => id)}::uuid[])`.execute(
    it.app.db,
  )
  await openDeedsYear(it.app)
  const { wrappedData, styleReason } = await deedsOf(token)
  expect(wrappedData.userStats.referralStats).toEqual({ count: 2, amount: 2_600 })
  expect(styleReason).toEqual({ code: 'referrals', referrals: 2 })
})

test('erasing an account deletes its snapshots and notices, and its export has them before', async () => {
  const { token, viewer } = await aDonor()
  await sql`insert into deeds.year (hijri_year, donors, unique_donors, amount, computed_at) values (1447, 1, 1, 2700, now())`.execute(
    it.app.db,
  )
  await sql`insert into deeds.snapshot (account_id, hijri_year, currency, figures, computed_at)
    values (${viewer.accountId}, 1447, 'GBP', '{"amount": 2000}', now())`.execute(it.app.db)
  await sql`insert into deeds.notice (account_id, hijri_year, sent_at) values (${viewer.accountId}, 1447, now())`.execute(
    it.app.db,
  )
  expect(await exportDeeds(it.app, viewer.accountId)).toMatchObject({
    deeds: [{ hijriYear: 1447, currency: 'GBP', figures: { amount: 2_000 } }],
    deedsNotices: [{ hijriYear: 1447 }],
  })
  expect((await call('POST', '/v4/privacy/erasure', token, { understood: true })).statusCode).toBe(200)
  expect(await exportDeeds(it.app, viewer.accountId)).toEqual({ deeds: [], deedsNotices: [], deedsSurvey: [] })
})
