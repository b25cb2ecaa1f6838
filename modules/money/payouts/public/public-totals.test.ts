import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import {
  chargeEntries,
  type LedgerEntry,
  markedAsZakatEntries,
  qurbaniAsSadaqahEntries,
  refundEntries,
  reverseEntries,
} from '#modules/money/ledger/rules/posting.ts'
import { post, type Posting } from '#modules/money/ledger/queries.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { publicTotals } from '../queries/public-totals.ts'
import { repaymentEntries, sentEntries } from '../rules/posting.ts'
import { readTotals } from './read-public-totals.ts'

let installation: TestApp
let owner: pg.Client
beforeAll(async () => {
  installation = await createTestApp()
  owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  // Payouts without lines and state, because only their postings count.
  await owner.query("set session_replication_role = 'replica'")
})
afterAll(async () => {
  await owner.end()
  await installation.close()
})

const amount = (max: bigint) => fc.bigInt({ min: 0n, max })
const aCharge = fc.record({
  campaign: fc.nat(2),
  currency: fc.constantFrom('GBP' as const, 'USD' as const),
  gift: fc.bigInt({ min: 1n, max: 50_000n }),
  zakatPercent: fc.constantFrom(0n, 0n, 60n, 100n),
  coveredFee: amount(900n),
  tip: amount(2_000n),
  feeShare: amount(800n),
  later: fc.constantFrom('none', 'none', 'refund', 'returned-refund', 'marked', 'sadaqah'),
})
const aPayout = fc.record({
  campaign: fc.nat(2),
  currency: fc.constantFrom('GBP' as const, 'USD' as const),
  zakat: amount(9_000n),
  rest: fc.bigInt({ min: 1_000n, max: 9_000n }),
  reserve: amount(900n),
  released: amount(500n),
  end: fc.constantFrom('sent', 'failed', 'repaid', 'written-off'),
})

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

const postNow = async (posting: Omit<Posting, 'txId' | 'at'>, reverses: string | null = null): Promise<string> => {
  const txId = randomUUID()
  await installation.app.write((tx) => post(tx, { ...posting, txId, at: installation.app.clock() }, reverses))
  return txId
}

async function postCharge(campaignId: bigint, given: Generated<typeof aCharge>) {
  const { currency, gift, coveredFee, tip, feeShare, later } = given
  const line = { campaignId, gift, coveredFee, tip, zakatEligible: (gift * given.zakatPercent) / 100n }
  const entries = chargeEntries(currency, [{ ...line, feeShare, feeBearer: 'campaign' }], feeShare + 5n)
  await postNow({ sourceType: 'attempt', sourceId: randomUUID(), eventType: 'charge', entries })
  if (later === 'refund' || later === 'returned-refund') {
    const refund = { sourceType: 'refund', sourceId: randomUUID() } as const
    const back: LedgerEntry[] = refundEntries(currency, [{ ...line, feeRestored: feeShare }])
    const txId = await postNow({ ...refund, eventType: 'refund', entries: back })
    if (later === 'returned-refund')
      await postNow({ ...refund, eventType: 'refund-failed', entries: reverseEntries(back) }, txId)
  }
  if (later === 'marked' && line.zakatEligible === 0n)
    await postNow({
      sourceType: 'donation',
      sourceId: randomUUID(),
      eventType: 'marked-as-zakat',
      entries: markedAsZakatEntries(currency, campaignId, gift),
    })
  if (later === 'sadaqah')
    await postNow({
      sourceType: 'donation',
      sourceId: randomUUID(),
      eventType: 'qurbani-sadaqah',
      entries: qurbaniAsSadaqahEntries(currency, campaignId, gift),
    })
}

async function postPayout(organizationId: bigint, campaignId: bigint, payout: Generated<typeof aPayout>) {
  const { currency, end, ...sums } = payout
  const id = randomUUID()
  await owner.query(
    `insert into payouts.payout (id, organization_id, currency, state, bank_details_id, drafted_at, ended_at) values ($1, $2, $3, 'cancelled', $4, now(), now())`,
    [id, organizationId, currency, randomUUID()],
  )
  const entries = sentEntries(currency, [{ campaignId, ...sums }])
  const source = { sourceType: 'payout', sourceId: id } as const
  const txId = await postNow({ ...source, eventType: 'sent', entries })
  if (end === 'failed') await postNow({ ...source, eventType: 'failed', entries: reverseEntries(entries) }, txId)
  if (end === 'repaid' || end === 'written-off')
    await postNow({
      sourceType: 'repayment',
      sourceId: randomUUID(),
      eventType: 'repayment',
      entries: repaymentEntries(currency, { kind: 'rest', how: end, campaignId, amount: 77n }),
    })
}

