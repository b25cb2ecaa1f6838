import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { statementOf } from '#shared/statement.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  chargeEntries,
  disputeEntries,
  disputeFeeEntries,
  markedAsZakatEntries,
  refundEntries,
  reverseEntries,
  findImbalances,
} from './rules/posting.ts'
import { postOnce, postParts } from './queries.ts'

const amount = fc.bigInt({ min: 1n, max: 10n ** 9n })
const plain = { zakatEligible: 0n, feeBearer: 'campaign' } as const

test('every charge balances, and its donation is the amount raised', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          gift: amount,
          coveredFee: fc.oneof(fc.constant(0n), amount),
          tip: fc.oneof(fc.constant(0n), amount),
          feeShare: amount,
          eligible: fc.bigInt(0n, 10_000n),
          feeBearer: fc.constantFrom('campaign', 'platform', 'sponsor'),
        }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      amount,
      (given, providerFee) => {
        const parts = given.map(({ eligible, ...part }) => ({
          ...part,
          zakatEligible: (part.gift * eligible) / 10_000n,
        }))
        const entries = chargeEntries(
          'USD',
          parts.map((part, index) => ({ ...part, campaignId: BigInt(index + 1) })),
          providerFee,
        )
        expect(findImbalances(entries)).toEqual([])
        expect(entries.every((entry) => entry.amount !== 0n)).toBe(true)
        expect(
          -entries.filter((entry) => entry.meaning === 'gift').reduce((sum, entry) => sum + entry.amount, 0n),
        ).toBe(parts.reduce((sum, part) => sum + part.gift, 0n))
        const sumOf = (account: string) =>
          entries.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0n)
        expect(sumOf('zakat_payable')).toBe(-parts.reduce((sum, { zakatEligible }) => sum + zakatEligible, 0n))
        expect(sumOf('zakat_fee_fund')).toBe(
          parts.reduce((sum, { feeShare, feeBearer }) => (feeBearer === 'sponsor' ? sum + feeShare : sum), 0n),
        )
      },
    ),
  )
})

test('50 with a tip of 8 leaves the campaign 48.25, the platform 7.77 and the provider 1.98 (ledger-2)', () => {
  const entries = chargeEntries(
    'USD',
    [{ campaignId: 1n, gift: 5000n, coveredFee: 0n, tip: 800n, feeShare: 175n, ...plain }],
    198n,
  )
  const balance = (account: string) =>
    entries.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0n)
  expect(balance('campaign_payable')).toBe(-4825n)
  expect(balance('tip_revenue') + balance('processor_fee_expense')).toBe(-777n)
  expect(balance('provider_clearing')).toBe(5602n)
})

test('a full refund leaves campaign and donor nothing, and the platform the provider’s fee (ledger-3)', () => {
  const entries = [
    ...chargeEntries(
      'USD',
      [{ campaignId: 1n, gift: 5000n, coveredFee: 0n, tip: 800n, feeShare: 175n, ...plain }],
      198n,
    ),
    ...refundEntries('USD', [
      { campaignId: 1n, gift: 5000n, zakatEligible: 0n, coveredFee: 0n, tip: 800n, feeRestored: 175n },
    ]),
  ]
  const balance = (account: string) =>
    entries.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0n)
  expect(balance('campaign_payable')).toBe(0n)
  expect(balance('tip_revenue')).toBe(0n)
  expect(balance('processor_fee_expense')).toBe(198n)
  expect(balance('provider_clearing')).toBe(-198n)
})

test('the zakat part of a donation has its own account, and the rest stays with the campaign (ledger-11)', () => {
  const line = { campaignId: 1n, gift: 10_000n, zakatEligible: 7744n, coveredFee: 0n, tip: 0n, feeShare: 320n }
  const sums = (entries: ReturnType<typeof chargeEntries>) =>
    (['zakat_payable', 'campaign_payable', 'zakat_fee_fund', 'processor_fee_expense'] as const).map((account) =>
      entries.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0n),
    )
  expect(sums(chargeEntries('USD', [{ ...line, feeBearer: 'campaign' }], 320n))).toEqual([-7744n, -1936n, 0n, 0n])
  const whole = { ...line, zakatEligible: 10_000n }
  expect(sums(chargeEntries('USD', [{ ...whole, feeBearer: 'platform' }], 320n))).toEqual([-10_000n, 0n, 0n, 320n])
  expect(sums(chargeEntries('USD', [{ ...whole, feeBearer: 'sponsor' }], 320n))).toEqual([-10_000n, 0n, 320n, 0n])
})

test('counting a donation as zakat later moves it between the accounts of its campaign', () => {
  expect(markedAsZakatEntries('USD', 1n, 4825n)).toEqual([
    { account: 'zakat_payable', campaignId: 1n, meaning: 'gift', currency: 'USD', amount: -4825n },
    { account: 'campaign_payable', campaignId: 1n, meaning: 'gift', currency: 'USD', amount: 4825n },
  ])
})

