import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  clickDonate,
  problemsOf,
  summaryIn,
  untilAlive,
} from './support.ts'

const cowIn = (page: Page): Locator => page.getByRole('article', { name: 'A share of a cow in Sindh' })
const orderOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return [pathname, searchParams.get('level'), searchParams.get('quantity')]
}

test('a donor chooses shares of a cow, with and without scripts', async ({ page, browser, baseURL }) => {
  const problems = problemsOf(page)
  await page.context().addCookies([{ name: 'currency', value: 'EUR', url: baseURL! }])
  await page.goto('/v4/qurbani')
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Pakistan' })
  await page.getByLabel('Animal', { exact: true }).selectOption({ label: 'Cow' })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/country=PK&animal=cow$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  const cow = cowIn(page)
  const level = await cow.locator('[name=level]').inputValue()
  const more = cow.getByRole('button', { name: 'One share more' })
  await untilAlive(more)
  await more.click()
  await more.click()
  await expect(cow.getByRole('status')).toContainText('£156')
  await expect(cow.getByRole('status')).toContainText(/≈ \D*€/)
  await expectAccessible(page)
  for (let taken = 3; taken < 7; taken++) await more.click()
  await expect(cow.getByRole('status')).toContainText('£364')
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await cow.getByLabel('Shares, up to 7').fill('3')
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/v4/checkout/')),
    cow.getByRole('button', { name: 'Continue' }).click(),
  ])
  expect(orderOf(request.url())).toEqual(['/v4/checkout/umeed-trust', level, '3'])
  const email = freshEmail('qurbani')
  await fillDonor(page, email)
  await page.getByLabel('On behalf of').fill('Maryam\nYusuf\nIdris')
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page).toHaveURL(/thankyou/)
  await expect(page.getByRole('main')).toContainText('A share of a cow in Sindh')
  await expectOneReceipt(page.request, email)
  expect(problems).toEqual([])

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const plain = await context.newPage()
  await plain.goto('/v4/qurbani?country=PK')
  await cowIn(plain).getByLabel('Shares, up to 7').fill('3')
  await cowIn(plain).getByRole('button', { name: 'Show the total' }).click()
  await expect(cowIn(plain).getByRole('status')).toContainText('£156')
  const [added] = await Promise.all([
    plain.waitForRequest((request) => request.url().includes('/v4/basket/add/')),
    cowIn(plain).getByRole('button', { name: 'Add to basket' }).click(),
  ])
  expect(orderOf(added.url())).toEqual(['/v4/basket/add/umeed-trust', level, '3'])
  await context.close()
})

test('an organizer adds an item, copies it to the next year, and loses nothing to another editor', async ({ page }) => {
  const login = { email: 'sana@example.org', password: 'sunbul-demo-2026' }
  expect((await page.request.post('/v4/login', { data: login })).ok()).toBe(true)
  const { id } = (await (await page.request.get('/v4/campaign-pages/umeed-trust')).json()) as { id: string }
  await page.goto(`/organize/${id}/qurbani?year=1460`)
  await page.getByRole('link', { name: 'Add an item' }).click()
  await page.getByLabel('Title').fill('A goat in Kohat')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(summaryIn(page)).toContainText('Enter the price of one animal')
  await expectAccessible(page)
  await expect(page.getByLabel('Title')).toHaveValue('A goat in Kohat')
  await page.getByLabel('Country of the sacrifice').selectOption('PK')
  await page.getByLabel('Performing partner').fill('Khidmat Welfare Society')
  await page.getByLabel('Animal', { exact: true }).selectOption('goat')
  await page.locator('#unit').selectOption('animal')
  await page.getByLabel('Price of one animal').fill('95')
  await page.getByLabel('Orders open on').fill('2038-06-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('The item was added.')
  await expect(page.getByRole('row').filter({ hasText: 'A goat in Kohat' })).toContainText('£95')
  await expectAccessible(page)

  await page.getByRole('link', { name: '1461 AH' }).click()
  await page.getByRole('button', { name: 'Copy the items of 1460' }).click()
  await expect(page.getByRole('status')).toHaveText('1 item was copied. Please check its price and dates.')
  await page.getByRole('link', { name: 'A goat in Kohat', exact: true }).click()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Price of one animal').fill('99')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('status')).toHaveText('The item was saved.')
  await page.getByLabel('Capacity, in animals').fill('40')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('group', { name: 'Another editor saved this item' })
  await expect(conflict).toContainText('99')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'A goat in Kohat' })).toContainText('40')
})
