import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aStoredLine } from '../testing.ts'
import { addLine, isSameLine, mergeLines, type StoredLine, totalOfLine } from './line.ts'
import { type SentLine, removePaidLines, matchSentLines } from './paid.ts'
import { splitBasket } from './split.ts'
import { statusAt } from './status.ts'

const anyLine = fc
  .record({
    campaignId: fc.constantFrom('1', '2', '3'),
    amount: fc.constantFrom('0', '500', '2000', '2001'),
    currency: fc.constantFrom('GBP', 'USD'),
    quantity: fc.integer({ min: 1, max: 99 }),
    levelId: fc.constantFrom(null, '7'),
    isZakat: fc.boolean(),
    note: fc.constantFrom(null, 'for my mother'),
    encryptedFields: fc.constantFrom(null, null, 'encrypted'),
  })
  .map((over) => aStoredLine(over))
/** Equal lines matter most but are rare by chance, so they are generated explicitly. */
const lineOf = fc.oneof(
  anyLine,
  fc.integer({ min: 1, max: 99 }).map((quantity) => aStoredLine({ quantity })),
)
const linesOf = fc
  .array(lineOf, { maxLength: 8 })
  .map((lines) => lines.map((line, index) => ({ ...line, id: String(index) })))
const worth = (lines: readonly StoredLine[]) => {
  const sums: Record<string, bigint> = {}
  for (const line of lines) {
    const key = [line.campaignId, line.currency, line.levelId, line.isZakat, line.note, line.encryptedFields].join()
    sums[key] = (sums[key] ?? 0n) + totalOfLine(line)
  }
  return sums
}

test('merging preserves the total, for any campaign, level, flag or text [baskets-2]', () => {
  fc.assert(
    fc.property(linesOf, linesOf, (into, added) => {
      expect(worth(mergeLines(into, added))).toEqual(worth([...into, ...added]))
    }),
  )
})

test('after merging, equal lines are separate only if their sum would exceed 99 [baskets-2]', () => {
  fc.assert(
    fc.property(linesOf, (lines) => {
      const merged = mergeLines([], lines)
      for (const [index, line] of merged.entries()) {
        expect(line.quantity).toBeLessThanOrEqual(99)
        for (const other of merged.slice(index + 1))
          if (isSameLine(line, other)) expect(line.quantity + other.quantity).toBeGreaterThan(99)
      }
    }),
  )
})

test('a new donation is in the line it created or extended, whatever the basket contains [baskets-2]', () => {
  fc.assert(
    fc.property(linesOf, lineOf, (lines, donation) => {
      const line = { ...donation, id: 'new' }
      const { lines: after, lineId } = addLine(lines, line)
      expect(worth(after)).toEqual(worth([...lines, line]))
      const before = lines.find(({ id }) => id === lineId)
      expect(after.find(({ id }) => id === lineId)).toEqual(
        before ? { ...before, quantity: before.quantity + line.quantity } : line,
      )
      expect(after.filter(({ id }) => id !== lineId)).toEqual(lines.filter(({ id }) => id !== lineId))
    }),
  )
})

