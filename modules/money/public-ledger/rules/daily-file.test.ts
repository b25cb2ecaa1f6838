import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeEntries, type LedgerEntry, refundEntries, reverseEntries } from '#modules/money/ledger/rules/posting.ts'
import { localDate } from '#shared/calendar.ts'
import { type FileEntry, fileRowsOf, fileText, firstHead, headOf } from './daily-file.ts'

const day = localDate('2026-11-28')
const columns = 'campaign,currency,account,meaning,sum'
const textOf = (entries: readonly FileEntry[], before = firstHead) => fileText(day, before, fileRowsOf(entries))

describe('vectors written by hand', () => {
  test('a day without transactions has two lines, and this head', () => {
    const text = `sunbul-ledger,1,2026-11-28,${'0'.repeat(64)}\n${columns}\n`
    expect(textOf([])).toBe(text)
    expect(text).toHaveLength(130)
    expect(headOf(text)).toBe('fd3f5e14cfcb38e836e113ef9e160a164bd546a4812648b1e10f468122165815')
  })

  test('the head is the SHA-256 of the bytes, in lower-case hexadecimal', () => {
    expect(headOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(headOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  test('two campaigns, zakat and a tip are sorted by bytes, with the platform last', () => {
    const line = { zakatEligible: 0n, coveredFee: 0n, tip: 0n, feeShare: 0n, feeBearer: 'campaign' as const }
    const entries = [
      ...chargeEntries(
        'USD',
        [
          { ...line, campaignId: 9n, gift: 5_000n, tip: 800n, feeShare: 175n },
          { ...line, campaignId: 10n, gift: 10_000n, zakatEligible: 7_744n, coveredFee: 320n, feeShare: 320n },
        ],
        518n,
      ),
      ...chargeEntries('GBP', [{ ...line, campaignId: 10n, gift: 2_000n, feeShare: 60n }], 60n),
    ]
    expect(textOf(entries, 'ab'.repeat(32)).split('\n')).toEqual([
      `sunbul-ledger,1,2026-11-28,${'ab'.repeat(32)}`,
      columns,
      '10,GBP,payable,fee,60',
      '10,GBP,payable,gift,-2000',
      '10,USD,payable,gift,-2256',
      '10,USD,zakat,gift,-7744',
      '9,USD,payable,fee,175',
      '9,USD,payable,gift,-5000',
      'platform,GBP,,,1940',
      'platform,USD,,,14825',
      '',
    ])
  })

  test('a payout, its reserve and its release have the meanings of the format', () => {
    const gbp = (account: LedgerEntry['account'], meaning: LedgerEntry['meaning'], amount: bigint): FileEntry => ({
      account,
      campaignId: account === 'payout_in_transit' || account === 'bank' ? null : 7n,
      meaning,
      currency: 'GBP',
      amount,
    })
    expect(
      fileRowsOf([
        gbp('campaign_payable', 'payout', 900n),
        gbp('campaign_payable', 'reserve', 100n),
        gbp('zakat_payable', 'payout', 500n),
        gbp('campaign_reserve', 'release', 40n),
        gbp('campaign_reserve', 'reserve', -100n),
        gbp('payout_in_transit', 'payout', -1_440n),
        gbp('bank', 'repayment', 30n),
        gbp('zakat_payable', 'repayment', -30n),
        gbp('campaign_payable', 'qurbani', 5n),
        gbp('campaign_payable', 'sadaqah', -4n),
        gbp('campaign_reserve', 'dispute', -1n),
      ]).map((row) => (row.campaignId === null ? ['platform', row.sum] : [row.account, row.meaning, row.sum])),
    ).toEqual([
      ['payable', 'other', 1n],
      ['payable', 'payout', 900n],
      ['payable', 'reserve', 100n],
      ['reserve', 'other', -1n],
      ['reserve', 'payout', 40n],
      ['reserve', 'reserve', -100n],
      ['zakat', 'payout', 470n],
      ['platform', -1_410n],
    ])
  })

  test('sums of 0 and memo accounts have no row', () => {
    const memo = { account: 'offline_memo', meaning: 'memo', currency: 'EUR' } as const
    const gift = { campaignId: 3n, meaning: 'gift', currency: 'EUR' } as const
    expect(
      fileRowsOf([
        { ...memo, amount: 500n },
        { ...memo, campaignId: 3n, amount: -500n },
        { ...gift, account: 'campaign_payable', amount: -20n },
        { ...gift, account: 'campaign_payable', amount: 20n },
      ]),
    ).toEqual([])
  })
})

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n })
const aCharge = fc
  .record({
    campaignId: fc.bigInt({ min: 1n, max: 120n }),
    currency: fc.constantFrom('GBP' as const, 'USD' as const, 'KWD' as const),
    gift: amount,
    zakat: fc.bigInt(0n, 100n),
    tip: fc.oneof(fc.constant(0n), amount),
    coveredFee: fc.oneof(fc.constant(0n), amount),
    feeShare: amount,
    feeBearer: fc.constantFrom('campaign' as const, 'platform' as const, 'sponsor' as const),
    isRefunded: fc.boolean(),
  })
  .map(({ currency, zakat, isRefunded, ...part }): LedgerEntry[] => {
    const line = { ...part, zakatEligible: (part.gift * zakat) / 100n }
    return [
      ...chargeEntries(currency, [line], part.feeShare + 7n),
      ...(isRefunded ? refundEntries(currency, [{ ...line, feeRestored: line.feeShare }]) : []),
    ]
  })
const someEntries = fc.array(aCharge, { maxLength: 12 }).map((charges) => charges.flat())

describe('every file', () => {
  test('sums to 0 in each currency, and is strictly sorted by bytes without sums of 0', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const text = textOf(entries)
        expect(text.endsWith('\n')).toBe(true)
        expect(text).toMatch(/^[\n -~]*$/)
        const lines = text.split('\n').slice(2, -1)
        const sums = new Map<string, bigint>()
        for (const [index, line] of lines.entries()) {
          if (index > 0) expect(Buffer.compare(Buffer.from(lines[index - 1]!), Buffer.from(line))).toBe(-1)
          const [, currency = '', , , sum = '0'] = line.split(',')
          expect(sum).toMatch(/^-?[1-9]\d*$/)
          sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(sum))
        }
        expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
        expect(new Set(lines.map((line) => line.slice(0, line.lastIndexOf(',')))).size).toBe(lines.length)
      }),
    )
  })

  test('is the same whatever the order of the entries, and whether they are summed before', () => {
    fc.assert(
      fc.property(someEntries, fc.infiniteStream(fc.nat()), (entries, order) => {
        const shuffled = entries
          .map((entry) => ({ entry, place: order.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ entry }) => entry)
        const summed = [
          ...Map.groupBy(
            entries,
            (entry) => `${entry.campaignId} ${entry.account} ${entry.meaning} ${entry.currency}`,
          ).values(),
        ].map((same) => ({ ...same[0]!, amount: same.reduce((sum, entry) => sum + entry.amount, 0n) }))
        expect(textOf(shuffled)).toBe(textOf(entries))
        expect(textOf(summed)).toBe(textOf(entries))
      }),
    )
  })

  test('has no rows if all of its transactions are reversed', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        expect(fileRowsOf([...entries, ...reverseEntries(entries)])).toEqual([])
      }),
    )
  })
})

test('entries that don’t sum to 0 in a currency have no file', () => {
  const entry = { account: 'campaign_payable', campaignId: 1n, meaning: 'gift', currency: 'GBP', amount: -5n } as const
  expect(() => fileRowsOf([entry])).toThrow('doesn’t balance in GBP')
})
