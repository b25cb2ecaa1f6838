import { expect, test } from 'vitest'
import { isProblem } from '#shared/problem.ts'
import { postedRefund } from './posted-refund.ts'

const posted = (amounts: Readonly<Record<string, string>>, currency: 'USD' | 'KWD' | 'JPY') => {
  const values = { scope: 'parts', amounts, alreadyRefunded: '0', reason: 'other', note: '', key: '' } as const
  try {
    return { line: postedRefund(values, ['7'], currency).lines[0], wrong: [] }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { line: undefined, wrong: Object.keys(error.fields) }
  }
}

test('a part is refunded to the minor unit, in any digits; unreadable amounts are named, never rounded', () => {
  expect(posted({ 'gift-7': '12.50', 'tip-7': '٣٫٢٠' }, 'USD')).toEqual({
    line: { donationId: '7', gift: 1250, tip: 320, coveredFee: 0 },
    wrong: [],
  })
  expect(posted({ 'gift-7': '1,250.50', 'tip-7': '3.2' }, 'USD')).toMatchObject({
    line: { gift: 125_050, tip: 320 },
    wrong: [],
  })
  expect(posted({ 'gift-7': '۱۲٫۵۰۰' }, 'KWD')).toMatchObject({ line: { gift: 12_500 }, wrong: [] })
  expect(posted({ 'gift-7': '١٢٣' }, 'JPY')).toMatchObject({ line: { gift: 123 }, wrong: [] })
  expect(posted({ 'gift-7': '12.505', 'tip-7': 'all' }, 'USD').wrong).toEqual(['gift-7', 'tip-7'])
  for (const typed of ['1,250', '1.250']) expect(posted({ 'gift-7': typed }, 'KWD').wrong).toEqual(['gift-7'])
  expect(posted({ 'gift-7': '3,2' }, 'USD').wrong).toEqual(['gift-7'])
  expect(posted({ 'gift-7': '12.5' }, 'JPY').wrong).toEqual(['gift-7'])
})