test('exactly the paid pieces are removed when lines join during a payment [baskets-5]', () => {
  fc.assert(
    fc.property(linesOf, linesOf, fc.func(fc.boolean()), (stored, added, isPaid) => {
      const fresh = added.map((line) => ({ ...line, id: `new-${line.id}` }))
      const paid = stored.filter(({ id }) => isPaid(id))
      // Changes during the payment make some lines equal.
      const alike = (line: StoredLine): StoredLine => ({ ...line, isZakat: false, note: null, levelId: null })
      const grown = fresh.reduce<readonly StoredLine[]>(
        (lines, line) => addLine(lines, line).lines,
        mergeLines([], stored.map(alike)),
      )
      const pieces = (lines: readonly StoredLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
      const storedLines = removePaidLines(mergeLines([], grown), paid)
      expect(pieces(storedLines)).toBe(pieces(stored) + pieces(fresh) - pieces(paid))
      expect(storedLines.filter(({ joined }) => joined)).toEqual([])
      expect(storedLines.every(({ quantity }) => quantity > 0)).toBe(true)
    }),
  )
})

test('the order of an address’s fields doesn’t matter', () => {
  const [a, b] = [
    { City: 'Leeds', Country: 'GB' },
    { Country: 'GB', City: 'Leeds' },
  ]
  expect(
    isSameLine(aStoredLine({ taxAddress: a }), aStoredLine({ id: 'b', taxAddress: b, source: 'Team1', quantity: 3 })),
  ).toBe(true)
  expect(isSameLine(aStoredLine(), aStoredLine({ amount: '2001' }))).toBe(false)
})

test('lines with encrypted fields stay separate, in either order (privacy-8)', () => {
  const [open, encrypted] = [aStoredLine(), aStoredLine({ id: 'b', encryptedFields: 'encrypted' })]
  for (const [a, b] of [
    [open, encrypted],
    [encrypted, open],
    [encrypted, { ...encrypted, id: 'c' }],
  ] as const)
    expect(mergeLines([a], [b])).toEqual([a, b])
})

test('a merged line counts as paid for each of its parts, also if it joins another one (baskets-5)', () => {
  const together = mergeLines(
    [aStoredLine({ joined: ['before'] })],
    [aStoredLine({ id: 'b', quantity: 2, joined: ['c'] })],
  )
  expect(together).toEqual([aStoredLine({ quantity: 3, joined: ['before', 'b', 'c'] })])
  for (const id of ['a', 'before', 'b', 'c'])
    expect(removePaidLines(together, [{ id, quantity: 1 }])).toEqual([aStoredLine({ quantity: 2 })])
})

test('equal lines join up to a quantity of 99 and stay separate from 100 on', () => {
  const line = aStoredLine({ quantity: 98 })
  expect(addLine([line], aStoredLine({ id: 'b' })).lines).toEqual([{ ...line, quantity: 99 }])
  expect(addLine([line], aStoredLine({ id: 'b', quantity: 2 })).lines).toEqual([
    line,
    aStoredLine({ id: 'b', quantity: 2 }),
  ])
})

test('a paid line is removed, and pieces that were added meanwhile stay (baskets-5)', () => {
  const line = aStoredLine({ quantity: 3, note: 'for my mother' })
  expect(removePaidLines([line, aStoredLine({ id: 'b' })], [{ id: 'a', quantity: 3 }])).toEqual([
    aStoredLine({ id: 'b' }),
  ])
  expect(removePaidLines([line], [{ id: 'a', quantity: 2 }])).toEqual([{ ...line, quantity: 1 }])
  expect(removePaidLines([line], [{ id: 'a', quantity: 4 }])).toEqual([])
})

test('the sender’s lines must match the current lines exactly, in any order', () => {
  const lines = [
    { line: aStoredLine({ id: 'a', campaignId: '1', levelId: '7', isZakat: true }), tip: 320n },
    { line: aStoredLine({ id: 'b', campaignId: '2', quantity: 2, giftAid: true }), tip: 0n },
    { line: aStoredLine({ id: 'c', campaignId: '2', quantity: 2, giftAid: true }), tip: 0n },
  ]
  const first: SentLine = {
    projectID: '1',
    amount: '20.00',
    feeAmount: '3.20',
    currency: 'GBP',
    rewardID: '7',
    rewardCount: 1,
    zakah: true,
    giftAid: false,
  }
  const second: SentLine = {
    projectID: '2',
    amount: '20',
    currency: 'GBP',
    rewardCount: 2,
    zakah: false,
    giftAid: true,
  }
  const third: SentLine = { ...second, feeAmount: '0' }
  expect(matchSentLines(lines, [second, first, third])).toEqual(
    new Map([
      ['a', first],
      ['b', second],
      ['c', third],
    ]),
  )
  expect(matchSentLines([], [])).toEqual(new Map())
  const others: Partial<SentLine>[] = [
    { projectID: '2' },
    { amount: '20.01' },
    { feeAmount: '3.21' },
    { feeAmount: '0' },
    { currency: 'USD' },
    { rewardID: '8' },
    { rewardID: undefined },
    { rewardCount: 2 },
    { zakah: false },
    { giftAid: true },
  ]
  for (const other of others)
    expect([other, matchSentLines(lines, [{ ...first, ...other }, second, third])]).toEqual([other, undefined])
  for (const claims of [[], [first], [first, second], [first, second, third, third], [first, first, second]])
    expect(matchSentLines(lines, claims)).toBeUndefined()
})

test('a basket without payable lines costs nothing, not even its tip', () => {
  expect(
    splitBasket([aStoredLine({ amount: '0' })], {
      currency: 'GBP',
      tip: 100n,
      isOpen: () => true,
      isVerified: () => true,
      takesTips: () => true,
    }),
  ).toEqual({
    lines: [],
    skipped: [{ id: 'a', reason: 'no-amount' }],
    subtotal: 0n,
    tip: 0n,
  })
})

test('every line is paid or skipped, and the parts of the tip add up to the tip [S2 §9]', () => {
  fc.assert(
    fc.property(linesOf, fc.bigInt({ min: 0n, max: 10n ** 9n }), (lines, tip) => {
      const split = splitBasket(lines, {
        currency: 'GBP',
        tip,
        isOpen: (id) => id !== '3',
        isVerified: () => true,
        takesTips: () => true,
      })
      expect([...split.lines, ...split.skipped].map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort())
      expect(split.lines.reduce((sum, line) => sum + line.tip, 0n)).toBe(split.lines.length > 0 ? tip : 0n)
      for (const [index, line] of split.lines.entries())
        if (index < split.lines.length - 1) expect(line.tip).toBe((tip * line.total) / split.subtotal)
    }),
  )
})

test('lines of another currency, without an amount or an open campaign are skipped with their reason [S2 §5]', () => {
  const lines = [
    aStoredLine(),
    aStoredLine({ id: 'b', currency: 'USD' }),
    aStoredLine({ id: 'c', amount: '0' }),
    aStoredLine({ id: 'd', campaignId: '2' }),
    aStoredLine({ id: 'e', quantity: 2 }),
  ]
  expect(
    splitBasket(lines, {
      currency: 'GBP',
      tip: 100n,
      isOpen: (id) => id === '1',
      isVerified: () => true,
      takesTips: () => true,
    }),
  ).toEqual({
    lines: [
      { id: 'a', total: 2000n, tip: 33n },
      { id: 'e', total: 4000n, tip: 67n },
    ],
    skipped: [
      { id: 'b', reason: 'other-currency' },
      { id: 'c', reason: 'no-amount' },
      { id: 'd', reason: 'no-campaign' },
    ],
    subtotal: 6000n,
    tip: 100n,
  })
})

test('a basket expires after 30 days without a change [baskets-1]', () => {
  const changedAt = new Date('2026-11-01T00:00:00Z')
  expect(statusAt({ status: 'active', changedAt }, new Date('2026-11-30T23:59:59Z'))).toBe('active')
  expect(statusAt({ status: 'active', changedAt }, new Date('2026-12-01T00:00:00Z'))).toBe('expired')
  expect(statusAt({ status: 'abandoned', changedAt }, new Date('2026-12-01T00:00:00Z'))).toBe('expired')
  expect(statusAt({ status: 'checked-out', changedAt }, new Date('2027-12-01T00:00:00Z'))).toBe('checked-out')
})

test('a campaign without tips has no part of the tip, and if none has tips there is none', () => {
  const lines = [aStoredLine({ id: 'a' }), aStoredLine({ id: 'b', campaignId: '2' })]
  const request = { currency: 'GBP' as const, tip: 100n, isOpen: () => true, isVerified: () => true }
  expect(splitBasket(lines, { ...request, takesTips: (id) => id === '1' }).lines.map(({ tip }) => tip)).toEqual([
    100n,
    0n,
  ])
  expect(splitBasket(lines, { ...request, takesTips: () => false })).toMatchObject({
    tip: 0n,
    lines: [{ tip: 0n }, { tip: 0n }],
  })
})

test('a line whose charity may not receive donations is skipped for that reason, open or not', () => {
  const request = {
    currency: 'GBP',
    tip: 0n,
    isOpen: (id: string) => id !== '2',
    isVerified: () => false,
    takesTips: () => true,
  } as const
  const split = splitBasket([aStoredLine({ campaignId: '1' }), aStoredLine({ campaignId: '2' })], request)
  expect([split.lines, split.skipped.map(({ reason }) => reason)]).toEqual([
    [],
    ['charity-not-verified', 'charity-not-verified'],
  ])
})
