import { type APIRequestContext, expect, type Page, type Route, test } from '@playwright/test'
import { confirmingSentence as sentence, fillDiskFor } from './broken-records.ts'
import { donorGives, saved, twoCauses } from './baskets.ts'
import {
  anAddress,
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  plainCampaign,
  clickDonate,
  receiptsTo,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

const away =
  "We can't reach our records right now. If you've just paid, please don't pay again. We'll confirm by email."

const heading = (page: Page) => page.getByRole('heading', { name: 'We’re confirming your payment' })
const thanked = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 25_000 })
const payButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(Give|Donate|Pay|Confirm) / })

async function onlyOneReceipt(request: APIRequestContext, email: string): Promise<void> {
  await expectOneReceipt(request, email)
  expect(await receiptsTo(request, email)).toHaveLength(1)
}

test('a donation that can’t be recorded says not to pay again, without a button, and is thanked later', async ({
  page,
}) => {
  const email = freshEmail('unrecorded')
  await page.goto(`/v4/checkout/${await plainCampaign(page.request)}?amount=71`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  const free = await fillDiskFor(email)
  await clickDonate(page)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(payButtons(page)).toHaveCount(0)
  await expectAccessible(page)
  // After a reload it is still the same payment.
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect(payButtons(page)).toHaveCount(0)
  await free()
  await thanked(page)
  await onlyOneReceipt(page.request, email)
})

test('a basket whose payment can’t be recorded says not to pay again, and is thanked later', async ({ page }) => {
  const email = freshEmail('unrecorded-basket')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await expect(saved(page)).toBeVisible()
  const free = await fillDiskFor(email)
  await clickDonate(page)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await expect(payButtons(page)).toHaveCount(0)
  await expectAccessible(page)
  await free()
  await thanked(page)
  await onlyOneReceipt(page.request, email)
})

test('a donation during a database outage is polled until known, and charged once', async ({ page }) => {
  const email = freshEmail('unreachable')
  await page.goto(`/v4/checkout/${await plainCampaign(page.request)}?amount=72`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  const refused = {
    status: 503,
    contentType: 'application/json',
    body: JSON.stringify({ success: false, message: away, result: { code: 'database-unavailable', class: 'server' } }),
  }
  const byKey = {
    ...refused,
    body: JSON.stringify({ status: 503, class: 'server', code: 'database-unavailable', message: away }),
  }
  let isPaid = false
  // The payment is made, but the database goes down before the response.
  await page.route('**/api/donate/donate/*', async (route: Route) => {
    if (!isPaid) await route.fetch()
    isPaid = true
    await route.fulfill(refused)
  })
  await page.route('**/v4/payment-attempts/by-key/*', (route) => route.fulfill(byKey), { times: 1 })
  await clickDonate(page)
  await expect(page.getByRole('status').filter({ hasText: away })).toBeVisible({ timeout: 30_000 })
  await expect(payButtons(page)).toHaveCount(0)
  await expectAccessible(page)
  await thanked(page)
  await onlyOneReceipt(page.request, email)
})
