import { addDays } from '#shared/date-arithmetic.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { categories, type Category } from '#modules/causes/campaigns/rules/category.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { convertOnDay, rateHistory } from '#modules/platform/currencies/rules/rate-of-day.ts'
import { parseRate } from '#modules/platform/currencies/rules/rate.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { localDate, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { type Currency, money } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { type CountedDonation, type DonationFigures, summarizeDonations } from './rules/deeds-figures.ts'
import { deedsYear } from './rules/deeds-year.ts'
import { ninetiethPercentile, topTenThreshold } from './rules/ranking.ts'
import { computeSnapshot, computeYear, type DeedsFigures } from './snapshot.ts'
import { remainingShares } from './rules/remaining-shares.ts'
import { agreeToRecap, type StoredDonation, storeDonations, type StoredItem, storeQurbaniItem } from './testing.ts'

const year = deedsYear(1447)
const zones = ['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles'] as const
const used = ['GBP', 'USD', 'EUR', 'JPY', 'KWD'] as const satisfies readonly Currency[]
const programmes = [null, null, null, 'FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights'] as const

/** Returns a reproducible sequence of numbers from 0 (inclusive) to `max` (exclusive). */
function draws(seed: number) {
  let state = seed
  return (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

const clock = manualClock(new Date('2026-11-20T12:00:00Z'))
const draw = draws(7)
const pick = <T>(list: readonly T[]): T => list[draw(list.length)]!
type Campaign = { id: bigint; name: string; category: Category; country: string | null; zone: string }
let it: TestApp
const campaigns: Campaign[] = []
const items = new Map<bigint, StoredItem>()
const donors: { id: string; currency: Currency }[] = []
const stored: StoredDonation[] = []

beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
  const { app } = it
  for (const zone of zones) {
    const organization = await anOrganization(app, { time_zone: zone })
    for (const category of categories) {
      const country = pick(['PK', 'YE', 'SO', null])
      const campaign = await aCampaign(app, {
        organization_id: organization.id,
        category,
        country,
        name: `${category} ${zone}`,
      })
      campaigns.push({ id: campaign.id, name: `${category} ${zone}`, category, country, zone })
    }
  }
  for (const [index, unit] of (['share', 'animal', 'animal', 'share', 'animal'] as const).entries()) {
    const animal = (['cow', 'cow', 'sheep', 'camel', 'goat'] as const)[index]!
    const item = { campaignId: campaigns[index]!.id, animal, unit, animalPrice: BigInt(draw(90) + 40) * 1_000n }
    items.set(await storeQurbaniItem(app, item), item)
  }
  const days = Array.from({ length: 60 }, (_, index) => addDays(year.start, index * 6 - 2))
  await sql`insert into currencies.rate (currency, day, source, per_euro)
    select c, d, s, p from unnest(${days.flatMap(() => used)}::text[], ${days.flatMap((day) => used.map(() => day))}::date[],
      ${days.flatMap((_, index) => used.map(() => (index % 3 === 0 ? 'ecb' : 'bundled')))}::text[],
      ${days.flatMap((_, index) => used.map((__, indexAt) => String([0.85, 1.1, 1, 160.37, 0.3345][indexAt]! + index / 997)))}::numeric[]) as r(c, d, s, p)
    where c <> 'EUR' on conflict do nothing`.execute(app.db)
  for (let index = 0; index < 130; index++) {
    const id = app.newId()
    const currency = pick(used)
    donors.push({ id, currency })
    await sql`insert into identity.account (id, email, preferences, created_at)
      values (${id}, ${`donor-${index}@example.org`}, ${JSON.stringify({ preferredCurrency: currency })}::jsonb, now())`.execute(
      app.db,
    )
    if (index % 13 !== 0) await agreeToRecap(app, id, consentTexts.recap.version, new Date('2026-01-01T00:00:00Z'))
    for (let count = draw(14) + 1; count > 0; count--) stored.push(aDonation(app.newId(), id))
  }
  for (let guest = 0; guest < 20; guest++) stored.push(aDonation(app.newId(), null))
  await storeDonations(app, stored)
})
afterAll(() => it.close())

function aDonation(id: string, accountId: string | null): StoredDonation {
  const gift = BigInt(draw(9) === 0 ? 1 : draw(50_000) + 1)
  const zakat = draw(3) === 0 ? (gift * 97n) / 100n : 0n
  const returned = [0n, 0n, 0n, gift, gift / 2n][draw(5)]!
  const givenAt = new Date(Date.parse(`${year.start}T00:00:00Z`) + (draw(357 * 24) - 24) * 3_600_000)
  const programme = pick(programmes)
  const day = localDateIn('UTC', givenAt)
  const [levelId, item] = draw(4) === 0 ? pick([...items]) : []
  return {
    id,
    accountId,
    campaignId: item?.campaignId ?? pick(campaigns).id,
    levelId: levelId ?? null,
    quantity: levelId ? draw(9) + 1 : 1,
    currency: pick(used),
    gift,
    zakat,
    returned,
    returnedZakat: returned === gift ? zakat : zakat / 2n > returned ? returned : (zakat * returned) / gift,
    givenAt,
    isAnonymous: draw(2) === 0,
    programme,
    occurrenceOn: programme && (programme === 'FridayGivers' ? fridayBefore(day) : addDays(day, -draw(3))),
  }
}
const fridayBefore = (day: LocalDate): LocalDate => addDays(day, -((new Date(day).getUTCDay() + 2) % 7))

