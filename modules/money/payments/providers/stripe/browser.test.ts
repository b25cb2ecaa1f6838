import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '#shared/money.ts'
import { FakeElement, fakePage } from '#tests/support/stripe/fake-page.ts'
import { type Behaviours, createScriptStandIn } from '#tests/support/stripe/script-stand-in.ts'
import type { CardSettings } from '../../rules/card-fields.ts'
import type { ApprovedSheet, WalletSheet } from '../../rules/wallet-buttons.ts'

const settings = {
  provider: 'stripe',
  adapter: 'stripe',
  publishableKey: 'pk_test_1',
  origin: 'https://js.stripe.com',
  wallets: ['applepay', 'googlepay'],
  hasBankDebits: true,
  locale: 'ar',
  theme: 'auto',
  title: 'Card',
  failed: 'Something went wrong',
  onReady: vi.fn(),
  onFailed: vi.fn(),
} satisfies CardSettings

/** Loads the adapter anew, because it loads Stripe.js once per page, and shows it a page with the stand-in. */
async function load(behaviours: Behaviours = {}) {
  const script = createScriptStandIn(behaviours)
  const page = fakePage(script)
  const [{ cardFields }, { bankFields }, { walletButtons }] = await Promise.all([
    import('./card-fields.ts'),
    import('./bank-fields.ts'),
    import('./wallet-buttons.ts'),
  ])
  const into = new FakeElement()
  return { script, page, cardFields, bankFields, walletButtons, into, place: into as unknown as HTMLElement }
}

beforeEach(() => {
  vi.resetModules()
  vi.clearAllMocks()
})
afterEach(() => vi.unstubAllGlobals())

const token = { confirmationToken: { id: 'ctoken_1' } }
const total = money(5350n, 'USD')

test('a typed card becomes a token, and its field reports when it is shown or fails', async () => {
  const createPaymentMethod = vi.fn(async () => ({ paymentMethod: { id: 'pm_1' } }) as object)
  const { script, page, cardFields, into, place } = await load({ stripe: { createPaymentMethod } })
  const fields = await cardFields.mount(place, settings)
  expect(page.scripts).toEqual(['https://js.stripe.com/endive/stripe.js'])
  expect(script.callsOf('Stripe')).toEqual([['pk_test_1', { locale: 'ar' }]])
  expect(into.children.map(({ id, htmlFor }) => htmlFor || id)).toEqual(['card-field', 'card-field'])
  expect(settings.onReady).not.toHaveBeenCalled()
  script.emit('card', 'ready')
  expect(settings.onReady).toHaveBeenCalledOnce()
  expect(await fields.tokenise()).toEqual({ token: { id: 'pm_1', provider: 'stripe' } })
  createPaymentMethod.mockResolvedValueOnce({ error: { type: 'validation_error', message: 'رقم البطاقة ناقص' } })
  expect(await fields.tokenise()).toEqual({ message: 'رقم البطاقة ناقص' })
  createPaymentMethod.mockResolvedValueOnce({ error: { type: 'api_error' } })
  expect(await fields.tokenise()).toEqual({ message: settings.failed })
  script.emit('card', 'loaderror')
  expect(settings.onFailed).toHaveBeenCalledOnce()
  fields.destroy()
  expect(script.callsOf('StripeCardElement.destroy')).toHaveLength(1)
})

test('a bank account shows only its own fields, with instant verification, and ends in a token', async () => {
  const submit = vi.fn(async () => ({}) as object)
  const { script, bankFields, place } = await load({
    elements: { submit },
    stripe: { createConfirmationToken: async () => token },
  })
  const fields = await bankFields.mount(place, { ...settings, total })
  expect(script.callsOf('Stripe.elements')).toEqual([
    [
      {
        mode: 'payment',
        amount: 5350,
        currency: 'usd',
        captureMethod: 'automatic',
        allowedPaymentMethodTypes: ['us_bank_account'],
        paymentMethodOptions: { us_bank_account: { verification_method: 'instant' } },
      },
    ],
  ])
  expect(script.callsOf('StripeElements.create')).toEqual([['payment', { terms: { usBankAccount: 'auto' } }]])
  expect(script.callsOf('StripePaymentElement.mount')).toHaveLength(1)
  script.emit('payment', 'ready')
  expect(settings.onReady).toHaveBeenCalledOnce()
  expect(await fields.tokenise()).toEqual({ token: { id: 'ctoken_1', provider: 'stripe' } })
  submit.mockResolvedValueOnce({ error: { type: 'validation_error', message: 'Choose an account' } })
  expect(await fields.tokenise()).toEqual({ message: 'Choose an account' })
  expect(script.callsOf('Stripe.createConfirmationToken')).toHaveLength(1)
  script.emit('payment', 'loaderror')
  expect(settings.onFailed).toHaveBeenCalledOnce()
})

