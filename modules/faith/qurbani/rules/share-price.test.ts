import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOfLine } from '#modules/money/baskets/rules/line.ts'
import { requestedAmount } from '#modules/money/giving/rules/quote.ts'
import { currencies, exponentOf, fromMajor, money } from '#shared/money.ts'
import { animals, sharesPerAnimal } from './animals.ts'
import { orderPrice, sharePrice } from './share-price.ts'

test.each([
  ['360', '52'],
  ['375', '54'],
  ['420', '60'],
  ['530', '76'],
  ['370', '53'],
  ['1300', '186'],
  ['1500', '215'],
  ['1025', '147'],
])('a cow for £%s is sold in shares of £%s [qurbani-2]', (animal, share) => {
  const item = { animal: 'cow' as const, animalPrice: fromMajor(animal, 'GBP') }
  expect(sharePrice(item)).toEqual(fromMajor(share, 'GBP'))
  expect(orderPrice(item, 7)).toEqual(item.animalPrice)
  expect(orderPrice(item, 8)).toEqual(money(item.animalPrice.amount + fromMajor(share, 'GBP').amount, 'GBP'))
  expect(orderPrice(item, 21)).toEqual(money(item.animalPrice.amount * 3n, 'GBP'))
})

test('a sheep is one share, at its own price [qurbani-2]', () => {
  const item = { animal: 'sheep' as const, animalPrice: fromMajor('95', 'GBP') }
  expect(orderPrice(item, 1)).toEqual(item.animalPrice)
  expect(orderPrice(item, 3)).toEqual(fromMajor('285', 'GBP'))
})

test('currencies without minor units, and with three decimals, are rounded up to whole units [qurbani-2]', () => {
  const share = (major: string, currency: 'JPY' | 'KWD') =>
    sharePrice({ animal: 'camel', animalPrice: fromMajor(major, currency) })
  expect(share('150001', 'JPY')).toEqual(fromMajor('21429', 'JPY'))
  expect(share('300', 'KWD')).toEqual(fromMajor('43', 'KWD'))
})

test('seven shares cost at least the animal; a share is rounded up to whole units', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...animals),
      fc.constantFrom(...currencies),
      fc.bigInt(1n, 10n ** 6n),
      (animal, currency, whole) => {
        const unit = 10n ** BigInt(exponentOf(currency))
        const animalPrice = money(whole * unit, currency)
        const shares = BigInt(sharesPerAnimal(animal))
        const { amount } = sharePrice({ animal, animalPrice })
        expect(amount % unit).toBe(0n)
        expect(amount * shares).toBeGreaterThanOrEqual(animalPrice.amount)
        expect((amount - unit) * shares).toBeLessThan(animalPrice.amount)
      },
    ),
  )
})

test('the price of an order is that of its full animals and of the shares beside them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...animals),
      fc.bigInt(1n, 5000n),
      fc.integer({ min: 1, max: 100 }),
      (animal, whole, shares) => {
        const item = { animal, animalPrice: money(whole * 100n, 'GBP') }
        const perAnimal = sharesPerAnimal(animal)
        expect(orderPrice(item, shares + perAnimal).amount).toBe(
          orderPrice(item, shares).amount + item.animalPrice.amount,
        )
      },
    ),
  )
})

test.each([0, -1, 1.5, Number.NaN])('%s shares are refused', (shares) => {
  expect(() => orderPrice({ animal: 'cow', animalPrice: fromMajor('360', 'GBP') }, shares)).toThrow(RangeError)
})

test('a donation and a basket line of so many shares cost what the order costs [qurbani-2]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('cow' as const, 'camel' as const),
      fc.bigInt(1n, 10n ** 6n),
      fc.integer({ min: 1, max: 99 }),
      (animal, whole, quantity) => {
        const item = { animal, animalPrice: money(whole * 100n, 'GBP') }
        const price = orderPrice(item, quantity)
        const { amount } = sharePrice(item)
        const level = { id: '1', amount: sharePrice(item), bundle: { size: 7, amount: item.animalPrice } }
        expect(requestedAmount({ ...aDonation, level, quantity })).toEqual(price)
        const bundle = { size: 7, amount: String(item.animalPrice.amount) }
        expect(totalOfLine({ amount: String(amount), currency: 'GBP', quantity, bundle })).toBe(price.amount)
      },
    ),
  )
})

const aDonation = {
  amount: money(0n, 'GBP'),
  tip: money(0n, 'GBP'),
  isZakat: false,
  maximizeZakat: false,
  giftAid: false,
  taxReceipt: false,
  paymentMethod: 'card',
}
