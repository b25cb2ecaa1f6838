import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeedsYear } from '#modules/faith/deeds/open-year.ts'
import { readDeeds } from '#modules/faith/deeds/read-deeds.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { manualClock } from '../support/ports.ts'
import { type Population, storePopulation } from './population.ts'
import { referenceDeeds } from './reference.ts'

const hijriYear = 1447
let it: TestApp
let owner: pg.Client
let population: Population
beforeAll(async () => {
  it = await createTestApp({ clock: manualClock(new Date('2026-11-20T12:00:00Z')).now })
  owner = new pg.Client({ connectionString: it.database.ownerUrl })
  await owner.connect()
  population = await storePopulation(it.app, owner, { seed: 20, donors: 150 })
})
afterAll(async () => {
  await owner.end()
  await it.close()
})

const answers = async () => {
  const all = new Map<string, unknown>()
  for (const { id, firstName } of population.donors.filter(({ hasAgreed }) => hasAgreed))
    all.set(id, await readDeeds(it.app, { accountId: id, firstName } as AccountViewer, hijriYear))
  return all
}

test('every field of every donor is what a plain reference of the decisions says [deeds-2] [deeds-3] [deeds-4] [S1 §3]', async () => {
  const expected = referenceDeeds(population, hijriYear)
  await openDeedsYear(it.app)
  const nothing = { hijriYear: null, wrappedData: null, isApproximate: null, styleReason: null, fridayStreak: null }
  const actual = await answers()
  for (const [id, response] of actual) expect(response).toEqual(expected.get(id) ?? { state: 'no-deeds', ...nothing })

  // The population has each of these, so that no field is only compared where it is empty.
  const data = [...actual.keys()].flatMap((id) => expected.get(id) ?? [])
  expect(data.length).toBeGreaterThan(100)
  expect(data.length).toBeLessThan(actual.size)
  const has = (holds: (response: (typeof data)[number]) => boolean) => data.filter(holds).length
  const reasons = new Set(data.map(({ styleReason }) => styleReason.code))
  expect([...reasons].toSorted()).toEqual([
    'anonymous',
    'emergency',
    'generous',
    'months',
    'plan',
    'referrals',
    'sacred',
  ])
  expect(has(({ wrappedData }) => wrappedData.globalStats.isTop10Donor)).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => wrappedData.globalStats.isTop10FrequentDonor)).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => wrappedData.topFundraiser === null)).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => Boolean(wrappedData.topFundraiser?.imageUrl))).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => Boolean(wrappedData.topFundraiser?.iconUrl))).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => wrappedData.topFundraiser?.iconUrl === null)).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => wrappedData.userStats.donationStats.topCountry === null)).toBeGreaterThan(0)
  expect(has(({ wrappedData }) => wrappedData.userStats.referralStats.count > 1)).toBeGreaterThan(3)
  expect(has(({ wrappedData }) => wrappedData.userStats.qurbaniStats.animals.length > 1)).toBeGreaterThan(3)
  expect(has(({ fridayStreak }) => fridayStreak > 1)).toBeGreaterThan(0)
  expect(has(({ isApproximate }) => !isApproximate)).toBeGreaterThan(3)
}, 60_000)

test('a snapshot made for one donor alone has the same fields as the one made for all', async () => {
  const all = await answers()
  await owner.query('delete from deeds.snapshot')
  expect(await answers()).toEqual(all)
}, 60_000)
