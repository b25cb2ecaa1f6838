import { expect, test } from '@playwright/test'
import {
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  press,
  problemsOf,
} from './support.ts'

test('a charity creates a page and publishes it, and a donor donates on it (pages-7, pages-10)', async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  const problems = problemsOf(page)
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
  await expect(own.getByText('Text on it will be dark')).toBeVisible()
  await own.getByText('Basics', { exact: true }).click()
  await expect(own.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(own.getByText('Published', { exact: true })).toBeVisible()
  const { pathname } = new URL((await own.locator('a[href^="/pages/"]').getAttribute('href'))!, baseURL)
  await owner.close()

  expect((await page.goto(pathname))!.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Donate' }).first().click()
  await expect(page).toHaveURL(/\/v4\/checkout\//)
  await expect(page.locator('.hosted-page-band')).toHaveText('Umeed Trust')
  const email = freshEmail('page')
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await press(page)
  await expect(page).toHaveURL(/thankyou/)
  await expectOneReceipt(request, email)
  await page.goto(pathname)
  await expect(page.locator('.campaign-page-goal')).toContainText('£20')
  expect((await page.goto('/pages/umeed-trust/no-such-page'))!.status()).toBe(404)
  await expect(page.getByRole('link', { name: /See what .*Umeed Trust.* does/ })).toBeVisible()
  expect(problems.filter((text) => !text.includes('404'))).toEqual([])
})