/** The same figures by meaning and source, written on their own. */
const expectedOf = async (ids: readonly bigint[]) => {
  const { rows } = await sql<Record<string, bigint | string>>`
    select e.currency, k.kind,
      -coalesce(sum(e.amount) filter (where e.meaning = 'gift' and t.source_type in ('attempt', 'donation')), 0)::bigint as received,
      coalesce(sum(e.amount) filter (where e.meaning = 'gift' and t.source_type = 'refund'), 0)::bigint as returned,
      coalesce(sum(e.amount) filter (where e.meaning = 'processing_fee'), 0)::bigint + coalesce(sum(e.amount) filter (where e.meaning = 'covered_fee'), 0)::bigint as fees,
      coalesce(sum(e.amount) filter (where e.meaning = 'payout' or e.meaning = 'repayment' or e.meaning = 'release'), 0)::bigint as "paidOut",
      -sum(e.amount)::bigint as waiting
    from ledger.entry e join ledger.tx t on t.id = e.tx_id
      cross join lateral (select case e.account when 'zakat_payable' then 'zakat' else 'rest' end as kind) k
    where e.subject_id = any(${[...ids]}::bigint[]) and e.account in ('campaign_payable', 'zakat_payable', 'campaign_reserve')
    group by 1, 2 order by 1, 2`.execute(installation.app.db)
  return rows
}

test('public totals equal the ledger by meaning, and waiting is what remains of them [payouts-17]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aCharge, { minLength: 1, maxLength: 8 }),
      fc.array(aPayout, { maxLength: 4 }),
      async (charges, payouts) => {
        const { id: organizationId } = await anOrganization(installation.app)
        const root = await aCampaign(installation.app, { organization_id: organizationId })
        const below = await aCampaign(installation.app, {
          kind: 'supporter',
          parent_id: root.id,
          parent_kind: 'fundraiser',
          organization_id: organizationId,
        })
        const other = await aCampaign(installation.app, { organization_id: organizationId })
        const ids = [root.id, below.id, other.id]
        for (const charge of charges) {
          await postCharge(ids[charge.campaign]!, charge)
          // A charge of a third campaign and currency keeps the charity's sums from being those of one page.
          await postCharge(other.id, { ...charge, later: 'none' })
        }
        for (const payout of payouts) await postPayout(organizationId, ids[payout.campaign]!, payout)
        for (const [shown, set] of [
          [{ kind: 'campaign', id: root.id }, [root.id, below.id]],
          [{ kind: 'campaign', id: below.id }, [below.id]],
          [{ kind: 'charity', id: organizationId }, ids],
        ] as const) {
          const { totals } = await readTotals(installation.app.db, shown)
          const found = totals.flatMap(({ currency, zakat, rest }) => [
            { currency, kind: 'rest', ...rest },
            { currency, kind: 'zakat', ...zakat },
          ])
          const expected = await expectedOf(set)
          for (const row of expected) expect(found).toContainEqual(row)
          const sumOf = (rows: readonly { readonly waiting?: unknown }[]) =>
            rows.reduce((sum, row) => sum + Number(row.waiting), 0)
          expect(sumOf(found)).toBe(sumOf(expected))
        }
      },
    ),
    { numRuns: 12 },
  )
}, 120_000)

test('public totals read the entries of the shown campaigns by an index, whatever else there is', async () => {
  const campaign = await aCampaign(installation.app)
  const plan = await installation.app.write(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${publicTotals([campaign.id])}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('entry_payable')
  expect(plan).toContain('payout_of_organization')
  expect(plan).not.toContain('Seq Scan')
})

test('an installation without payouts shows no totals, nor do pages that aren’t public', async () => {
  const campaign = await aCampaign(installation.app)
  const get = async (url: string, app = installation) => {
    const response = await app.fastify.inject({ method: 'GET', url })
    return { status: response.statusCode, body: response.json() as { totals?: unknown[]; code?: string } }
  }
  const url = `/v4/campaigns/${campaign.id}/payout-totals`
  await postCharge(campaign.id, {
    campaign: 0,
    currency: 'GBP',
    gift: 2_000n,
    zakatPercent: 0n,
    coveredFee: 0n,
    tip: 0n,
    feeShare: 60n,
    later: 'none',
  })
  expect(await get(url)).toMatchObject({
    status: 200,
    body: {
      totals: [{ currency: 'GBP', rest: { received: 2_000, returned: 0, fees: 60, paidOut: 0, waiting: 1_940 } }],
    },
  })
  expect(await get('/v4/campaigns/999999/payout-totals')).toMatchObject({ status: 404 })
  expect(await get('/v4/organizations/by-subdomain/no-such-charity/payout-totals')).toMatchObject({ status: 404 })
  const without = await createTestApp({ environment: { PAYOUTS: 'none' } })
  try {
    const its = await aCampaign(without.app)
    expect(await get(`/v4/campaigns/${its.id}/payout-totals`, without)).toEqual({ status: 200, body: { totals: [] } })
  } finally {
    await without.close()
  }
})
