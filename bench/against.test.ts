import { expect, test } from 'vitest'
import { compareTurns, comparisonTable, spreadOf } from './against.ts'

test('a spread has the least, the middle and the greatest value', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 })
  expect(spreadOf([4, 1, 2, 3])).toEqual({ min: 1, median: 2.5, max: 4 })
})

test('ratios are of turns next to each other, so a machine that slows down does not change them', () => {
  const pairs = [
    { earlier: { donation: 1 }, now: { donation: 1.5 } },
    { earlier: { donation: 4 }, now: { donation: 6 } },
    { earlier: { donation: 2 }, now: { donation: 4 } },
  ]
  expect(compareTurns(pairs)).toEqual([
    {
      measure: 'donation',
      earlier: { min: 1, median: 2, max: 4 },
      now: { min: 1.5, median: 4, max: 6 },
      ratio: { min: 1.5, median: 1.5, max: 2 },
    },
  ])
  expect(comparisonTable(compareTurns(pairs), '6622d9f11', '423823582')).toBe(
    [
      '| ms of processor time | 6622d9f11 | 423823582 | ratio (least to greatest) |',
      '| --- | ---: | ---: | ---: |',
      '| donation | 2.00 | 4.00 | 1.50 (1.50 to 2.00) |',
    ].join('\n'),
  )
})
