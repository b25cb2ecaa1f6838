import { expect, type Page, test } from '@playwright/test'
import { campaigns, expectAccessible, logOut, problemsOf } from './support.ts'

test('shows a fundraiser’s amounts in a chosen currency with rate and source; pays in its own [S1 §7]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const card = (await campaigns(request)).find((card) => card.currencyCode === 'USD')!
  await page.goto(`/v4/campaign/${card.slug}`)
  await expect(page.getByText('≈')).toHaveCount(0)
  await page.getByRole('link', { name: 'Amounts in: their own currency' }).click()
  await expectAccessible(page)
  await page.getByLabel('Show amounts in').selectOption('GBP')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/v4/campaign/${card.slug}`)
  await expect(page.getByText(/^≈ \u2068£/).first()).toBeVisible()
  await expect(
    page.getByText(/at the rate of .+ \(Sunbul’s built-in exchange rates\)\. You’ll donate in USD\./),
  ).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('userPreferredCurrency'))).toContain('GBP')
  await page.getByRole('link', { name: 'Amounts in: GBP' }).click()
  await page.getByLabel('Show amounts in').selectOption('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('≈')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('the currency follows the account to another browser, without scripts, in Arabic', async ({
  browser,
  baseURL,
  request,
}) => {
  const card = (await campaigns(request)).find((card) => card.currencyCode === 'USD')!
  const open = async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
    await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
    const page = await context.newPage()
    await page.goto('/login?redirectUrl=/v4')
    await page.locator('#email').fill('admin@example.org')
    await page.locator('#password').fill('sunbul-demo-2026')
    await page.locator('#password').press('Enter')
    await expect(page).toHaveURL('/v4')
    await page.goto(`/v4/campaign/${card.slug}`)
    return page
  }
  const choose = async (page: Page, code: string) => {
    await page.getByRole('link', { name: /^المبالغ بعملة/ }).click()
    await page.getByLabel('اعرض المبالغ بعملة').selectOption(code)
    await page.getByRole('button', { name: 'حفظ' }).click()
  }
  const first = await open()
  await choose(first, 'KWD')
  await expect(first.getByText('≈').first()).toBeVisible()
  const second = await open()
  await expect(second.getByText('≈').first()).toBeVisible()
  await choose(first, 'PKR')
  await second.reload()
  await expect(second.getByRole('link', { name: 'المبالغ بعملة: PKR' })).toBeVisible()
  await logOut(second)
  await second.goto(`/v4/campaign/${card.slug}`)
  await expect(second.getByText('≈')).toHaveCount(0)
  await choose(first, '')
  await expect(first.getByText('≈')).toHaveCount(0)
  await Promise.all([first.context().close(), second.context().close()])
})

test('a visitor chooses their country without scripts and gets its options [S1 §5] [S1 §8]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  const checkout = '/v4/checkout/warm-shelter-this-winter'
  await page.goto(checkout)
  await expect(page.getByLabel('Gift Aid')).toHaveCount(0)
  await page.getByRole('link', { name: 'Country: United States' }).click()
  await page.getByLabel('Country').selectOption('GB')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(checkout)
  await expect(page.getByLabel(/Gift Aid/)).not.toBeChecked()
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'country')
  expect(cookie).toMatchObject({ value: 'GB', domain: new URL(baseURL!).hostname })
  await page.getByRole('link', { name: 'Country: United Kingdom' }).click()
  await page.getByLabel('Country').selectOption('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Country: United States' })).toBeVisible()
  await context.close()
})
