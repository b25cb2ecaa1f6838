import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tipsOf } from './tips.ts'

const line = (amount: bigint, takesTips = true) => ({ amount, takesTips })

test('divides a tip in proportion, rounded down; the last line gets the rest', () => {
  expect(tipsOf(100n, 'GBP', [line(1000n), line(1000n), line(1000n)])).toEqual([33n, 33n, 34n])
  expect(tipsOf(90n, 'GBP', [line(2000n), line(1000n)])).toEqual([60n, 30n])
})

test('lines without tips get none; if no line accepts tips, there is no tip', () => {
  expect(tipsOf(100n, 'GBP', [line(1000n, false), line(500n), line(500n)])).toEqual([0n, 50n, 50n])
  expect(tipsOf(100n, 'GBP', [line(1000n, false), line(0n)])).toEqual([0n, 0n])
  expect(tipsOf(0n, 'GBP', [line(1000n), line(500n)])).toEqual([0n, 0n])
  expect(tipsOf(100n, 'GBP', [])).toEqual([])
})

test('the shares of a tip add up to it if any line accepts tips', () => {
  const lines = fc.array(fc.record({ amount: fc.bigInt(1n, 10n ** 9n), takesTips: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 7n), lines, (tip, all) => {
      const sum = tipsOf(tip, 'USD', all).reduce((total, part) => total + part, 0n)
      expect(sum).toBe(all.some(({ takesTips }) => takesTips) ? tip : 0n)
    }),
  )
})
