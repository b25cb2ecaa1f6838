import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anAccount } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manualClock, testPorts } from '#tests/support/ports.ts'
import { donationInfo, givingSummary, listOwnDonations, getDonation } from './history.ts'
import type { GivingPorts } from './ports.ts'
import { historyText } from './queries/history.ts'
import { settle } from './payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from './testing.ts'

let database: TestDatabase
let ports: GivingPorts
let campaignId: bigint
const clock = manualClock()
beforeAll(async () => {
  database = await createTestDatabase()
  ports = {
    ...testPorts(database.database, clock.now),
    tokenSecret: 'a secret of at least thirty-two characters',
  } as GivingPorts
  campaignId = (await aCampaign(ports)).id
})
afterAll(() => database.drop())

type Line = Parameters<typeof aLine>[2]
async function aRequest(accountId: string, over: Line = {}, to = campaignId) {
  const line = aLine(ports, to, over)
  const attempt = await aClaimedAttempt(ports, anOrder([line], { accountId }), { scope: `account:${accountId}` })
  return { id: line.donationId, attempt }
}
async function aDonation(accountId: string, over: Line = {}, to = campaignId): Promise<string> {
  const { id, attempt } = await aRequest(accountId, over, to)
  await settle(ports, attempt, { kind: 'succeeded', chargeId: `ch_${id}`, amount: attempt.amount, currency: 'GBP' })
  return id
}
const ids = async (accountId: string, over: Partial<Parameters<typeof listOwnDonations>[2]> = {}) =>
  (await listOwnDonations(ports, accountId, { limit: 20, ...over })).donations.map((donation) => donation.id)

test('an account sees its own donations newest first, page by page, and no other account’s', async () => {
  const [mine, other] = [await anAccount(ports), await anAccount(ports)]
  const given: string[] = []
  for (let count = 0; count < 5; count++) {
    clock.move({ minutes: 1 })
    given.unshift(await aDonation(mine.id))
    await aDonation(other.id)
  }
  expect(await ids(mine.id)).toEqual(given)
  const first = await listOwnDonations(ports, mine.id, { limit: 2 })
  const second = await listOwnDonations(ports, mine.id, { limit: 2, before: first.next! })
  const third = await listOwnDonations(ports, mine.id, { limit: 2, before: second.next! })
  expect([first, second, third].flatMap(({ donations }) => donations.map((donation) => donation.id))).toEqual(given)
  expect(third.next).toBeNull()
})

test('donations of the same instant aren’t lost between pages', async () => {
  const mine = await anAccount(ports)
  const given = [await aDonation(mine.id), await aDonation(mine.id), await aDonation(mine.id)].sort().toReversed()
  const first = await listOwnDonations(ports, mine.id, { limit: 2 })
  expect([...first.donations.map((donation) => donation.id), ...(await ids(mine.id, { before: first.next! }))]).toEqual(
    given,
  )
})

test('another account’s donations aren’t found under any id or filter [security-3] [accounts-4]', async () => {
  const [mine, other] = [await anAccount(ports), await anAccount(ports)]
  const [paid, waiting] = [await aDonation(other.id), (await aRequest(other.id)).id]
  for (const id of [paid, waiting, ports.newId(), 'no id', ''])
    for (const ask of [getDonation, donationInfo])
      await expect(ask(ports, mine.id, id, 'en')).rejects.toMatchObject({ status: 404, code: 'not-found' })
})

test('a donation is processing, awaiting confirmation, declined or paid', async () => {
  const mine = await anAccount(ports)
  const waiting = await aRequest(mine.id)
  expect(await getDonation(ports, mine.id, waiting.id, 'en')).toMatchObject({
    status: 'processing',
    gift: 2000n,
    processingFee: null,
  })
  const unknown = await aRequest(mine.id)
  await settle(ports, unknown.attempt, { kind: 'unknown', reason: 'timeout' } as never)
  expect(await getDonation(ports, mine.id, unknown.id, 'en')).toMatchObject({ status: 'unknown' })
  const declined = await aRequest(mine.id)
  await settle(ports, declined.attempt, { kind: 'declined', code: 'card_declined', declineClass: 'soft' } as never)
  expect(await getDonation(ports, mine.id, declined.id, 'en')).toMatchObject({ status: 'declined' })
  const given = await aDonation(mine.id)
  expect(await getDonation(ports, mine.id, given, 'en')).toMatchObject({ status: 'succeeded', total: 2320n, tip: 320n })
  for (const [status, id] of [
    ['processing', waiting.id],
    ['unknown', unknown.id],
    ['declined', declined.id],
    ['succeeded', given],
  ] as const)
    expect(await ids(mine.id, { status })).toEqual([id])
  expect((await givingSummary(ports, mine.id, 'GB')).attention.map((donation) => donation.id).sort()).toEqual(
    [waiting.id, unknown.id, declined.id].sort(),
  )
})

