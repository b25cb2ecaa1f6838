import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { guestPlans } from '#modules/recurring/subscriptions/agreement/donor/testing.ts'
import type { Currency } from '#shared/currencies.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { sumAnonymous, summarizeDonors } from './queries/donors.ts'
import { findDonors } from './queries/find-donors.ts'
import { groupDonors, personOfDonor } from './rules/donor-groups.ts'
import { conditionsOf, majorAmount, segments, segmentsOf } from './rules/segments.ts'
import { fillDonors, rebuildDonors } from './update-donors.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let campaignIds: bigint[]
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
  const campaign = await aCampaign(installation.app, { ends_at: null })
  organizationId = campaign.organization_id
  campaignIds = [campaign.id, (await aCampaign(installation.app, { organization_id: organizationId })).id]
})
afterAll(() => installation.close())

const follow = async () => {
  while ((await recordChanges(installation.app)) > 0);
}

type Totals = {
  donations: number
  totals: Record<string, string>
  lastAt: number
  lastId: string
  isMajor: boolean
  hasZakat: boolean
  hasPlan: boolean
  hasMonthlyPlan: boolean
}

/** Expects that the stored figures are those of the donations, and returns them by donor, charity and anonymity. */
async function compareTotals(): Promise<ReadonlyMap<string, Totals>> {
  const { db } = installation.app
  const { rows: donations } = await sql<{
    row: string
    id: string
    currency: string
    gift: bigint
    givenAt: Date
    isWhole: boolean
    isZakat: boolean
    planFrequency: string | null
  }>`
    select concat_ws(' ', encode(d.donor_key, 'hex'), c.organization_id, d.is_anonymous) as row, d.id, d.currency,
      d.gift - coalesce(r.gift, 0) as gift, d.given_at as "givenAt", r.is_fully_refunded is not true as "isWhole",
      d.is_zakat as "isZakat",
      (
        select o.frequency
        from subscriptions.subscription s
        join plans.plan o on o.id = s.plan_id
        join campaigns.campaign m on m.id = o.campaign_id
        where s.id = d.subscription_id and s.state = 'active' and m.organization_id = c.organization_id
      ) as "planFrequency"
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    left join giving.refunded_amount r on r.donation_id = d.id
    order by d.given_at, d.id
  `.execute(db)
  const expected = new Map<string, Totals>()
  for (const { row, id, currency, gift, givenAt, isWhole, isZakat, planFrequency } of donations) {
    const before = expected.get(row)
    const totals = { ...before?.totals, [currency]: String(BigInt(before?.totals[currency] ?? 0) + gift) }
    expected.set(row, {
      donations: (before?.donations ?? 0) + (isWhole ? 1 : 0),
      totals,
      isMajor: Object.entries(totals).some(([key, sum]) => BigInt(sum) >= majorAmount(key as Currency).amount),
      lastAt: givenAt.getTime(),
      lastId: id,
      hasZakat: (before?.hasZakat ?? false) || (isZakat && isWhole),
      hasPlan: (before?.hasPlan ?? false) || planFrequency !== null,
      hasMonthlyPlan: (before?.hasMonthlyPlan ?? false) || planFrequency === 'month',
    })
  }
  const { rows: stored } = await sql<Omit<Totals, 'lastAt'> & { row: string; lastAt: Date }>`
    select concat_ws(' ', encode(donor_key, 'hex'), organization_id, is_anonymous) as row, donations,
      (select jsonb_object_agg(key, value) from jsonb_each_text(totals)) as totals, last_at as "lastAt",
      last_id as "lastId", is_major as "isMajor", has_zakat as "hasZakat", has_plan as "hasPlan", has_monthly_plan as "hasMonthlyPlan"
    from charity_donors.donor_total
  `.execute(db)
  const found = new Map(stored.map(({ row, lastAt, ...rest }) => [row, { ...rest, lastAt: lastAt.getTime() }]))
  expect(found).toEqual(expected)
  return found
}

/** Adds random donations of few donors in two currencies, some refunded, as they were before there were figures. */
async function addDonations(donations: number, donors: number): Promise<void> {
  const { donationId } = await helpers.donation(campaignIds[0]!, {})
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `
      with added as (
        insert into giving.donation
        select x.*
        from giving.donation d
        cross join lateral (
          select n, floor(random() * $4::int)::int as donor, random() as anonymous, random() as zakat, random() * 900 as age
          from generate_series(1, $1::int) n
        ) r
        cross join lateral jsonb_populate_record(
          d,
          jsonb_build_object(
            'id', gen_random_uuid(), 'line', 10 + r.n, 'campaign_id', ($2::bigint[])[1 + r.n % 2],
            'donor_key', '\\x' || encode(sha256(r.donor::text::bytea), 'hex'), 'name', 'Donor ' || r.donor,
            'currency', (array['GBP', 'USD'])[1 + r.n % 2], 'gift', 1000 + r.n * 977 % 90000, 'is_zakat', r.zakat < 0.2,
            'is_anonymous', r.anonymous < 0.2,
            'given_at', date_trunc('milliseconds', d.given_at - r.age * interval '1 day')
          )
        ) x
        where d.id = $3
        returning id, gift
      )
      insert into giving.refunded_amount (donation_id, gift, tip, covered_fee, processing_fee, zakat_eligible, is_fully_refunded, changed_at)
      select id, case when gift % 2 = 0 then gift else gift / 3 end, 0, 0, 0, 0, gift % 2 = 0, now()
      from added
      where gift % 5 = 0
    `,
    [donations, campaignIds, donationId, donors],
  )
  await owner.end()
}

