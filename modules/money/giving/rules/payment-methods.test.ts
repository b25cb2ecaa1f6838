import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWallets, wallets } from '#modules/money/payments/rules/wallets.ts'
import { currencies } from '#shared/money.ts'
import { everyPageMethod, getPaymentMethods, type OfferedMethod } from './payment-methods.ts'

type Facts = Parameters<typeof getPaymentMethods>[0]

const data: fc.Arbitrary<Facts> = fc.record({
  currency: fc.constantFrom(...currencies),
  country: fc.constantFrom(undefined, null, 'US', 'GB', 'CA', 'AE'),
  frequency: fc.constantFrom('once', 'week', 'month', 'year', 'schedule', 'basket'),
  page: fc.record({ card: fc.boolean(), applepay: fc.boolean(), googlepay: fc.boolean() }),
  provider: fc.record({ wallets: fc.subarray([...wallets]), hasBankDebits: fc.boolean() }),
  isSignedIn: fc.boolean(),
})
const always = (property: (fields: Facts, offered: readonly OfferedMethod[]) => unknown) =>
  fc.assert(fc.property(data, (given) => void property(given, getPaymentMethods(given))))

test('the table of methods by frequency, in the order of the page [payments-23]', () => {
  const offered = (over: Partial<Facts>) =>
    getPaymentMethods({
      currency: 'USD',
      country: 'US',
      frequency: 'once',
      page: everyPageMethod,
      provider: { wallets, hasBankDebits: true },
      isSignedIn: false,
      ...over,
    })
  expect(offered({})).toEqual(['applepay', 'googlepay', 'card', 'ach'])
  expect(offered({ isSignedIn: true })).toEqual(['applepay', 'googlepay', 'savedCard', 'card', 'ach'])
  expect(offered({ country: undefined })).toContain('ach')
  expect(offered({ country: 'GB' })).toEqual(['applepay', 'googlepay', 'card'])
  expect(offered({ currency: 'CAD' })).toEqual(['applepay', 'googlepay', 'card'])
  for (const frequency of ['week', 'month', 'year'] as const)
    expect(offered({ frequency })).toEqual(['applepay', 'googlepay', 'card'])
  expect(offered({ frequency: 'basket' })).toEqual(['applepay', 'googlepay', 'card'])
  expect(offered({ frequency: 'schedule' })).toEqual(['applepay', 'googlepay', 'card'])
  expect(offered({ frequency: 'schedule', isSignedIn: true })).toEqual(['savedCard', 'card'])
  const walletsAlone = { ...everyPageMethod, card: false }
  expect(offered({ page: walletsAlone, isSignedIn: true })).toEqual(['applepay', 'googlepay'])
  expect(offered({ page: walletsAlone, frequency: 'basket' })).toEqual(['applepay', 'googlepay'])
})

test('a card is offered in every currency, country and frequency unless the page disables it [payments-23]', () =>
  always(({ page, isSignedIn }, offered) => {
    expect(offered.includes('card')).toBe(page.card)
    expect(offered.includes('savedCard')).toBe(page.card && isSignedIn)
  }))

test('a wallet depends on page and provider, and in a wizard on the account, not on currency or country [payments-23]', () =>
  always((given, offered) => {
    const { page, provider, frequency, isSignedIn } = given
    for (const wallet of wallets)
      expect(offered.includes(wallet)).toBe(
        page[wallet] && provider.wallets.includes(wallet) && !(frequency === 'schedule' && isSignedIn),
      )
    expect(
      getPaymentMethods({ ...given, currency: 'GBP', country: 'GB' }).filter(
        (method) => method === 'applepay' || method === 'googlepay',
      ),
    ).toEqual(offered.filter((method) => method === 'applepay' || method === 'googlepay'))
  }))

test('a bank account can pay a one-time donation in US dollars and nothing else [payments-23]', () =>
  always((given, offered) => {
    if (offered.includes('ach'))
      expect(given).toMatchObject({ currency: 'USD', frequency: 'once', page: { card: true } })
    if (given.country === 'GB') expect(offered).not.toContain('ach')
  }))

test('enabling a method removes no other, and none is offered twice [payments-23]', () =>
  always((given, offered) => {
    expect(new Set(offered).size).toBe(offered.length)
    const wider = getPaymentMethods({
      ...given,
      page: everyPageMethod,
      provider: { wallets, hasBankDebits: true },
      isSignedIn: given.isSignedIn,
    })
    expect(offered.filter((method) => !wider.includes(method))).toEqual([])
  }))

test('the list of wallets must name each at most once', () => {
  expect(parseWallets('')).toEqual([])
  expect(parseWallets(' googlepay , applepay ')).toEqual(['applepay', 'googlepay'])
  for (const wrong of ['paypal', 'applepay, applepay', 'applepay googlepay'])
    expect(parseWallets(wrong)).toBeUndefined()
})
