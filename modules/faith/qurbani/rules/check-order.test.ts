import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canOffer, sharesPerPiece } from './animals.ts'
import { checkOrder, namesOfShares, orderedShares } from './check-order.ts'

const cowShares = { animal: 'cow', unit: 'share' } as const
const form = { quantity: 2, intention: 'qurbani', names: ['Amina Yusuf', 'the late Hasan Yusuf'] }

test('a share counts one, a whole cow seven and a whole sheep one [qurbani-1]', () => {
  expect(orderedShares(cowShares, 3)).toBe(3)
  expect(orderedShares({ animal: 'cow', unit: 'animal' }, 2)).toBe(14)
  expect(orderedShares({ animal: 'camel', unit: 'animal' }, 1)).toBe(7)
  expect(sharesPerPiece({ animal: 'sheep', unit: 'animal' })).toBe(1)
  expect([canOffer('sheep', 'share'), canOffer('goat', 'animal'), canOffer('camel', 'share')]).toEqual([
    false,
    true,
    true,
  ])
})

test('a complete order has no faults, and fewer names than shares are enough [qurbani-4]', () => {
  expect(checkOrder(cowShares, form)).toEqual({})
  expect(checkOrder(cowShares, { ...form, names: [] })).toEqual({})
  expect(
    checkOrder({ animal: 'cow', unit: 'animal' }, { ...form, quantity: 1, names: Array(7).fill('Amina') }),
  ).toEqual({})
})

test('more names than shares, long names and formulas are refused at their field [qurbani-4]', () => {
  expect(checkOrder(cowShares, { ...form, quantity: 1 })).toEqual({
    names: { code: 'qurbani-names-more-than-shares', params: { max: 1 } },
  })
  expect(checkOrder(cowShares, { ...form, names: ['م'.repeat(81), '=SUM(A1)'] })).toEqual({
    'names.0': { code: 'text-too-long', params: { max: 80 } },
    'names.1': { code: 'name-invalid' },
  })
  expect(checkOrder(cowShares, { ...form, names: ['م'.repeat(80)] })).toEqual({})
})

test.each([0, -1, 1.5, Number.NaN])('%s pieces are refused: shares are never below 1 [S1 §9]', (quantity) => {
  expect(checkOrder(cowShares, { ...form, quantity, names: [] })).toEqual({
    quantity: { code: 'qurbani-shares-missing' },
  })
})

test.each(['aqiqah', 'vow'])('the intention may be %s [qurbani-4]', (intention) => {
  expect(checkOrder(cowShares, { ...form, intention })).toEqual({})
})

test('an unknown intention is refused [qurbani-4]', () => {
  expect(checkOrder(cowShares, { ...form, intention: 'zakat' })).toEqual({
    intention: { code: 'qurbani-intention-unknown' },
  })
})

test('missing and blank names are the donor’s [qurbani-4]', () => {
  expect(namesOfShares(['Hasan', '  '], 4, 'Amina')).toEqual(['Hasan', 'Amina', 'Amina', 'Amina'])
})

test('there is one name for each share, never a blank one', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 30 }), (names, shares) => {
      const all = namesOfShares(names, shares, 'Amina')
      expect(all).toHaveLength(shares)
      expect(all.every((name) => name.trim() !== '')).toBe(true)
    }),
  )
})