const sheet: WalletSheet = {
  total,
  lines: [
    { name: 'Wells', amount: money(5000n, 'USD') },
    { name: 'Tip', amount: money(350n, 'USD') },
  ],
}

async function mountWallets(order: WalletSheet = sheet, behaviours: Behaviours = {}) {
  const loaded = await load({ stripe: { createConfirmationToken: async () => token, ...behaviours.stripe } })
  const on = {
    onReady: vi.fn(),
    onClick: vi.fn(() => order),
    onApprove: vi.fn<(sheet: ApprovedSheet) => void>(),
    onCancel: vi.fn(),
  }
  const buttons = await loaded.walletButtons.mount(loaded.place, { ...settings, ...on, order })
  const click = (expressPaymentType: string) => {
    const [resolve, reject] = [vi.fn(), vi.fn()]
    loaded.script.emit('expressCheckout', 'click', {
      elementType: 'expressCheckout',
      expressPaymentType,
      resolve,
      reject,
    })
    return { resolve, reject }
  }
  const confirm = (expressPaymentType: string) => {
    const paymentFailed = vi.fn()
    loaded.script.emit('expressCheckout', 'confirm', { expressPaymentType, paymentFailed })
    return { paymentFailed, approved: () => on.onApprove.mock.calls.at(-1)?.[0] }
  }
  return { ...loaded, ...on, buttons, click, confirm }
}