test('donations can be filtered by year of either calendar, zakat, campaign and organization', async () => {
  const mine = await anAccount(ports)
  const elsewhere = (await aCampaign(ports)).id
  const [plain, zakat, there] = [
    await aDonation(mine.id),
    await aDonation(mine.id, { isZakat: true }),
    await aDonation(mine.id, {}, elsewhere),
  ]
  const all = [plain, zakat, there].sort().toReversed()
  for (const year of ['g2026', 'h1448'] as const) expect(await ids(mine.id, { year })).toEqual(all)
  for (const year of ['g2025', 'h1447'] as const) expect(await ids(mine.id, { year })).toEqual([])
  expect(await ids(mine.id, { zakat: true })).toEqual([zakat])
  expect(await ids(mine.id, { campaignId: String(elsewhere) })).toEqual([there])
  const { organization } = await getDonation(ports, mine.id, plain, 'en')
  expect(await ids(mine.id, { organization: organization.slug })).toContain(plain)
  expect(await ids(mine.id, { organization: 'unknown' })).toEqual([])
})

test('the overview sums this year’s donations without unpaid ones', async () => {
  const mine = await anAccount(ports)
  await aDonation(mine.id)
  await aDonation(mine.id, { gift: '3000' })
  await aRequest(mine.id)
  const summary = await givingSummary(ports, mine.id, 'GB')
  expect(summary.gregorian).toMatchObject({ year: 'g2026', sums: [{ currency: 'GBP', gift: 5000n, count: 2 }] })
  expect(summary.hijri).toMatchObject({ year: 'h1448', sums: [{ gift: 5000n }] })
  expect(summary.donationCount).toBe(2)
})

test('a campaign is named in both languages if its charity is', async () => {
  const mine = await anAccount(ports)
  const arabic = await anOrganization(ports, { name: 'Umeed Trust', name_ar: 'مؤسسة أميد' })
  const english = await anOrganization(ports, { name: 'Well Builders', name_ar: null })
  for (const { id } of [arabic, english])
    await aDonation(mine.id, {}, (await aCampaign(ports, { organization_id: id })).id)
  expect((await givingSummary(ports, mine.id, 'GB')).causes).toMatchObject([
    { organization: 'Umeed Trust', organizationAr: 'مؤسسة أميد', organizationSlug: arabic.slug },
    { organization: 'Well Builders', organizationAr: null },
  ])
})

test('the year begins at midnight in the donor’s country, in both calendars', async () => {
  const mine = await anAccount(ports)
  const years = async (country: string | undefined, instant: string) => {
    const { today, gregorian, hijri } = await givingSummary(
      { ...ports, clock: () => new Date(instant) },
      mine.id,
      country,
    )
    return [today, gregorian.year, hijri.year]
  }
  expect(await years('US', '2027-01-01T04:59:59Z')).toEqual(['2026-12-31', 'g2026', 'h1448'])
  expect(await years('US', '2027-01-01T05:00:00Z')).toEqual(['2027-01-01', 'g2027', 'h1448'])
  expect(await years('ID', '2026-12-31T17:00:00Z')).toEqual(['2027-01-01', 'g2027', 'h1448'])
  expect(await years(undefined, '2026-12-31T23:59:59Z')).toEqual(['2026-12-31', 'g2026', 'h1448'])
  // 1 Muharram 1449 is 6 June 2027.
  expect(await years('MY', '2027-06-05T16:00:00Z')).toEqual(['2027-06-06', 'g2027', 'h1449'])
  expect(await years('GB', '2027-06-05T16:00:00Z')).toEqual(['2027-06-05', 'g2027', 'h1448'])
})

test('donation info has decimal major units, like all of /api', async () => {
  const mine = await anAccount(ports)
  expect(await donationInfo(ports, mine.id, await aDonation(mine.id))).toMatchObject({
    amount: '20.00',
    feeAmount: '3.20',
    total: '23.20',
    currency: 'GBP',
  })
})

test('a history is read by its owner’s indexes, without reading other donations', async () => {
  const mine = await anAccount(ports)
  await aDonation(mine.id)
  const text = historyText.replace(/\$(\d+)/g, (_, digits: string) =>
    digits === '1' ? `'${mine.id}'` : digits === '10' ? '20' : 'null',
  )
  const plan = await database.database.write(async (tx) => {
    // On small tables PostgreSQL prefers sequential scans. With those disabled, only a missing index causes one.
    await sql`set local enable_seqscan = off`.execute(tx)
    return (await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text)}`.execute(tx)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
  })
  for (const index of [
    'donation_account',
    'claim_account',
    'donation_guest_email',
    'intent_of_requester',
    'one_live_attempt',
  ])
    expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan on (donation|intent|attempt|claim)/)
})
