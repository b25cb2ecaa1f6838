import { expect, type Page, type Route, test } from '@playwright/test'
import { expectOnePayment } from './ledger-rows.ts'
import {
  anAddress,
  cards,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  plainCampaign,
  openMessage,
  clickDonate,
  problemsOf,
  summaryIn,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

const donations = '**/api/donate/donate/*'
const answers = '**/api/donate/challenge'
const badGateway = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }

async function aDonation(page: Page, amount: number, card: string, name: string): Promise<string> {
  const email = freshEmail(name)
  await page.goto(`/v4/checkout/${await plainCampaign(page.request)}?amount=${amount}`)
  await fillDonor(page, email)
  await fillCard(page, card)
  return email
}
const thanked = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 25_000 })

/** Asserts that there is exactly one receipt, and that no other can follow. */
async function onlyOneReceipt(page: Page, email: string): Promise<void> {
  await expectOneReceipt(page.request, email)
  await expectOnePayment(email)
}

test('a request that arrives after a reload makes the donation, and no other is possible', async ({ page }) => {
  const email = await aDonation(page, 61, cards.good, 'late')
  const sent = new Promise<Route>((resolve) => void page.route(donations, resolve, { times: 1 }))
  await clickDonate(page)
  const request = (await sent).request()
  await page.reload()
  // While that payment may be in progress, the page can't start another.
  await expect(page.getByRole('button', { name: /^Donate / })).toBeDisabled()
  await page.waitForTimeout(2500)
  await expect(page.getByRole('button', { name: /^Donate / })).toBeDisabled()
  const headers = {
    'idempotency-key': request.headers()['idempotency-key']!,
    'session-id': request.headers()['session-id']!,
  }
  expect((await page.request.post(request.url(), { data: request.postDataJSON() as object, headers })).ok()).toBe(true)
  await thanked(page)
  await onlyOneReceipt(page, email)
})

test('a proxy’s response is not taken for a request that never arrived', async ({ page }) => {
  const email = await aDonation(page, 63, cards.good, 'between')
  let requestCount = 0
  await page.route(donations, async (route) => {
    requestCount += 1
    if (requestCount > 1) return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' })
    await route.fetch()
    await route.abort()
  })
  await clickDonate(page)
  await expect(summaryIn(page)).toBeVisible()
  await page.unrouteAll()
  await page.route(
    '**/v4/payment-attempts/by-key/*',
    (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
    { times: 1 },
  )
  await page.getByLabel('Other amount').fill('64')
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('The requested resource was not found.')
  await clickDonate(page)
  await thanked(page)
  await onlyOneReceipt(page, email)
})

test('an approval with an empty response ends in thanks', async ({ page }) => {
  const problems = problemsOf(page)
  const email = await aDonation(page, 65, cards.challenge, 'empty')
  await clickDonate(page)
  await page.route(answers, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 200, body: '' })
  })
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await thanked(page)
  expect(problems).toEqual([])
  await onlyOneReceipt(page, email)
})

test('a challenge approved while the result was unknown is the next request’s donation', async ({ page }) => {
  const email = await aDonation(page, 66, cards.challenge, 'left-offline')
  await clickDonate(page)
  const question = (await page.locator('iframe[src*="/3ds/"]').getAttribute('src'))!
  await page.route('**/v4/donations/**', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  // The donor confirms in the bank's app.
  const app = await page.context().newPage()
  await app.goto(question)
  await app.getByRole('button', { name: 'Yes, approve' }).click()
  await app.close()
  await page.getByRole('button', { name: 'Stop the payment' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.unrouteAll()
  await page.getByLabel('Other amount').fill('67')
  await clickDonate(page)
  await thanked(page)
  expect(await expectOneReceipt(page.request, email)).toContain('$66.00')
  await onlyOneReceipt(page, email)
})

test('keeps input, the card too, when an awaited payment fails', async ({ page }) => {
  const email = await aDonation(page, 68, cards.challenge, 'waited')
  await clickDonate(page)
  await page.route(answers, (route) => route.fulfill(badGateway))
  await page.route('**/v4/donations/*', (route) => route.fulfill(badGateway), { times: 1 })
  await challengeOf(page).getByRole('button', { name: 'No, decline' }).click()
  await expect(page.getByRole('heading', { name: 'We’re confirming your payment' })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await expect(summaryIn(page)).toContainText('Error processing payment.', { timeout: 15_000 })
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  const number = page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')
  expect((await number.inputValue()).replaceAll(' ', '')).toBe(cards.challenge)
  await page.unrouteAll()
  await fillCard(page, cards.good)
  await clickDonate(page)
  await thanked(page)
  await onlyOneReceipt(page, email)
})

test('a browser without storage donates once and shows where the receipt is', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  const email = await aDonation(page, 69, cards.good, 'keeps-nothing')
  await page.route(donations, (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'We can’t show your donation here' })).toBeVisible({ timeout: 15_000 })
  await onlyOneReceipt(page, email)
})

test('thanks a donor although the words of support get no response', async ({ page }) => {
  const email = await aDonation(page, 71, cards.good, 'words-unheard')
  await openMessage(page)
  await page.getByLabel(/^Words of support/).fill('May it grow.')
  await page.route('**/v4/donations/comment', () => undefined)
  await clickDonate(page)
  await thanked(page)
  await onlyOneReceipt(page, email)
})

test('retries a thank-you page that failed to load instead of reporting a missing donation', async ({ page }) => {
  const email = await aDonation(page, 73, cards.good, 'unread')
  await page.route('**/v4/thank-yous/*', (route) => route.fulfill(badGateway), { times: 1 })
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'We can’t show your donation here' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('We’ve received your donation, but couldn’t load it just now.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await thanked(page)
  await onlyOneReceipt(page, email)
})

test('reports a missing response in Arabic', async ({ context, page, request, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=72`)
  const receipt = page.locator('#taxReceipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await page.locator('#email').fill(freshEmail('unanswered'))
  await page.locator('#name').fill('أمينة يوسف')
  const fields = page.frameLocator('.checkout-card iframe').locator('input')
  for (const [index, typed] of [cards.good, '1234', '123'].entries()) await fields.nth(index).fill(typed)
  await page.route('**/v4/quotes', (route) => route.abort())
  await page.getByRole('button', { name: /^تبرّع بـ/ }).click()
  await expect(summaryIn(page)).toContainText('تعذّر الاتصال بالشبكة.')
  await page.route('**/v4/quotes', (route) => route.fulfill(badGateway))
  await page.getByRole('button', { name: /^تبرّع بـ/ }).click()
  await expect(summaryIn(page)).toContainText('حدث خطأ في الخادم.')
})