test('wallet buttons offer the two wallets only and report which ones the browser has', async () => {
  const { script, onReady } = await mountWallets()
  expect(script.callsOf('StripeElements.create')).toMatchObject([
    ['expressCheckout', { paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never', klarna: 'never' } }],
  ])
  const others = { amazonPay: true, link: true, paypal: true, klarna: true }
  const ready = (availablePaymentMethods: object | undefined) =>
    script.emit('expressCheckout', 'ready', { elementType: 'expressCheckout', availablePaymentMethods })
  ready({ ...others, applePay: false, googlePay: true })
  expect(onReady).toHaveBeenLastCalledWith(['googlepay'])
  ready(undefined)
  expect(onReady).toHaveBeenLastCalledWith([])
  script.emit('expressCheckout', 'loaderror')
  expect(onReady).toHaveBeenCalledTimes(3)
})

test('a wallet’s sheet shows the lines of the total, and its token pays', async () => {
  const { script, buttons, click, confirm, onApprove, onCancel } = await mountWallets()
  buttons.update({ ...sheet, total: money(6000n, 'USD') })
  expect(script.callsOf('StripeElements.update')).toMatchObject([[{ amount: 6000, setupFutureUsage: null }]])
  const { resolve } = click('google_pay')
  expect(resolve).toHaveBeenCalledWith({
    lineItems: [
      { name: 'Wells', amount: 5000 },
      { name: 'Tip', amount: 350 },
    ],
  })
  const { approved, paymentFailed } = confirm('google_pay')
  expect(approved()).toMatchObject({ wallet: 'googlepay', payer: { email: undefined } })
  expect(await approved()?.createToken()).toEqual({ token: { id: 'ctoken_1', provider: 'stripe' } })
  script.emit('expressCheckout', 'cancel')
  expect(onCancel).not.toHaveBeenCalled()
  approved()?.fail('invalid_payment_data')
  expect(paymentFailed).toHaveBeenCalledWith({ reason: 'invalid_payment_data' })
  expect(click('paypal').reject).toHaveBeenCalledOnce()
  expect(confirm('paypal').paymentFailed).toHaveBeenCalledWith({ reason: 'fail' })
  expect(onApprove).toHaveBeenCalledOnce()
})

test('a plan’s sheet saves the method for later payments and tells Apple how often it is charged', async () => {
  const plan = {
    frequency: 'week',
    description: 'Wells, each week',
    managementUrl: 'https://give.example/manage',
  } as const
  const { script, click } = await mountWallets({ ...sheet, plan })
  expect(script.callsOf('Stripe.elements')).toMatchObject([[{ setupFutureUsage: 'off_session' }]])
  const regularBilling = {
    amount: 5350,
    label: plan.description,
    recurringPaymentIntervalUnit: 'day',
    recurringPaymentIntervalCount: 7,
  }
  expect(click('apple_pay').resolve).toHaveBeenCalledWith(
    expect.objectContaining({
      applePay: {
        recurringPaymentRequest: {
          paymentDescription: plan.description,
          managementURL: plan.managementUrl,
          regularBilling,
        },
      },
    }),
  )
})

test('a sheet without a token fails with the message of Stripe.js', async () => {
  const createConfirmationToken = async () => ({ error: { type: 'api_error', message: 'No token' } })
  const { confirm } = await mountWallets(sheet, { stripe: { createConfirmationToken } })
  const { approved, paymentFailed } = confirm('apple_pay')
  expect(await approved()?.createToken()).toEqual({ message: 'No token' })
  expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' })
})

test('Stripe.js runs a challenge itself, also of a card that is being saved; no page is framed [payments-9]', async () => {
  const handleNextAction = vi.fn(async () => ({}))
  const { script, cardFields } = await load({ stripe: { handleNextAction } })
  const { challenges } = cardFields
  expect(challenges).not.toHaveProperty('frameUrl')
  if (!('run' in challenges)) return
  for (const clientSecret of ['pi_1_secret_1', 'seti_1_secret_1']) await challenges.run(settings, clientSecret)
  expect(script.callsOf('Stripe.handleNextAction')).toEqual([
    [{ clientSecret: 'pi_1_secret_1' }],
    [{ clientSecret: 'seti_1_secret_1' }],
  ])
})

test('the sandbox’s challenge is framed in the donor’s language, whatever query its URL has [payments-9]', async () => {
  const { challenges } = (await import('../sandbox/card-fields.ts')).cardFields
  expect(challenges).not.toHaveProperty('run')
  const frame = (url: string) => ('frameUrl' in challenges ? challenges.frameUrl(url, 'ar') : '')
  expect(frame('https://bank.example/3ds/1')).toBe('https://bank.example/3ds/1?locale=ar')
  expect(frame('https://bank.example/3ds?id=1#ask')).toBe('https://bank.example/3ds?id=1&locale=ar#ask')
})

test('a script that couldn’t be loaded is loaded again at the next try', async () => {
  const { page, cardFields, place } = await load()
  page.isOnline = false
  await expect(cardFields.mount(place, settings)).rejects.toThrow('could not be loaded')
  page.isOnline = true
  await cardFields.mount(place, settings)
  await cardFields.mount(place, { ...settings, locale: 'ur' })
  expect(page.scripts).toHaveLength(2)
})

test('the stand-in refuses methods, options, values and events that Stripe.js doesn’t publish', () => {
  const stripe = createScriptStandIn().Stripe('pk_test_1', { locale: 'en' }) as Record<
    string,
    (...args: unknown[]) => never
  >
  const payment = { mode: 'payment', amount: 100, currency: 'usd' }
  const elements = (): Record<string, (...args: unknown[]) => Record<string, (...args: unknown[]) => void>> =>
    stripe.elements!(payment)
  for (const call of [
    () => createScriptStandIn().Stripe('pk_test_1', { language: 'en' }),
    () => stripe.redirectToCheckout!({}),
    () => stripe.elements!({ ...payment, paymentMethodTypes: ['us_bank_account'] }),
    () => stripe.elements!({ mode: 'payment', amount: 100 }),
    () => stripe.elements!({ ...payment, amount: '100' }),
    () => stripe.handleNextAction!('pi_1_secret_1'),
    () => elements().create!('payment', { terms: { usBankAccount: 'sometimes' } }),
    () => elements().create!('card', { style: { base: { colour: 'red' } } }),
    () => elements().create!('card', {}).on!('redy', () => undefined),
    () => elements().update!({ paymentMethodTypes: ['card'] }),
  ])
    expect(call).toThrow(/isn't|missing|no published/)
})

test('the published types of Stripe.js add no code to the pages', () => {
  const importing = globSync('{modules,web}/**/*.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes("from '@stripe/stripe-js"),
  )
  expect(importing.length).toBeGreaterThan(0)
  for (const file of importing)
    for (const [statement] of readFileSync(file, 'utf8').matchAll(/^import [^;]*?from '@stripe\/stripe-js[^']*'/gm))
      expect(statement, file).toMatch(/^import type /)
})