test('every refund balances, and its reversal leaves nothing', () => {
  const maybe = fc.oneof(fc.constant(0n), amount)
  fc.assert(
    fc.property(
      fc.array(fc.record({ gift: maybe, zakatEligible: maybe, coveredFee: maybe, tip: amount, feeRestored: maybe }), {
        minLength: 1,
        maxLength: 5,
      }),
      (parts) => {
        const entries = refundEntries(
          'USD',
          parts.map((part, index) => ({ ...part, campaignId: BigInt(index + 1) })),
        )
        expect(findImbalances(entries)).toEqual([])
        expect(entries.every((entry) => entry.amount !== 0n)).toBe(true)
        const undone = new Map<string, bigint>()
        for (const { account, campaignId, meaning, amount } of [...entries, ...reverseEntries(entries)]) {
          const key = `${account} ${campaignId} ${meaning}`
          undone.set(key, (undone.get(key) ?? 0n) + amount)
        }
        expect([...undone.values()].every((sum) => sum === 0n)).toBe(true)
      },
    ),
  )
})

test('a dispute is a receivable and its fee an expense, and returning either leaves nothing', () => {
  expect(findImbalances([...disputeEntries('GBP', 2320n), ...disputeFeeEntries('EUR', 2000n)])).toEqual([])
  const sums = new Map<string, bigint>()
  for (const { account, currency, amount } of [
    ...disputeEntries('GBP', 2320n),
    ...reverseEntries(disputeEntries('GBP', 2320n)),
    ...disputeFeeEntries('EUR', 2000n),
    ...disputeFeeEntries('EUR', -2000n),
  ])
    sums.set(`${account} ${currency}`, (sums.get(`${account} ${currency}`) ?? 0n) + amount)
  expect([...sums.values()]).toEqual([0n, 0n, 0n, 0n])
})

describe('the database', () => {
  let database: TestDatabase
  let owner: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })

  const post = async (entries: ReturnType<typeof chargeEntries>, sourceId: string = randomUUID()) => {
    const source = { name: 'source', sql: 'select $1::uuid as id', values: [sourceId] }
    const { name, text, values } = statementOf(
      'test.post',
      [
        source,
        ...postParts(
          [{ txId: randomUUID(), sourceType: 'attempt', sourceId, eventType: 'charge', at: new Date(), entries }],
          'source',
        ),
      ],
      'select id from ledger_tx',
    )
    return database.database.pool.query({ name, text, values })
  }
  const balanced = chargeEntries(
    'USD',
    [{ campaignId: 1n, gift: 2000n, coveredFee: 0n, tip: 320n, feeShare: 88n, ...plain }],
    97n,
  )

  test('accepts a balanced transaction and refuses an unbalanced one at commit', async () => {
    expect((await post(balanced)).rowCount).toBe(1)
    await expect(post(balanced.slice(0, -1))).rejects.toThrow(/does not balance/)
    await expect(post([balanced[0]!])).rejects.toThrow(/does not balance/)
  })

  test('refuses an entry of zero', async () => {
    const nothing = { account: 'bank', meaning: 'charge', currency: 'USD', amount: 0n } as const
    await expect(post([...balanced, nothing])).rejects.toMatchObject({
      code: '23514',
      constraint: 'entry_amount_check',
    })
  })

  test('refuses a second transaction of the same source and event', async () => {
    const sourceId = randomUUID()
    await post(balanced, sourceId)
    await expect(post(balanced, sourceId)).rejects.toMatchObject({ code: '23505' })
  })

  test('posts a transaction once when several processes report it', async () => {
    const sourceId = randomUUID()
    const bring = (fee: bigint) =>
      database.database.write((tx) =>
        postOnce(tx, {
          txId: randomUUID(),
          sourceType: 'dispute',
          sourceId,
          eventType: 'dispute-fee:txn_1',
          at: new Date('2026-11-22T12:00:00Z'),
          entries: disputeFeeEntries('EUR', fee),
        }),
      )
    await Promise.all([bring(2000n), bring(2000n), bring(2000n), bring(2000n)])
    await bring(-5n)
    const { rows } = await owner.query(
      'select e.account, e.currency, e.amount::int from ledger.tx t join ledger.entry e on e.tx_id = t.id where t.source_id = $1 order by e.line',
      [sourceId],
    )
    expect(rows).toEqual([
      { account: 'dispute_fee_expense', currency: 'EUR', amount: 2000 },
      { account: 'provider_clearing', currency: 'EUR', amount: -2000 },
    ])
  })

  test('refuses entries of a missing transaction', async () => {
    await expect(
      owner.query(
        `insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount) values ($1, 1, 'bank', null, 'charge', 'USD', 5)`,
        [randomUUID()],
      ),
    ).rejects.toThrow(/with their transaction/)
  })

  test('refuses entries that are added to an older transaction', async () => {
    const { rows } = await post(balanced)
    await expect(
      owner.query(
        `insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount) values ($1, 50, 'bank', null, 'charge', 'USD', 5), ($1, 51, 'tip_revenue', null, 'tip', 'USD', -5)`,
        [rows[0].id],
      ),
    ).rejects.toThrow(/with their transaction/)
  })

  test('no role can change or remove entries, not even the owner', async () => {
    await post(balanced)
    for (const sql of [
      'update ledger.entry set amount = amount + 1',
      'delete from ledger.entry',
      'update ledger.tx set event_type = event_type',
      'delete from ledger.tx',
      'truncate ledger.entry',
      'truncate ledger.tx cascade',
    ])
      await expect(owner.query(sql), sql).rejects.toThrow(/append-only/)
    await expect(database.database.pool.query('delete from ledger.entry')).rejects.toThrow(/permission denied/)
  })
})
