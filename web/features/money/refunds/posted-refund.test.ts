import { expect, test } from 'vitest'
import { postedRefund } from './posted-refund.ts'

const posted = (fields: Readonly<Record<string, string>>, currency: 'USD' | 'KWD' | 'JPY') => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ scope: 'parts', ...fields })) form.set(name, value)
  const { refund, wrong } = postedRefund(form, ['7'], currency)
  return { line: refund.lines[0], wrong }
}

test('a part is refunded to the minor unit, in any digits; unreadable amounts are named, never rounded', () => {
  expect(posted({ 'gift-7': '12.50', 'tip-7': '٣٫٢٠' }, 'USD')).toEqual({
    line: { donationId: '7', gift: 1250, tip: 320, coveredFee: 0 },
    wrong: {},
  })
  expect(posted({ 'gift-7': '1,250.50', 'tip-7': '3.2' }, 'USD')).toMatchObject({
    line: { gift: 125_050, tip: 320 },
    wrong: {},
  })
  expect(posted({ 'gift-7': '۱۲٫۵۰۰' }, 'KWD')).toMatchObject({ line: { gift: 12_500 }, wrong: {} })
  expect(posted({ 'gift-7': '١٢٣' }, 'JPY')).toMatchObject({ line: { gift: 123 }, wrong: {} })
  expect(posted({ 'gift-7': '12.505', 'tip-7': 'all' }, 'USD').wrong).toEqual({ 'gift-7': '12.505', 'tip-7': 'all' })
  for (const typed of ['1,250', '1.250']) expect(posted({ 'gift-7': typed }, 'KWD').wrong).toEqual({ 'gift-7': typed })
  expect(posted({ 'gift-7': '3,2' }, 'USD').wrong).toEqual({ 'gift-7': '3,2' })
  expect(posted({ 'gift-7': '12.5' }, 'JPY').wrong).toEqual({ 'gift-7': '12.5' })
})
