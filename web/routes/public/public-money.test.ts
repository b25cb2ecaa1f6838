import { expect, test } from 'vitest'
import { publicMoney } from './public-money.ts'

const figures = (received: number, over: object = {}) => ({
  received,
  returned: 0,
  fees: 0,
  paidOut: 0,
  waiting: 0,
  ...over,
})
const plain = (lines: readonly string[] | undefined) => lines?.map((line) => line.replaceAll(/[\u2066-\u2069]/g, ''))

test('what was received and paid out is one line, without parts that are nothing [payouts-17]', () => {
  const money = publicMoney(
    [{ currency: 'GBP', rest: figures(421_000, { paidOut: 300_000, waiting: 121_000 }), zakat: figures(0) }],
    'en',
    '/ledger/campaigns/7',
  )
  expect(plain(money?.lines)).toEqual(['£4,210 received, £3,000 paid out, £1,210 waiting'])
  expect(money).toMatchObject({ link: 'Check these figures', href: '/ledger/campaigns/7' })
})

test('refunds, fees and zakat are shown, so that each line adds up', () => {
  const money = publicMoney(
    [
      {
        currency: 'GBP',
        rest: figures(10_000, { returned: 1_000, fees: 300, paidOut: 5_000, waiting: 3_700 }),
        zakat: figures(2_000, { paidOut: 2_000 }),
      },
      { currency: 'USD', rest: figures(2_000, { fees: -50, waiting: 2_050 }), zakat: figures(0) },
    ],
    'en',
    '/ledger/campaigns/7',
  )
  expect(plain(money?.lines)).toEqual([
    '£100 received, £10 returned, £3 fees, £50 paid out, £37 waiting',
    'Zakat: £20 received, £20 paid out, £0 waiting',
    '$20.50 received, $0 paid out, $20.50 waiting',
  ])
})

test('nothing is shown before the first donation and without payouts; Arabic has its own comma', () => {
  expect(publicMoney([], 'en', '/ledger')).toBeNull()
  expect(publicMoney([{ currency: 'GBP', rest: figures(0), zakat: figures(0) }], 'en', '/ledger')).toBeNull()
  const [line] = publicMoney(
    [{ currency: 'GBP', rest: figures(100, { waiting: 100 }), zakat: figures(0) }],
    'ar',
    '/ledger',
  )!.lines
  expect(line).toMatch(/^وصل .*، دُفع للجمعية .*، بانتظار الدفع /)
})
