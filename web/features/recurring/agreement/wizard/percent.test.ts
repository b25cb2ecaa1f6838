import { expect, test } from 'vitest'
import { evenPercents, percentOf, percentText, shareOf } from './percent.ts'

test('an even split comes to a hundred per cent, whatever it is split among', () => {
  for (let count = 1; count <= 12; count++)
    expect(evenPercents(count).reduce((sum, percent) => sum + shareOf(percent)!, 0)).toBe(10_000)
  expect(evenPercents(3)).toEqual(['33.34', '33.33', '33.33'])
})

test('per cent is read and written in hundredths', () => {
  expect(['50', '12.5', '0.05', '', '33.', '100', '0.5'].map(shareOf)).toEqual([5000, 1250, 5, 0, 3300, 10_000, 50])
  expect([5000, 1250, 5, 10_000, 3333].map(percentOf)).toEqual(['50', '12.5', '0.05', '100', '33.33'])
})

test('it is read in any digits, with its sign, and with a comma or ٫ before its decimals (amounts-15)', () => {
  for (const typed of ['70', '70%', '70 %', '٧٠', '٧٠٪', '۷۰', '70,00', '٧٠٫٠٠', '70.000'])
    expect([typed, shareOf(typed)]).toEqual([typed, 7000])
  for (const typed of ['33.33', '33,33', '٣٣٫٣٣', '۳۳٫۳۳ ٪'])
    expect([typed, percentText(typed)]).toEqual([typed, '33.33'])
})

test('what cannot be read is said to be unread, never nothing, and stays as it was typed', () => {
  for (const typed of ['33.333', 'half', '-1', '1e1', '%', '1.2.3', '1,2,3', '1000'])
    expect([typed, shareOf(typed)]).toEqual([typed, undefined])
  expect([percentText(' half '), percentText('33.333'), percentText('')]).toEqual(['half', '33.333', ''])
})
