import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { convertOnDay, rateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { parseRate } from '#modules/platform/currencies/rules/rate.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { localDate } from '#shared/calendar.ts'
import { type Currency, money } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { readDeeds } from './read-deeds.ts'
import { agreeToRecap, type StoredDonation, storeDonations, storeQurbaniItem } from './testing.ts'

const clock = manualClock(new Date('2026-06-20T12:00:00Z'))
let it: TestApp
let campaign: Awaited<ReturnType<typeof aCampaign>>
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
  campaign = await aCampaign(it.app, { category: 'education', country: 'YE' })
})
afterAll(() => it.close())

async function aDonor(firstName = 'Amina') {
  const session = await aSession(it.app, { firstName, isConfirmed: true })
  await agreeToRecap(it.app, session.viewer.accountId, consentTexts.recap.version, clock.now())
  return session
}
const give = (accountId: string, ...donations: Partial<StoredDonation>[]) =>
  storeDonations(
    it.app,
    donations.map((over) => ({
      id: it.app.newId(),
      accountId,
      campaignId: campaign.id,
      currency: 'GBP',
      gift: 2_000n,
      givenAt: new Date('2026-03-01T12:00:00Z'),
      ...over,
    })),
  )
const get = (token: string, url = '/v4/deeds') =>
  it.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } })
const deedsOf = async (token: string) => (await get(token)).json()
const storedOf = (accountId: string) =>
  it.app.db.selectFrom('deeds.snapshot').select('figures').where('account_id', '=', accountId).execute()

test('a year with one donation has its figures everywhere, and a run of one day', async () => {
  const { token, viewer } = await aDonor()
  await give(viewer.accountId, { gift: 1_234n })
  const { wrappedData, fridayStreak } = await deedsOf(token)
  expect(wrappedData.userStats).toMatchObject({
    count: 1,
    amount: 1_234,
    streak: 1,
    mostActiveMonth: { amount: 1_234, month: 9 },
    topCampaign: { amount: 1_234 },
    donationStats: { topCategories: ['Education'], totalCategories: 1, totalCountries: 1, topCountry: 'YE' },
  })
  expect(fridayStreak).toBe(0)
})

test('a donor whose only donation was refunded has no deeds, and nothing is stored', async () => {
  const { token, viewer } = await aDonor()
  await give(viewer.accountId, { gift: 500n, returned: 500n })
  expect(await deedsOf(token)).toMatchObject({ state: 'no-deeds', hijriYear: null, wrappedData: null })
  expect(await storedOf(viewer.accountId)).toEqual([])
})

test('donations in nine currencies are each converted once, and the total is their sum [amounts-16]', async () => {
  const used = ['USD', 'GBP', 'EUR', 'JPY', 'KWD', 'PKR', 'IDR', 'TRY', 'CAD'] as const satisfies readonly Currency[]
  await sql`insert into currencies.rate (currency, day, source, per_euro)
    select c, date '2026-03-01', 'ecb', p from unnest(${used.filter((currency) => currency !== 'EUR')}::text[],
      ${['1.0871', '0.8412', '171.93', '0.33412', '305.7712345678', '17891.5', '42.1199', '1.4903']}::numeric[]) as r(c, p)
    on conflict do nothing`.execute(it.app.db)
  const { rows } = await sql<{ currency: Currency; day: string; source: 'ecb' | 'bundled'; rate: string }>`
    select currency, day::text, source, per_euro::text as rate from currencies.rate`.execute(it.app.db)
  const history = rateHistory(rows.map(({ rate, ...row }) => ({ ...row, perEuro: parseRate(rate)! })))
  const { token, viewer } = await aDonor()
  // A small donation, and one whose products exceed 64 bits.
  const donations = used.flatMap((currency, index) => [
    { currency, gift: BigInt(997 + index) },
    { currency, gift: 987_654_321_987n + BigInt(index) },
  ])
  await give(viewer.accountId, ...donations)
  const { wrappedData } = await deedsOf(token)
  const total = donations.reduce(
    (sum, { currency, gift }) =>
      sum +
      convertOnDay(history, money(gift, currency), wrappedData.currencyCode, localDate('2026-03-01'))!.amount.amount,
    0n,
  )
  const { amount, mostActiveMonth, topCampaign } = wrappedData.userStats
  expect([BigInt(amount), mostActiveMonth.amount, topCampaign.amount]).toEqual([total, amount, amount])
})

test.each([
  ['of 200 characters', 'Abdurrahman '.repeat(17).slice(0, 200)],
  ['in Arabic', 'عبد الرحمن'],
])('a name %s is returned as typed, and its image is drawn', async (_, name) => {
  const { token, viewer } = await aDonor(name)
  await give(viewer.accountId, {})
  expect((await deedsOf(token)).wrappedData.userName).toBe(name)
  expect((await get(token, '/v4/deeds/image?hijriYear=1447&shape=post')).headers['content-type']).toBe('image/png')
})

test('an account that is erased while its deeds are viewed gets 401, and no snapshot comes back', async () => {
  const { token, viewer } = await aDonor()
  await give(viewer.accountId, {})
  expect((await deedsOf(token)).state).toBe('data')
  const erasure = await it.fastify.inject({
    method: 'POST',
    url: '/v4/privacy/erasure',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: { understood: true },
  })
  expect(erasure.statusCode).toBe(200)
  expect((await get(token)).statusCode).toBe(401)
  expect((await get(token, '/v4/deeds/image?hijriYear=1447&shape=post')).statusCode).toBe(401)
  // A request that passed the session check before the erasure.
  expect((await readDeeds(it.app, viewer, 1447)).wrappedData).toBeNull()
  expect(await storedOf(viewer.accountId)).toEqual([])
})

test('qurbani shares count by kind of animal, most first, less refunded ones; ties in the order of lists', async () => {
  const { token, viewer } = await aDonor()
  const item = { campaignId: campaign.id, animalPrice: 42_000n }
  const cow = await storeQurbaniItem(it.app, { ...item, animal: 'cow', unit: 'share' })
  const camel = await storeQurbaniItem(it.app, { ...item, animal: 'camel', unit: 'animal' })
  const goat = await storeQurbaniItem(it.app, { ...item, animal: 'goat', unit: 'animal' })
  await give(
    viewer.accountId,
    { levelId: cow, quantity: 3, gift: 18_000n, returned: 6_000n },
    { levelId: cow, quantity: 4, gift: 24_000n, returned: 24_000n },
    { levelId: camel, quantity: 1, gift: 42_000n },
    { levelId: goat, quantity: 2, gift: 84_000n },
  )
  expect((await deedsOf(token)).wrappedData.userStats.qurbaniStats).toEqual({
    totalAnimals: 11,
    animals: [{ type: 'Camel' }, { type: 'Goat' }, { type: 'Cow' }],
  })
})
