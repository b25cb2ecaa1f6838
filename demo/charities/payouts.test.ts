import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { seedGiftAidClaims } from './gift-aid-claims.ts'
import { seedPayouts } from './payouts.ts'
import { seedDemo } from '../seed.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
  const { app, database } = installation
  await seedDemo(app, { now: app.clock(), ownerUrl: database.ownerUrl })
  await seedPayouts(app)
  await seedGiftAidClaims(app)
}, 300_000)
afterAll(() => installation.close())

const rows = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(installation.app.db)).rows

test('the demo has a year of payouts: paid, on its way, waiting for approval, and one that failed', async () => {
  const states = await rows(sql<{ slug: string; currency: string; state: string; payouts: number }>`
    select o.slug, p.currency, p.state, count(*)::int as payouts from payouts.payout p join organizations.organization o on o.id = p.organization_id
    group by 1, 2, 3 order by 1, 2, 3`)
  const statesOf = (slug: string, currency: string) =>
    Object.fromEntries(
      states.filter((row) => row.slug === slug && row.currency === currency).map((row) => [row.state, row.payouts]),
    )
  expect(statesOf('umeed-trust', 'GBP')).toMatchObject({ draft: 1, failed: 1 })
  expect(statesOf('umeed-trust', 'GBP').paid).toBeGreaterThanOrEqual(11)
  expect(statesOf('umeed-trust', 'USD').paid).toBeGreaterThanOrEqual(2)
  expect(statesOf('rahma-relief', 'GBP')).toMatchObject({ sent: 1 })
  expect(statesOf('rahma-relief', 'GBP').paid).toBeGreaterThanOrEqual(11)
  expect(statesOf('brueckenbau', 'EUR').paid).toBeGreaterThanOrEqual(5)
})

test('payouts are numbered by the day of their draft', async () => {
  const drafted = await rows(sql<{ day: string }>`select drafted_at::text as day from payouts.payout order by number`)
  expect(drafted.map(({ day }) => day)).toEqual(drafted.map(({ day }) => day).toSorted())
})

test('one payout has a lost dispute in its lines, and some release a reserve', async () => {
  const disputed = await rows(sql<{ net: bigint }>`
    select sum(l.amount)::bigint as net from payouts.line l join ledger.tx t on t.id = l.tx_id join refunds.refund r on r.id = t.source_id and r.origin = 'bank'
    where l.is_live group by l.payout_id`)
  expect(disputed).toHaveLength(1)
  expect(disputed[0]!.net).toBeLessThan(0n)
  const [released] = await rows(sql<{ amount: bigint }>`select sum(amount)::bigint as amount from payouts.release`)
  expect(released!.amount).toBeGreaterThan(0n)
})

test('the paid-out demo has no findings in the ledger, and no mail to its charities and staff', async () => {
  const findings = await verifyLedger(installation.database.ownerUrl, [], installation.app.clock())
  expect(findings.filter(({ count }) => count > 0).map(({ title, rows }) => [title, rows.slice(0, 3)])).toEqual([])
  const kinds = await rows(sql<{ kind: string }>`select distinct kind from notifications.mail`)
  expect(kinds.map(({ kind }) => kind)).toEqual(['refund'])
})

test('the demo has a paid Gift Aid claim of a charity with donations in it', async () => {
  const claims = await rows(sql<{ slug: string; state: string; donations: number }>`
    select o.slug, m.state, (select count(*)::int from gift_aid.claim_row w where w.claim_id = m.id) as donations
    from gift_aid.claim m join organizations.organization o on o.id = m.organization_id
  `)
  expect(claims).toMatchObject([{ slug: 'umeed-trust', state: 'paid' }])
  expect(claims[0]!.donations).toBeGreaterThan(5)
})
