import { expect, test } from 'vitest'
import { fromMajor } from '#shared/money.ts'
import { basketItemOf, checkoutOf, fillSplit, instalmentsAddress, readInstalments, readSplit } from './posted-split.ts'

const causes = [
  { id: '7', slug: 'wells', currency: 'GBP' },
  { id: '8', slug: 'orphans', currency: 'GBP' },
] as const
const split = (first: string, second: string) => readSplit(causes, { 'amount-7': first, 'amount-8': second }, 'GBP')

test('reads amounts with decimals in any digits, and omits fundraisers without an amount', () => {
  const { parts, faults } = split('٣٣٫٣٤', '')
  expect(faults).toEqual({})
  expect(parts.map(({ id, amount }) => [id, amount.amount])).toEqual([['7', 3334n]])
})

test.each([
  ['text', 'abc', 'amount-invalid'],
  ['less than can be donated', '0.10', 'below-minimum'],
])('refuses %s at its own field', (_, typed, code) => {
  expect(split('10', typed).faults).toMatchObject({ 'amount-8': { code } })
})

test('an empty split shows its error at the first field', () => {
  expect(split('0', '').faults).toEqual({ 'amount-7': { code: 'amount-missing' } })
})

test('uses the checkout to the cent in the fundraiser’s currency, otherwise the basket', () => {
  const [cents] = split('250.50', '').parts
  expect(cents && checkoutOf(cents)).toBe('/v4/checkout/wells?minor=25050&src=zakat-home')
  expect(cents && checkoutOf({ ...cents, currency: 'EUR' })).toBeUndefined()
  expect(cents && basketItemOf(cents, cents.amount)).toMatchObject({ projectId: '7', amount: 25_050, isZakat: true })
})

test('amounts that the donor typed stay, and the other fundraisers share the rest equally', () => {
  const total = fromMajor('100', 'GBP')
  expect(fillSplit(total, ['7', '8', '9'], {})).toEqual({ 7: '33.34', 8: '33.33', 9: '33.33' })
  expect(fillSplit(total, ['7', '8', '9'], { 8: '50', 9: ' ' })).toEqual({ 7: '25.00', 8: '50', 9: '25.00' })
  expect(fillSplit(total, ['7', '8'], { 8: '120' })).toEqual({ 7: '0.00', 8: '120' })
  expect(fillSplit(total, ['7', '8'], { 8: 'abc' })).toEqual({ 7: '100.00', 8: 'abc' })
})

test('plans instalments of whole amounts with the exact remainder last', () => {
  const total = fromMajor('112.34', 'GBP')
  expect(readInstalments(total, { typed: '50' })).toMatchObject({ plan: { count: 3n, last: { amount: 1234n } } })
  expect(readInstalments(total, { typed: '50.50' })).toMatchObject({ fault: { code: 'not-whole' } })
  expect(readInstalments(total, { typed: '' })).toMatchObject({ fault: { code: 'amount-missing' } })
})

test('creates a plan that ends at the total, with shares that add up to 100 %', () => {
  const { parts } = split('66.67', '33.33')
  const request = { total: fromMajor('100', 'GBP'), each: fromMajor('20', 'GBP'), frequency: 'week' } as const
  expect(instalmentsAddress(parts, { ...request, slug: 'wells' })).toBe(
    '/scheduled-giving/plans/wells?frequencyType=week&amount=20&total=10000&src=zakat-home&step=donations',
  )
  const query = new URL(instalmentsAddress(parts, { ...request, slug: null }), 'https://x').searchParams
  expect(query.getAll('cause')).toEqual(['7', '8'])
  expect([query.get('share-7'), query.get('share-8'), query.get('total')]).toEqual(['66.67', '33.33', '10000'])
})
