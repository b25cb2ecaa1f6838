import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkNames, namesOfShares, readNames } from './qurbani-order.ts'

test('fewer names than shares are accepted, and blank lines are ignored [qurbani-4]', () => {
  expect(checkNames('', 1)).toBeUndefined()
  expect(checkNames(null, 1)).toBeUndefined()
  expect(checkNames('Amina Yusuf\r\n\n  \nthe late Hasan Yusuf\n', 2)).toBeUndefined()
  expect(readNames('\n Amina   Yusuf \r\n\nHasan\n')).toEqual(['Amina Yusuf', 'Hasan'])
})

test('more names than shares, long names, formulas and invisible names are refused [qurbani-4]', () => {
  expect(checkNames('Amina\nHasan', 1)).toEqual({ code: 'qurbani-names-more-than-shares', params: { max: 1 } })
  expect(checkNames(`Amina\n${'م'.repeat(81)}`, 2)).toEqual({ code: 'text-too-long', params: { max: 80 } })
  expect(checkNames('م'.repeat(80), 1)).toBeUndefined()
  expect(checkNames('=SUM(A1)', 1)).toEqual({ code: 'name-invalid' })
  expect(checkNames('\u200b', 1)).toEqual({ code: 'name-invisible' })
})

test('a missing name is the donor’s [qurbani-4]', () => {
  expect(namesOfShares('Hasan\n \n', 3, 'Amina')).toEqual(['Hasan', 'Amina', 'Amina'])
})

test('there is one name for each share, never a blank one', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 30 }), (names, shares) => {
      const all = namesOfShares(names.join('\n'), shares, 'Amina')
      expect(all).toHaveLength(shares)
      expect(all.every((name) => name.trim() !== '')).toBe(true)
    }),
  )
})
