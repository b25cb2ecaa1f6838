import { expect, test } from 'vitest'
import { evenPercents, percentOf, percentText, shareOf } from './percent.ts'

test('an even split always adds up to 100 %', () => {
  for (let count = 1; count <= 12; count++)
    expect(evenPercents(count).reduce((sum, percent) => sum + shareOf(percent)!, 0)).toBe(10_000)
  expect(evenPercents(3)).toEqual(['33.34', '33.33', '33.33'])
})

test('reads and writes percentages in hundredths', () => {
  expect(['50', '12.5', '0.05', '', '33.', '100', '0.5'].map(shareOf)).toEqual([5000, 1250, 5, 0, 3300, 10_000, 50])
  expect([5000, 1250, 5, 10_000, 3333].map(percentOf)).toEqual(['50', '12.5', '0.05', '100', '33.33'])
})

test('reads any digits, a percent sign, and a comma or ٫ as decimal separator (amounts-15)', () => {
  for (const typed of ['70', '70%', '70 %', '٧٠', '٧٠٪', '۷۰', '70,00', '٧٠٫٠٠', '70.000'])
    expect([typed, shareOf(typed)]).toEqual([typed, 7000])
  for (const typed of ['33.33', '33,33', '٣٣٫٣٣', '۳۳٫۳۳ ٪'])
    expect([typed, percentText(typed)]).toEqual([typed, '33.33'])
})

test('reports an unreadable percentage, which stays as typed, instead of reading it as 0', () => {
  for (const typed of ['33.333', 'half', '-1', '1e1', '%', '1.2.3', '1,2,3', '1000'])
    expect([typed, shareOf(typed)]).toEqual([typed, undefined])
  expect([percentText(' half '), percentText('33.333'), percentText('')]).toEqual(['half', '33.333', ''])
})
