import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'

const publishableKey = 'pk_wallets'
let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox({
    folder: undefined,
    secretKey: 'sk_wallets',
    publishableKey,
    allowedOrigins: ['http://localhost:3000'],
  })
  stripe = new Stripe('sk_wallets', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
})
afterAll(() => sandbox.stop())

/** The message that the sheet sends after approval. */
async function approve(number = '4242424242424242', wallet = 'apple_pay') {
  const answer = await fetch(`${sandbox.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      wallet,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3),
      'payment_method_data[billing_details][email]': 'layla@example.org',
    }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}
const pay = async (token: string) => {
  const intent = await stripe.paymentIntents.create({ amount: 2320, currency: 'usd' })
  return stripe.paymentIntents.confirm(intent.id, { confirmation_token: token, return_url: 'http://localhost:3000/' })
}

test('a token of a sheet names its wallet and pays one intent only [payments-21]', async () => {
  const token = await approve()
  const response = await stripe.confirmationTokens.retrieve(token)
  expect([
    response.payment_method_preview?.card?.wallet?.type,
    response.payment_method_preview?.billing_details.email,
  ]).toEqual(['apple_pay', 'layla@example.org'])
  expect((await pay(token)).status).toBe('succeeded')
  await expect(pay(token)).rejects.toMatchObject({ code: 'token_already_used', param: 'confirmation_token' })
})

test('a sheet’s cards pay, are declined, or require a challenge first [payments-21]', async () => {
  await expect(pay(await approve('4000000000000002'))).rejects.toMatchObject({ type: 'StripeCardError' })
  expect((await pay(await approve('4000000000003220'))).status).toBe('requires_action')
})

test('a token is refused after ten minutes [payments-21]', async () => {
  const token = await approve()
  await fetch(`${sandbox.url}/admin/clock`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_wallets' },
    body: new URLSearchParams({ advance_seconds: '601' }),
  })
  await expect(pay(token)).rejects.toMatchObject({ code: 'confirmation_token_expired' })
})

test('only the product’s pages can show buttons, and none if wallets are turned off [payments-21]', async () => {
  const buttons = async (origin: string) => {
    const query = new URLSearchParams({ origin, wallets: 'applepay,googlepay' })
    return (await fetch(`${sandbox.url}/elements/wallets?${query}`)).text()
  }
  expect(await buttons('http://localhost:3000')).toContain('<button type="button" id="applepay">')
  expect(await buttons('https://elsewhere.example')).not.toContain('<button')
  await fetch(`${sandbox.url}/wallets/off`, { method: 'POST' })
  expect(await buttons('http://localhost:3000')).not.toContain('<button')
  await fetch(`${sandbox.url}/wallets/on`, { method: 'POST' })
  for (const mark of [/apple/i, /google/i, /\bG ?Pay\b/]) {
    const page = await fetch(`${sandbox.url}/elements/wallet-sheet?origin=http://localhost:3000&wallet=applepay`)
    const [, shown = ''] = /<body>(.*)<script/s.exec(await page.text()) ?? []
    expect(shown.replaceAll(/id="\w+"/g, '')).not.toMatch(mark)
  }
})