test('figures computed in batches are those of the donations, and so are the donors of each segment', async () => {
  const { app } = installation
  await addDonations(900, 150)
  await app.write(rebuildDonors)
  const listed = async () => {
    const { rows } = await sql<{ key: Buffer }>`
      select distinct d.donor_key as key from giving.donation d where d.campaign_id = any(${campaignIds}::bigint[]) order by 1
    `.execute(app.db)
    const keys = rows.map(({ key }) => key)
    const found = []
    for (const groups of [
      groupDonors([]),
      groupDonors([
        { key: keys[0]!, other: keys[1]! },
        { key: keys[1]!, other: keys[2]! },
      ]),
    ]) {
      const people = [
        ...new Map(
          keys.map((key) => [personOfDonor(groups, key).toString('hex'), personOfDonor(groups, key)]),
        ).values(),
      ]
      const donors = await summarizeDonors(app.db, { organizationId, keys: people, groups })
      for (const segment of [undefined, ...segments]) {
        const filters = {
          organizationId,
          groups,
          segment: segment && conditionsOf(segment, clock.now()),
        }
        const first = await findDonors(app.db, filters, { limit: 7 })
        const rest = first.length < 7 ? [] : await findDonors(app.db, filters, { limit: 1000, before: first.at(-1)! })
        const expected = donors
          .filter((donor) => !segment || segmentsOf(donor, clock.now()).includes(segment))
          .toSorted((one, other) => other.lastAt.getTime() - one.lastAt.getTime())
        expect([...first, ...rest].map(({ key }) => key.toString('hex'))).toEqual(
          expected.map(({ key }) => key.toString('hex')),
        )
        found.push({ segment, donors: expected.length })
      }
    }
    return { found, anonymous: await sumAnonymous(app.db, organizationId) }
  }
  const before = await listed()
  expect(before.found.filter(({ donors }) => donors > 3).length).toBeGreaterThan(8)
  while ((await fillDonors(app)) > 0);
  expect((await compareTotals()).size).toBeGreaterThan(100)
  expect(await listed()).toEqual(before)
})

test('the feed of changes brings refunds, plans, keys and anonymity into the figures', async () => {
  const { app } = installation
  const { db } = app
  const leyla = { guest: { email: `${app.newId()}@example.org`, name: 'Leyla Refunded' } }
  const first = await helpers.donation(campaignIds[0]!, { amount: '30', ...leyla })
  const second = await helpers.donation(campaignIds[1]!, { amount: '20', zakah: false, ...leyla })
  const hidden = await helpers.donation(campaignIds[1]!, { amount: '15', anonymous: true, ...leyla })
  await follow()
  await compareTotals()
  await helpers.refund(await helpers.staff(), first.intentId)
  await helpers.drain()
  await follow()
  await compareTotals()

  const plans = await guestPlans(installation)
  const plan = await plans.begin()
  await follow()
  const withPlan = (rows: ReadonlyMap<string, Totals>) =>
    [...rows.values()].filter(({ hasMonthlyPlan }) => hasMonthlyPlan)
  expect(withPlan(await compareTotals())).toHaveLength(1)
  await db
    .updateTable('subscriptions.subscription')
    .set({ state: 'paused', reason: 'donor' })
    .where('id', '=', plan.id)
    .execute()
  await follow()
  expect(withPlan(await compareTotals())).toEqual([])

  await sql`
    select giving.set_donor_key(array[${second.donationId}::uuid, ${hidden.donationId}::uuid], ${Buffer.from('an account')})
  `.execute(db)
  await follow()
  await compareTotals()
  await sql`select giving.retain_for_accounting(array[${second.donationId}::uuid], array['2030-01-01'::date])`.execute(
    db,
  )
  await follow()
  await compareTotals()
  await sql`select giving.set_donor_key(array[${second.donationId}::uuid], ${Buffer.from('another account')})`.execute(
    db,
  )
  await follow()
  const rows = await compareTotals()
  const account = Buffer.from('an account').toString('hex')
  expect([...rows.keys()].filter((row) => row.startsWith(`${account} `))).toEqual([`${account} ${organizationId} t`])
})
