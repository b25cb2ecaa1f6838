import { expect, test } from '@playwright/test'
import {
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  clickDonate,
  problemsOf,
} from './support.ts'

test('a charity creates a page and publishes it, and a donor donates on it (pages-7, pages-10, pages-11)', async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const host = `umeed-trust.pages.${new URL(baseURL!).host}`
  const owner = await browser.newContext({ baseURL: baseURL! })
  await owner.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  const own = await owner.newPage()
  const title = `Warm coats ${Math.random().toString(36).slice(2, 8)}`
  await own.goto('/organizations/umeed-trust/hosted-pages')
  await own.getByLabel('Title').fill(title)
  await own.getByLabel('Currency').selectOption('GBP')
  await own.getByRole('button', { name: 'Create page' }).click()
  await own.getByLabel('Description').fill('Coats for families in the hills.')
  await own.getByLabel('Cause').selectOption('emergency')
  await own.getByText('Look', { exact: true }).click()
  await own.getByLabel('Colour of buttons and links').fill('#FFD400')
  await expect(own.getByText('Dark text on this colour')).toBeVisible()
  await own.getByText('Basics', { exact: true }).click()
  await expect(own.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(own.getByRole('heading', { name: 'Check the currency before you publish' })).toBeFocused()
  await own.getByRole('button', { name: 'It’s right, publish' }).click()
  await expect(own.getByText('Published', { exact: true })).toBeVisible()
  const address = (await own.getByRole('link', { name: host }).getAttribute('href'))!
  await owner.close()

  await page.setViewportSize({ width: 390, height: 844 })
  expect((await page.goto(`/pages/umeed-trust/${address.split('/').at(-1)}?src=poster`))!.status()).toBe(200)
  expect(page.url()).toBe(`${address}?src=poster`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Donate' }).first().click()
  await expect(page).toHaveURL(/\/v4\/checkout\//)
  await expect(page.locator('.hosted-page-band')).toHaveText('Umeed Trust')
  const email = freshEmail('page')
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page).toHaveURL(/thankyou/)
  await expectOneReceipt(request, email)
  await page.goto(address)
  await expect(page.locator('.campaign-page-goal')).toContainText('£20')
  // The host has no cookies, although the platform set some in this browser.
  expect(await page.context().cookies(address)).toEqual([])
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect((await page.goto(`http://${host}/no-such-page`))!.status()).toBe(404)
  await page.getByRole('link', { name: /See what .*Umeed Trust.* does/ }).click()
  await expect(page).toHaveURL(`http://${host}/`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Umeed Trust')
  await expectAccessible(page)
  expect(problems.filter((text) => !text.includes('404'))).toEqual([])
})

test('a page without cards tells a browser without wallets how to continue elsewhere (pages-9)', async ({
  browser,
  baseURL,
  page,
}) => {
  const owner = await browser.newContext({ baseURL: baseURL! })
  await owner.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  const pages = '/v4/organizations/umeed-trust/hosted-pages'
  const created = await owner.request.post(pages, {
    data: {
      title: `Wallets ${Math.random().toString(36).slice(2, 8)}`,
      description: '<p>Coats.</p>',
      category: 'community',
      goalCurrency: 'GBP',
      paymentMethods: { creditCard: false },
    },
  })
  const { slug, legacyCampaignSlug } = (await created.json()) as { slug: string; legacyCampaignSlug: string }
  expect((await owner.request.post(`${pages}/${slug}/state`, { data: { state: 'published' } })).ok()).toBe(true)
  await owner.close()
  const notice = page.getByRole('status').filter({ hasText: 'This page accepts only Apple Pay and Google Pay.' })
  const code = page.getByRole('img', { name: 'QR code that opens this form on a phone' })
  const form = `${baseURL}/v4/checkout/${legacyCampaignSlug}`

  await page.goto(form)
  await expect(page.frameLocator('.checkout-wallets iframe').getByRole('button').first()).toBeVisible()
  await expect(notice).toBeVisible()
  await expect(code).toHaveCount(0)

  // The provider's buttons don't load, as in a browser without wallets.
  await page.route('**/elements/*wallet*', (route) => route.abort())
  await page.goto(form)
  await expect(notice).toContainText('This browser has neither of them.')
  await expect(code).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Copy link' })).toHaveValue(form)
  await expectAccessible(page)
})