async function rates() {
  const { rows } = await sql<{ currency: Currency; day: string; source: 'ecb' | 'bundled'; rate: string }>`
    select currency, day::text, source, per_euro::text as rate from currencies.rate`.execute(it.app.db)
  return rateHistory(rows.map(({ rate, ...row }) => ({ ...row, perEuro: parseRate(rate)! })))
}
type Rates = Awaited<ReturnType<typeof rates>>

const isCounted = ({ gift, returned = 0n }: StoredDonation) => gift > returned

/** Returns the figures that the rules compute from stored donations. */
function toCounted(donation: StoredDonation, currency: Currency, history: Rates): CountedDonation {
  const campaign = campaigns.find(({ id }) => id === donation.campaignId)!
  const day = localDateIn(campaign.zone, donation.givenAt)
  const convert = (amount: bigint) =>
    convertOnDay(history, money(amount, donation.currency), currency, day)!.amount.amount
  const zakat = (donation.zakat ?? 0n) - (donation.returnedZakat ?? 0n)
  return {
    campaignId: campaign.id,
    campaignName: campaign.name,
    category: campaign.category,
    country: campaign.country,
    day,
    occurrenceOn: donation.occurrenceOn ? localDate(donation.occurrenceOn) : null,
    programme: donation.programme ?? null,
    amount: convert(donation.gift - (donation.returned ?? 0n)),
    zakat: convert(zakat),
    hasZakat: zakat > 0n,
    isAnonymous: donation.isAnonymous ?? false,
    qurbani: toQurbani(donation),
  }
}

function toQurbani({ levelId, quantity = 1, gift, returned = 0n }: StoredDonation): CountedDonation['qurbani'] {
  const item = levelId ? items.get(levelId) : undefined
  if (!item) return null
  // Campaigns from `testing.ts` are in pounds.
  const shares = remainingShares(
    { ...item, animalPrice: money(item.animalPrice, 'GBP') },
    { quantity, paid: gift, left: gift - returned },
  )
  return { animal: item.animal, shares }
}

const toStoredFigures = ({ givingDays: _, ...figures }: DonationFigures) =>
  JSON.parse(
    JSON.stringify(
      { ...figures, topCampaign: { ...figures.topCampaign, id: String(figures.topCampaign?.id) } },
      (__, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
    ),
  ) as object

const snapshots = async () =>
  (
    await sql<{ id: string; currency: Currency; figures: DeedsFigures }>`
      select account_id as id, currency, figures from deeds.snapshot where hijri_year = 1447 order by account_id`.execute(
      it.app.db,
    )
  ).rows

test('the snapshots of a generated year have the figures that the rules define, for every donor', async () => {
  await computeYear(it.app, 1447)
  const history = await rates()
  const rows = await snapshots()
  expect(rows.length).toBeGreaterThan(90)
  expect(rows.filter(({ figures }) => (figures.animals ?? []).length > 1).length).toBeGreaterThan(5)
  for (const row of rows) {
    const own = stored.filter((donation) => donation.accountId === row.id && isCounted(donation))
    const expected = summarizeDonations(
      year,
      own.map((donation) => toCounted(donation, row.currency, history)),
    )
    expect(row.figures).toMatchObject(toStoredFigures(expected))
  }
})

test('ranks compare all accounts by US cents and giving days, also those that did not agree', async () => {
  const history = await rates()
  const all = donors.flatMap(({ id }) => {
    const own = stored.filter((donation) => donation.accountId === id && isCounted(donation))
    const figures = summarizeDonations(
      year,
      own.map((donation) => toCounted(donation, 'USD', history)),
    )
    return figures.donations > 0 ? [{ id, usd: figures.amount, days: figures.givingDays }] : []
  })
  const top = topTenThreshold(all.map(({ usd }) => usd))!
  const topDays = topTenThreshold(all.map(({ days }) => BigInt(days)))!
  const generous = ninetiethPercentile(all.map(({ usd }) => usd))!
  for (const { id, figures } of await snapshots()) {
    const { usd, days } = all.find((donor) => donor.id === id)!
    expect([figures.isTop10Donor, figures.isTop10FrequentDonor, figures.isGenerous]).toEqual([
      usd >= top,
      days >= 3 && BigInt(days) >= topDays,
      usd >= generous,
    ])
  }
  const { rows } = await sql<{
    donors: number
    unique: number
  }>`select donors, unique_donors as unique from deeds.year`.execute(it.app.db)
  const inYear = stored.filter((donation) => isCounted(donation) && isInYear(donation))
  expect(rows).toEqual([
    { donors: all.length, unique: new Set(inYear.map(({ id, accountId }) => accountId ?? id)).size },
  ])
})
const isInYear = (donation: StoredDonation) => {
  const day = localDateIn(campaigns.find(({ id }) => id === donation.campaignId)!.zone, donation.givenAt)
  return day >= year.start && day < year.end
}

test('computing one donor gives the same as computing all, and running the year again changes nothing', async () => {
  const before = await snapshots()
  expect(await computeYear(it.app, 1447)).toBe(0)
  for (const { id } of before.slice(0, 20))
    await it.app.write((tx) => computeSnapshot(it.app, tx, { accountId: id, hijriYear: 1447 }))
  expect(await snapshots()).toEqual(before)
})
