import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { writePain } from './pain.ts'
import type { PaymentOrder } from './payment-order.ts'
import { printableName } from './printable-names.ts'
import { writeTransferCsv } from './transfer-csv.ts'
import { formatOf } from '../rules/bank-format.ts'

const order = (over: Partial<PaymentOrder> = {}): PaymentOrder => ({
  reference: 'SB1',
  name: 'Umeed Trust',
  country: 'DE',
  accountType: 'checking',
  bankCode: '',
  accountNumber: '',
  iban: 'DE89370400440532013000',
  amount: 421_040n,
  ...over,
})
const file = (orders: readonly PaymentOrder[], currency: 'EUR' | 'GBP' | 'JPY' = 'EUR') => ({
  reference: 'SBB7',
  currency,
  createdAt: new Date('2027-03-01T06:00:00Z'),
  orders,
})

test.each([
  ['Umeed Trust', 'Umeed Trust'],
  ['جمعية الأمل', "jm'yh l'ml"],
  ['Çocuk & Gençlik Vakfı', 'Cocuk + Genclik Vakfi'],
  ['Förderverein "Größe"', "Forderverein 'Grosse'"],
  ['慈善', 'CiShan'],
  ['慈善'.repeat(15), 'CiShan'.repeat(15).slice(0, 70)],
  ['=HYPERLINK(1)', undefined],
  ['A <script>', undefined],
  ['/slash', undefined],
  ['...', undefined],
])('the name %s is written as %s [payouts-12]', (name, printable) => {
  expect(printableName(name)).toBe(printable)
})

test('euros to an IBAN in the SEPA area are a credit transfer, everything else is CSV [payouts-12]', () => {
  expect(formatOf('EUR', { country: 'DE', hasIban: true })).toBe('pain.001.001.09')
  for (const [currency, country, hasIban] of [
    ['EUR', 'DE', false],
    ['EUR', 'TR', true],
    ['GBP', 'GB', true],
  ] as const)
    expect(formatOf(currency, { country, hasIban })).toBe('csv')
})

test('a SEPA file has one block without batch booking, escaped names and exact sums [payouts-12]', () => {
  const xml = writePain(file([order(), order({ reference: 'SB2', name: "O'Brien + Co", amount: 1n })]), {
    name: 'Sunbul',
    iban: 'FR1420041010050500013M02606',
  }).toString()
  const document = parseDocument(xml, { xmlMode: true })
  const texts = (name: string) =>
    DomUtils.getElementsByTagName(name, document).map((element) => DomUtils.textContent(element).trim())
  expect(texts('PmtInfId')).toEqual(['SBB7'])
  expect(texts('BtchBookg')).toEqual(['false'])
  expect(texts('CtrlSum')).toEqual(['4210.41', '4210.41'])
  expect(texts('NbOfTxs')).toEqual(['2', '2'])
  expect(texts('InstdAmt')).toEqual(['4210.40', '0.01'])
  expect(texts('EndToEndId')).toEqual(['SB1', 'SB2'])
  expect(texts('Nm')).toEqual(['Sunbul', 'Sunbul', 'Umeed Trust', "O'Brien + Co"])
})

test('a CSV file never has a formula, and amounts have the currency’s decimals [payouts-12, security-12]', () => {
  const csv = writeTransferCsv(
    file([order({ name: '+Umeed', iban: '', bankCode: '601613', accountNumber: '31926819' })], 'JPY'),
  )
  expect(csv.toString().split('\r\n')[1]).toBe('SB1,"\'+Umeed",DE,checking,601613,31926819,,JPY,421040')
})
