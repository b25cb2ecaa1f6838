import { expect, test } from 'vitest'
import { missingForPayout } from './missing-for-payout.ts'
import { moneyParts, shownMoney, sumByPayout, whyNoRequest } from './shown-money.ts'
import { anOverview } from './testing.ts'

const charity = { id: '7', role: 'owner', isClosed: false, bankDetails: [] } as const
const texts = { locale: 'en', sentencesOf: () => ({ 'payout-not-verified': 'Not verified.' }) } as const

test('the parts are in the order of the bar, with zakat and other donations together', () => {
  const parts = moneyParts(anOverview)
  expect(parts.map(({ amount }) => amount)).toEqual([456_711, 35_000, 0, 12_000, 80_000])
})

test('dates are texts in the language of the member', () => {
  const shown = shownMoney(anOverview, charity, texts)
  expect(shown).toMatchObject({
    held: [
      { from: '2 March 2026', until: '8 March 2026' },
      { from: null, until: null },
    ],
    reserves: [{ from: '30 May 2026' }],
    nextDraftOn: '1 April 2026',
    missing: [],
    canRequest: true,
    whyNot: null,
  })
})

test('the reserves of a payout’s fundraisers are one sum', () => {
  const reserve = { reference: 'SB7', amount: 1_000, from: '2026-05-30' }
  expect(sumByPayout([reserve, { ...reserve, amount: 250 }, { ...reserve, reference: 'SB8' }])).toEqual([
    { ...reserve, amount: 1_250 },
    { ...reserve, reference: 'SB8' },
  ])
})

test('the account of the request is the one in use in its currency', () => {
  const bankDetails = [
    { currency: 'EUR', state: 'active', lastFour: '1111' },
    { currency: 'GBP', state: 'pending', lastFour: '2222' },
    { currency: 'GBP', state: 'active', lastFour: '3333' },
  ] as const
  expect(shownMoney(anOverview, { ...charity, bankDetails }, texts).lastFour).toBe('3333')
})

test('a closed charity requests nothing', () => {
  const shown = shownMoney(anOverview, { ...charity, isClosed: true }, texts)
  expect(shown).toMatchObject({ canRequest: false, whyNot: 'closed' })
})

const none = { total: 0, zakat: 0, rest: 0, reserve: 0, released: 0 }
const refused = { ...anOverview, canRequest: false }
test.each([
  ['a payout is being prepared', { ...refused, prepared: 5 }, 'prepared'],
  ['the money is below the minimum', { ...refused, today: none, free: { zakat: 0, rest: 1_999 } }, 'minimum'],
  ['nothing is free', { ...refused, today: none, free: { zakat: 0, rest: 0 } }, null],
  ['the opening is missing', refused, 'opening'],
  ['something is missing', { ...refused, holds: [{ reason: 'not-verified' as const, until: null }] }, null],
])('says why there is no request if %s', (_, overview, why) => {
  expect(whyNoRequest(overview, false)).toBe(why)
})

test('what is missing has the sentence of its requirement and a link', () => {
  const overview = { ...refused, holds: [{ reason: 'not-verified' as const, until: null }] }
  expect(shownMoney(overview, charity, texts).missing).toEqual([
    { text: 'Not verified.', page: 'verification', path: '/organize/charities/7/verification' },
  ])
})

const missing = (
  reason: string,
  { until = null as string | null, role = 'owner' as const, bankDetails = [] as object[] } = {},
) =>
  missingForPayout(
    { currency: 'GBP', holds: [{ reason, until }] },
    { id: '7', role, bankDetails: bankDetails as never },
    'en',
  )[0]

test('a finance member gets no link to the verification, which they can’t open', () => {
  expect(missing('not-verified', { role: 'finance' as never })).toMatchObject({ page: null, path: '' })
})

test.each([
  ['none', {}, 'payout-bank-missing', { currency: 'GBP' }],
  ['pending', { bankDetails: [{ currency: 'GBP', state: 'pending' }] }, 'payout-bank-pending', { currency: 'GBP' }],
  ['of another currency', { bankDetails: [{ currency: 'EUR', state: 'pending' }] }, 'payout-bank-missing', {}],
  ['not in force yet', { until: '2026-03-04T09:00:00Z' }, 'payout-hold', { date: '4 March 2026' }],
])('bank details that are %s lead to the bank page', (_, options, code, params) => {
  expect(missing('no-bank-details', options)).toMatchObject({
    fault: { code, params },
    page: 'bank',
    path: '/organize/charities/7/bank',
  })
})

test('a hold of staff leads to the contact page and names no list', () => {
  expect(missing('set-by-staff')).toMatchObject({ fault: { code: 'payout-review' }, path: '/contact' })
})
