import { expect, type Page, test } from '@playwright/test'
import {
  cards,
  clickDonate,
  expectAccessible,
  expectOneReceipt,
  fillDonor,
  freshEmail,
  plainCampaign,
} from './support.ts'

/** Fake of Stripe's script: draws one field from its options only; the test answers what it would ask Stripe. */
const script = `window.Stripe = (key, { locale }) => ({
  elements: () => ({
    create(kind, { style, classes }) {
      const typed = document.createElement('input')
      const look = ({ style: { base } }) => {
        typed.style.cssText = 'border:0;padding:0;outline:0;background:none;inline-size:100%'
        Object.assign(typed.style, { color: base.color ?? '#000', fontFamily: base.fontFamily, fontSize: base.fontSize })
        typed.dataset.placeholder = base['::placeholder']?.color ?? '#777'
      }
      return {
        on: (event, then) => event === 'ready' && setTimeout(then),
        mount(into) {
          look({ style })
          typed.value = '4242 4242 4242 4242'
          typed.setAttribute('aria-label', kind + ' ' + locale)
          into.classList.add('StripeElement')
          for (const [event, isIn] of [['focus', true], ['blur', false]]) typed.addEventListener(event, () => into.classList.toggle(classes.focus, isIn))
          typed.addEventListener('input', () => into.classList.add(classes.invalid))
          into.append(typed)
        },
        update: look,
        destroy: () => typed.remove(),
      }
    },
  }),
  createPaymentMethod: async () => ({ paymentMethod: { id: await window.createCard() } }),
  handleNextAction: ({ clientSecret }) => window.runChallenge(clientSecret),
})`

/** The checkout with Stripe's card field. */
async function openWithStripe(page: Page, slug: string) {
  await page.route('https://js.stripe.com/endive/stripe.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route(`**/v4/checkout/${slug}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(String.raw`\"provider\",\"sandbox\"`, String.raw`\"provider\",\"stripe\"`),
    })
  })
  await page.goto(`/v4/checkout/${slug}`)
  const field = page.locator('.checkout-card').getByRole('textbox')
  await expect(field).toBeVisible()
  return { field, box: page.locator('.checkout-card .StripeElement') }
}

const inks = { light: 'rgb(20, 25, 23)', dark: 'rgb(238, 242, 239)' }

for (const scheme of ['light', 'dark'] as const)
  test(`Stripe’s card field looks like the other fields, ${scheme}`, async ({ browser, baseURL, request }) => {
    const context = await browser.newContext({ colorScheme: scheme, baseURL: baseURL!, bypassCSP: true })
    const page = await context.newPage()
    const { field, box } = await openWithStripe(page, await plainCampaign(request))
    await expect(page.getByText('Card details', { exact: true })).toBeVisible()
    await expect(field).toHaveCSS('color', inks[scheme])
    const looks = (locator: typeof field) =>
      locator.evaluate((element) => {
        const { borderTopColor, borderTopWidth, borderTopLeftRadius, backgroundColor, minHeight, fontSize } =
          getComputedStyle(element)
        return { borderTopColor, borderTopWidth, borderTopLeftRadius, backgroundColor, minHeight, fontSize }
      })
    expect(await looks(box)).toEqual(await looks(page.getByLabel('Email', { exact: true })))
    await field.focus()
    await expect(box).toHaveCSS('outline-style', 'solid')
    await field.fill('4')
    await expect(box).toHaveCSS('border-top-width', '2px')
    await expectAccessible(page)
    // A colour scheme that changes while typing keeps the input.
    const other = scheme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: other })
    await expect(field).toHaveCSS('color', inks[other])
    await context.close()
  })

test('Stripe’s card field has an Arabic label and left-to-right digits', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ baseURL: baseURL!, bypassCSP: true })
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const page = await context.newPage()
  const { field, box } = await openWithStripe(page, await plainCampaign(request))
  await expect(page.getByText('بيانات البطاقة', { exact: true })).toBeVisible()
  await expect(field).toHaveAccessibleName('card ar')
  await expect(box).toHaveCSS('direction', 'ltr')
  await context.close()
})

test('Stripe’s script runs a 3-D Secure challenge, and the page frames nothing [payments-9]', async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, bypassCSP: true })
  const page = await context.newPage()
  const configuration = await request.get('/v4/payments/configuration')
  const { origin, publishableKey } = (await configuration.json()) as { origin: string; publishableKey: string }
  await page.exposeFunction('createCard', async () => {
    const created = await request.post(`${origin}/v1/payment_methods`, {
      headers: { authorization: `Bearer ${publishableKey}` },
      form: {
        type: 'card',
        'card[number]': cards.challenge,
        'card[exp_month]': '4',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
      },
    })
    return ((await created.json()) as { id: string }).id
  })
  let challengeUrl = ''
  page.on('response', async (answer) => {
    if (!answer.url().includes('/api/donate/donate/')) return
    challengeUrl = ((await answer.json()) as { result: { challenge: { url: string } } }).result.challenge.url
  })
  const secrets: string[] = []
  await page.exposeFunction('runChallenge', async (clientSecret: string) => {
    secrets.push(clientSecret)
    // The first time, the connection is lost before the donor can answer.
    if (secrets.length === 1) return { error: { type: 'api_connection_error' } }
    await request.post(`${challengeUrl}/approve`)
    return {}
  })
  await page.route('**/v4/payments/configuration?**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('"adapter":"sandbox"', '"adapter":"stripe"')
    await route.fulfill({ response: answer, body })
  })
  await openWithStripe(page, await plainCampaign(request))
  const email = freshEmail('script')
  await fillDonor(page, email)
  await clickDonate(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })
  await expect(
    dialog.getByText('We couldn’t complete your bank’s confirmation. You haven’t been charged.'),
  ).toBeVisible()
  await expect(page.locator('iframe.checkout-challenge')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(secrets).toEqual([secrets[0], secrets[0]])
  await expectOneReceipt(request, email)
  await context.close()
})
