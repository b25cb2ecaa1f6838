import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectPurchase, trackPurchase } from './analytics.ts'

const tab = new Map<string, string>()
const counted: string[] = []
const sent: object[] = []
const page: { innerWidth: number; dataLayer?: object[] } = { innerWidth: 390 }
const before = { fetch: globalThis.fetch }
beforeEach(() => {
  tab.clear()
  counted.length = 0
  sent.length = 0
  delete page.dataLayer
  Object.assign(globalThis, {
    window: page,
    sessionStorage: {
      getItem: (key: string) => tab.get(key) ?? null,
      setItem: (key: string, value: string) => void tab.set(key, value),
    },
    fetch: (_url: string, { body }: { body: string }) => {
      const { name, properties } = JSON.parse(body) as { name: string; properties: object }
      counted.push(name)
      sent.push(properties)
      return Promise.resolve(new Response('{}'))
    },
  })
})

// Other tests run in the same process.
afterAll(() => {
  Object.assign(globalThis, before)
  for (const name of ['window', 'sessionStorage']) Reflect.deleteProperty(globalThis, name)
})

const purchase = {
  id: 'intent',
  transactionId: 'donation',
  currency: 'USD',
  donationMinor: 2050,
  isZakat: false,
} as const

test('pushes the purchase once, on the page after the payment, with the donation as a number [S2 §4] [S2 §7]', () => {
  expectPurchase('intent')
  expect(page.dataLayer).toBeUndefined()
  trackPurchase(purchase)
  expect(page.dataLayer).toEqual([
    { event: 'purchase', ecommerce: { transaction_id: 'donation', currency: 'USD', value: 20.5 } },
  ])
  trackPurchase(purchase)
  expect(page.dataLayer).toHaveLength(1)
  expect(counted).toEqual(['purchase', 'conversion'])
})

test('reports values in major units, and none for zakat', () => {
  for (const [currency, donationMinor, isZakat, value] of [
    ['JPY', 1000, false, 1000],
    ['KWD', 5120, false, 5.12],
    ['USD', 2000, true, undefined],
  ] as const) {
    expectPurchase('intent')
    trackPurchase({ ...purchase, currency, donationMinor, isZakat })
    expect(page.dataLayer?.at(-1)).toEqual({
      event: 'purchase',
      ecommerce: { transaction_id: 'donation', currency, ...(value === undefined ? {} : { value }) },
    })
  }
})

test('reports the payment method and value, but no value for zakat [privacy-7]', () => {
  expectPurchase('intent', { method: 'applepay', frequency: 'once' })
  trackPurchase(purchase)
  expectPurchase('intent', { method: 'card', frequency: 'month' })
  trackPurchase({ ...purchase, isZakat: true })
  const request = { id: 'donation', currency: 'USD', viewport: 320 }
  expect(sent.filter((properties) => 'zakat' in properties)).toEqual([
    { ...request, zakat: false, value: 20.5, method: 'applepay', frequency: 'once' },
    { ...request, zakat: true, method: 'card', frequency: 'month' },
  ])
})

test('pushes nothing for a payment made in another tab', () => {
  expectPurchase('another')
  trackPurchase(purchase)
  expect([page.dataLayer, counted]).toEqual([undefined, []])
})
