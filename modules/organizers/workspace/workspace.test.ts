import fs from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aMemberOf, ask, aSignedUpCharity } from '#modules/organizers/charities/testing.ts'
import { aDonation } from '#modules/organizers/organizing/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { dayMs } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { workspaceContract } from './contract.ts'
import { countDonorsUnderNewKeys, rollUpDonations, rollUpRefunds } from './roll-up.ts'

type Figures = OutputOf<typeof workspaceContract, 'GET /v4/organizations/:organizationId/figures'>

const noon = new Date('2026-11-29T12:00:00Z')
let instant = noon
let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ clock: () => instant })
})
afterAll(() => installation.close())
beforeEach(() => {
  instant = noon
})

const daysAgo = (days: number) => (instant = new Date(noon.getTime() - days * dayMs))
const keyOf = (donor: string | number) => Buffer.from(`donor ${donor}`).toString('base64')

async function aCharity(name: string) {
  const charity = await aSignedUpCharity(installation, { name })
  const wells = await aCampaign(installation.app, { organization_id: BigInt(charity.id), name: 'Wells' })
  return { ...charity, wells: wells.id }
}
const figuresOf = async (charity: { token: string; path: string }, view = 'day') =>
  (await ask(installation, charity.token, 'GET', `${charity.path}/figures?view=${view}`)).body as unknown as Figures
const drain = async () => {
  while ((await drainOutbox(installation.app)) > 0);
}
const refundWhole = (donationId: string) =>
  installation.app.write(async (tx) => {
    await sql`
      insert into giving.refunded_amount (donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at)
      select id, gift, tip, covered_fee, processing_fee, zakat_eligible, true, ${instant} from giving.donation where id = ${donationId}::uuid
    `.execute(tx)
    const { rows } = await sql<{
      gift: bigint
    }>`select gift from giving.donation where id = ${donationId}::uuid`.execute(tx)
    const refund = { refundId: installation.app.newId(), donationId, gift: rows[0]!.gift, turnsWhole: true }
    await rollUpRefunds(tx, [refund], 'subtract')
  })
const rowsOf = async (organizationId: string) => {
  const id = BigInt(organizationId)
  const totals = await sql`
    select dimension, day::text, currency, value, gift, donations, zakat from workspace.day_total
    where organization_id = ${id} and (gift <> 0 or donations <> 0 or zakat <> 0) order by 1, 2, 3, 4`.execute(
    installation.app.db,
  )
  const days = await sql`
    select encode(donor_key, 'escape') as key, day::text, previous_on::text from workspace.donor_day
    where organization_id = ${id} order by 1, 2`.execute(installation.app.db)
  const donors = await sql`
    select day::text, nullif(previous_on, '-infinity')::text as previous_on, donors from workspace.donor_day_total
    where organization_id = ${id} and donors <> 0 order by 1, 2`.execute(installation.app.db)
  const { rows: counted } = await sql`
    select day::text, previous_on::text, count(*) as donors from workspace.donor_day
    where organization_id = ${id} group by 1, 2 order by 1, 2`.execute(installation.app.db)
  expect(donors.rows).toEqual(counted)
  return { totals: totals.rows, days: days.rows }
}

test('figures cover all campaigns, with new and returning donors and the period before', async () => {
  const charity = await aCharity('Figures of Fes')
  const { rows } = await sql<{
    id: bigint
  }>`select id from campaigns.campaign where organization_id = ${BigInt(charity.id)} and kind = 'general-fund'`.execute(
    installation.app.db,
  )
  daysAgo(40)
  await aDonation(installation.app, charity.wells, {}, { donorKey: keyOf('a') })
  daysAgo(2)
  await aDonation(installation.app, charity.wells, { source: 'email' }, { donorKey: keyOf('a') })
  await aDonation(installation.app, rows[0]!.id, { gift: '4000' }, { donorKey: keyOf('b'), country: 'DE' })
  instant = noon
  await aDonation(installation.app, charity.wells, {}, { donorKey: keyOf('b') })
  await drain()
  const figures = await figuresOf(charity)
  expect(figures.now).toMatchObject({ given: 8000, donations: 3, donors: 2, newDonors: 1, average: 2666 })
  expect(figures.earlier).toMatchObject({ given: 2000, donations: 1, donors: 1, newDonors: 1 })
  expect(figures.change).toMatchObject({ given: 300, donors: 100 })
  expect(figures.steps).toHaveLength(30)
  expect(figures.steps.reduce((sum, { given }) => sum + given, 0)).toBe(8000)
  expect(figures.fundraisers.map(({ given, isGeneralFund }) => [given, isGeneralFund])).toEqual([
    [4000, true],
    [4000, false],
  ])
  expect(figures.sources).toEqual([
    { name: '', given: 6000, donations: 2, percentage: 75 },
    { name: 'src:email', given: 2000, donations: 1, percentage: 25 },
  ])
  expect(figures.countries.map(({ name, given }) => [name, given])).toEqual([
    ['DE', 4000],
    ['GB', 4000],
  ])
  expect(figures.zakat).toBeNull()
})

test('an anonymous donor is counted, and their country is with the unknown ones', async () => {
  const charity = await aCharity('Quiet hands')
  await aDonation(installation.app, charity.wells, { isAnonymous: true }, { donorKey: keyOf('d'), country: 'IS' })
  await aDonation(installation.app, charity.wells, {}, { donorKey: keyOf('e'), country: 'DE' })
  await drain()
  const figures = await figuresOf(charity)
  expect(figures.now).toMatchObject({ donations: 2, donors: 2 })
  expect(figures.countries.map(({ name }) => name)).toEqual(expect.arrayContaining(['', 'DE']))
  expect(JSON.stringify(figures)).not.toContain('"IS"')
})

