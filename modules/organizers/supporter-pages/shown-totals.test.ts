import fs from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownTotal, shownTotals } from '#modules/causes/campaigns/index.ts'
import { addToTotals, subtractFromTotals } from '#modules/causes/campaigns/queries/totals.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aDonation } from '#modules/organizers/organizing/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aParent, open } from './testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

const insertBelow = async (
  parent: { id: bigint; organization_id: bigint },
  kind: 'team' | 'supporter',
  parentKind: 'fundraiser' | 'team',
) =>
  (
    await aCampaign(installation.app, {
      kind,
      parent_id: parent.id,
      parent_kind: parentKind,
      organization_id: parent.organization_id,
    })
  ).id

const check = fs.readFileSync('database/checks/q17.sql', 'utf8')
const findings = async () => (await sql.raw(check).execute(installation.app.db)).rows

test('ledger verify compares shown totals with the ledger, before and after they are counted [supporters-6]', async () => {
  const parent = await aParent(installation)
  const team = await open(installation, parent.id, { kind: 'team', title: 'The team' })
  const member = await open(installation, parent.id, { teamId: team.page.id })
  for (const id of [parent.id, team.id, member.id])
    await aDonation(installation.app, id, {}, { donorKey: Buffer.from('one donor').toString('base64') })
  expect(await findings()).toEqual([])
  while ((await drainOutbox(installation.app)) > 0);
  expect(await findings()).toEqual([])
  expect(await shownTotal(installation.app.db, parent.id)).toMatchObject({
    raised: 6_000n,
    donationCount: 3n,
    donorCount: 1n,
  })
  expect(await shownTotal(installation.app.db, team.id)).toMatchObject({ raised: 4_000n, donorCount: 1n })
  expect(await shownTotal(installation.app.db, member.id)).toMatchObject({ raised: 2_000n })
  expect(await shownTotals(installation.app.db, [team.id, parent.id])).toMatchObject([
    { raised: 4_000n },
    { raised: 6_000n },
  ])
  await installation.app.db
    .updateTable('campaigns.total')
    .set({ raised: 2_001n })
    .where('campaign_id', '=', member.id)
    .execute()
  expect(await findings()).toMatchObject([{ campaign_id: parent.id }, { campaign_id: team.id }])
})

/** Donations of each page by donor, with positive sums; a full refund removes a donation. */
const events = fc.array(
  fc.record({
    page: fc.nat(5),
    donor: fc.nat(3),
    gift: fc.bigInt({ min: 1n, max: 10_000n }),
    isRefunded: fc.boolean(),
  }),
  { maxLength: 25 },
)

test('a parent and a team show the sum of their set, each donor once, less refunds [supporters-6]', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (given) => {
      const root = await aCampaign(installation.app)
      const parent = { id: root.id, organization_id: root.organization_id as bigint }
      const team = await insertBelow(parent, 'team', 'fundraiser')
      const asTeam = { ...parent, id: team }
      const pages = [
        root.id,
        team,
        await insertBelow(parent, 'supporter', 'fundraiser'),
        await insertBelow(asTeam, 'supporter', 'team'),
        await insertBelow(asTeam, 'supporter', 'team'),
        await insertBelow(parent, 'team', 'fundraiser'),
      ]
      const keyOf = (donor: number) => Buffer.from(`donor ${donor}`)
      for (const { page, donor, gift } of given)
        await installation.app.write((tx) =>
          addToTotals(tx, [
            {
              campaignId: pages[page]!,
              gift,
              count: 1,
              donorKeys: [keyOf(donor)],
              lastDonationAt: installation.app.clock(),
            },
          ]),
        )
      const kept = given.filter(({ isRefunded }) => !isRefunded)
      for (const { page, donor, gift } of given.filter(({ isRefunded }) => isRefunded)) {
        const stays = kept.some((item) => item.page === page && item.donor === donor)
        const donorKeys = stays ? [] : [keyOf(donor)]
        await installation.app.write((tx) =>
          subtractFromTotals(tx, [{ campaignId: pages[page]!, gift, count: 1, donorKeys }]),
        )
      }
      const sets = [[0, 1, 2, 3, 4, 5], [1, 3, 4], [2], [3], [4], [5]]
      for (const [page, set] of sets.entries()) {
        const theirs = kept.filter((item) => set.includes(item.page))
        expect(await shownTotal(installation.app.db, pages[page]!)).toMatchObject({
          raised: theirs.reduce((sum, { gift }) => sum + gift, 0n),
          donationCount: BigInt(theirs.length),
          donorCount: BigInt(new Set(theirs.map(({ donor }) => donor)).size),
        })
      }
    }),
    { numRuns: 15 },
  )
})

test('lists sort a fundraiser by what its page shows [supporters-6]', async () => {
  const parent = await aParent(installation, { goal: 10_000n })
  const team = await open(installation, parent.id, { kind: 'team', title: 'Another team' })
  const member = await open(installation, parent.id, { teamId: team.page.id })
  const key = { donorKeys: [Buffer.from('donor')], lastDonationAt: installation.app.clock() }
  await installation.app.write((tx) => addToTotals(tx, [{ campaignId: member.id, gift: 9_200n, count: 1, ...key }]))
  const { percent } = await installation.app.db
    .selectFrom('discovery.document')
    .select('percent')
    .where('campaign_id', '=', parent.id)
    .executeTakeFirstOrThrow()
  expect(percent).toBe(92)
})

test('a shown total reads the pages below by an index, whatever else there is', async () => {
  const parent = await aParent(installation)
  const plan = await installation.app.write(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select * from campaigns.shown_total(${parent.id})`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('campaign_below')
  expect(plan).toContain('total_pkey')
  expect(plan).not.toContain('Seq Scan')
})
