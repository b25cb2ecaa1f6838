import { expect, test } from 'vitest'
import { postedChange } from './posted-change.ts'

const form = (fields: Readonly<Record<string, string>>) => {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.set(name, value)
  return formData
}
const dollars = { donationAmountCurrency: 'USD' } as const

test('reads amounts in the currency’s decimals, in any digits, and never rounds them', () => {
  expect(postedChange(form({ donationAmount: '12.50', tipAmount: '' }), 'amount', dollars)).toEqual({
    change: { donationAmount: 1250, tipAmount: 0 },
  })
  expect(postedChange(form({ donationAmount: '١٢٫٥' }), 'amount', dollars)).toEqual({
    change: { donationAmount: 1250 },
  })
  expect(postedChange(form({ donationAmount: '١٬٢٥٠٫٥٠', tipAmount: '3.20' }), 'amount', dollars)).toEqual({
    change: { donationAmount: 125_050, tipAmount: 320 },
  })
  expect(postedChange(form({ donationAmount: '1,250' }), 'amount', { donationAmountCurrency: 'KWD' })).toEqual({
    unreadable: ['donationAmount'],
  })
  expect(postedChange(form({ donationAmount: '1.234', tipAmount: 'x' }), 'amount', dollars)).toEqual({
    unreadable: ['donationAmount', 'tipAmount'].toReversed(),
  })
  expect(
    postedChange(form({ 'amounts.21': '5', 'amounts.27': '20' }), 'amount', { donationAmountCurrency: 'JPY' }),
  ).toEqual({
    change: { amounts: { '21': 5, '27': 20 } },
  })
})

test('shares are ten-thousandths; an even split adds up to the whole', () => {
  expect(postedChange(form({ 'share.7': '33.34', 'share.8': '66.66', 'share.9': '0' }), 'causes', dollars)).toEqual({
    change: {
      causes: [
        { campaignId: '7', share: 3334 },
        { campaignId: '8', share: 6666 },
      ],
    },
  })
  const even = postedChange(form({ how: 'evenly', 'share.7': '10', 'share.8': '', 'share.9': '1' }), 'causes', dollars)
  expect(even).toMatchObject({ change: { causes: [{ share: 3334 }, { share: 3333 }, { share: 3333 }] } })
  expect(postedChange(form({ 'share.7': '33.333' }), 'causes', dollars)).toEqual({ unreadable: ['share.7'] })
  expect(postedChange(form({ how: 'platform', 'share.7': '100' }), 'causes', dollars)).toEqual({
    change: { causes: [] },
  })
  expect(postedChange(form({ 'share.7': '٣٣٫٣٣٪', 'share.8': '66,67', 'share.9': '٠' }), 'causes', dollars)).toEqual({
    change: {
      causes: [
        { campaignId: '7', share: 3333 },
        { campaignId: '8', share: 6667 },
      ],
    },
  })
})

test('an empty field means no last day, no name, no mails', () => {
  expect(postedChange(form({ unsubscribedAt: '' }), 'end', dollars)).toEqual({ change: { unsubscribedAt: null } })
  expect(postedChange(form({ CustomName: 'A friend' }), 'name', dollars)).toEqual({
    change: { anonymous: false, CustomName: 'A friend' },
  })
  expect(postedChange(form({ remindBefore: 'on' }), 'mails', dollars)).toEqual({ change: { remindBefore: true } })
})