test('a full refund takes the donation and its donor out of their day, and the check agrees', async () => {
  const charity = await aCharity('Refunds of Rabat')
  const { id } = await aDonation(installation.app, charity.wells, {}, { donorKey: keyOf('c') })
  const check = fs.readFileSync('database/checks/q22.sql', 'utf8')
  const findings = async () => (await sql.raw(check).execute(installation.app.db)).rows
  expect(await findings()).toEqual([])
  await drain()
  await refundWhole(id)
  expect((await figuresOf(charity)).now).toMatchObject({ given: 0, donations: 0, donors: 0, average: null })
  expect(await findings()).toEqual([])
  await sql`update workspace.day_total set gift = gift + 1 where organization_id = ${BigInt(charity.id)} and dimension = 'country'`.execute(
    installation.app.db,
  )
  expect(await findings()).toMatchObject([{ organization_id: BigInt(charity.id), dimension: 'country' }])
  await sql`select workspace.rebuild(${BigInt(charity.id)})`.execute(installation.app.db)
  expect(await findings()).toEqual([])
})

const events = fc.array(
  fc.record({ day: fc.nat(70), donor: fc.nat(2), gift: fc.integer({ min: 100, max: 9000 }), isRefunded: fc.boolean() }),
  { minLength: 1, maxLength: 10 },
)

test('figures rolled up one by one in any order equal those rebuilt from the donations', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (given) => {
      const charity = await aCharity(`Order ${installation.app.newId().slice(-8)}`)
      const made = []
      for (const { day, donor, gift, isRefunded } of given) {
        daysAgo(day)
        const donation = await aDonation(
          installation.app,
          charity.wells,
          { gift: String(gift) },
          { donorKey: keyOf(donor) },
        )
        made.push({ ...donation, isRefunded })
      }
      await sql`delete from outbox.event`.execute(installation.app.db)
      for (const { intentId } of made.toReversed())
        await installation.app.write((tx) => rollUpDonations(tx, [intentId]))
      for (const { id, isRefunded } of made) if (isRefunded) await refundWhole(id)
      const first = made[0]!
      await installation.app.write(async (tx) => {
        await sql`select giving.set_donor_key(array[${first.id}::uuid], ${Buffer.from('an account')})`.execute(tx)
        await countDonorsUnderNewKeys(tx, [{ id: first.id, from: Buffer.from(keyOf(given[0]!.donor), 'base64') }])
      })
      const rolledUp = await rowsOf(charity.id)
      await sql`select workspace.rebuild(${BigInt(charity.id)})`.execute(installation.app.db)
      expect(rolledUp).toEqual(await rowsOf(charity.id))
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('a rebuild leaves out what the outbox will still add', async () => {
  const charity = await aCharity('Pending of Petra')
  await aDonation(installation.app, charity.wells)
  await sql`select workspace.rebuild(${BigInt(charity.id)})`.execute(installation.app.db)
  expect((await figuresOf(charity)).now.given).toBe(0)
  await drain()
  expect((await figuresOf(charity)).now).toMatchObject({ given: 2000, donors: 1 })
})

test('members see only the tasks that their role can do', async () => {
  const charity = await aCharity('Tasks of Tunis')
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: noon, verified_until: new Date(noon.getTime() + 20 * dayMs) })
    .where('id', '=', BigInt(charity.id))
    .execute()
  const tasksOf = async (token: string) =>
    (
      (await ask(installation, token, 'GET', `${charity.path}/tasks`)).body as unknown as { tasks: { task: string }[] }
    ).tasks.map(({ task }) => task)
  expect(await tasksOf(charity.token)).toEqual(['verification-ending', 'bank-missing', 'yearly-report'])
  expect(await tasksOf((await aMemberOf(installation, charity.id, 'finance')).token)).toEqual([
    'bank-missing',
    'yearly-report',
  ])
  expect(await tasksOf((await aMemberOf(installation, charity.id, 'editor')).token)).toEqual([])
})

test('a newly verified charity has first steps, each member with what their role can do', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Steps of Sfax' })
  const stepsOf = async (token: string) =>
    (await ask(installation, token, 'GET', `${charity.path}/tasks`)).body as unknown as { firstSteps: object[] }
  expect((await stepsOf(charity.token)).firstSteps).toEqual([])
  await installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'verified', verified_at: noon, verified_until: new Date(noon.getTime() + 300 * dayMs) })
    .where('id', '=', BigInt(charity.id))
    .execute()
  const open = (step: string, canDo = true) => ({ step, isDone: false, canDo })
  expect((await stepsOf(charity.token)).firstSteps).toEqual(
    ['fundraiser', 'page', 'bank', 'share'].map((step) => open(step)),
  )
  await aCampaign(installation.app, { organization_id: BigInt(charity.id), name: 'Wells of Sfax' })
  const editor = await aMemberOf(installation, charity.id, 'editor')
  expect((await stepsOf(editor.token)).firstSteps).toEqual([
    { step: 'fundraiser', isDone: true, canDo: true },
    open('page'),
    open('bank', false),
    open('share'),
  ])
})

test('a charity without a general fund has figures in its country’s currency', async () => {
  const { id } = await anOrganization(installation.app, { country: 'GB' })
  const { token } = await aMemberOf(installation, String(id), 'finance')
  const { status, body } = await ask(installation, token, 'GET', `/v4/organizations/${id}/figures?view=day`)
  expect([status, body]).toMatchObject([200, { currency: 'GBP' }])
})
