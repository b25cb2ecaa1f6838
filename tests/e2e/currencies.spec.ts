import { expect, test } from '@playwright/test'
import { campaigns, expectAccessible, freshEmail, problemsOf } from './support.ts'

test('a visitor reads a fundraiser’s amounts in a currency of their choice, with the rate’s day and source, and gives in its own [S1 §7]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const card = (await campaigns(request)).find((each) => each.currencyCode === 'USD')!
  await page.goto(`/v4/campaign/${card.slug}`)
  await expect(page.getByText('≈')).toHaveCount(0)
  await page.getByRole('link', { name: 'Amounts in: their own currency' }).click()
  await expectAccessible(page)
  await page.getByLabel('Show amounts in').selectOption('GBP')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/v4/campaign/${card.slug}`)
  await expect(page.getByText(/^≈ \u2068£/).first()).toBeVisible()
  await expect(page.getByText(/at the rate of .+ \(the table that comes with Sunbul\)\. You give in USD\./)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('userPreferredCurrency'))).toContain('GBP')
  await page.getByRole('link', { name: 'Amounts in: GBP' }).click()
  await page.getByLabel('Show amounts in').selectOption('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('≈')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('the choice follows the account to another browser, without scripts, in Arabic', async ({ browser, baseURL, request }) => {
  const data = { email: freshEmail('currency'), password: 'seven ears of grain', firstName: 'Huda', lastName: 'Saleh' }
  const card = (await campaigns(request)).find((each) => each.currencyCode === 'USD')!
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const page = await context.newPage()
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  await page.goto(`/v4/campaign/${card.slug}`)
  await page.getByRole('link', { name: /^المبالغ بعملة/ }).click()
  await page.getByLabel('اعرض المبالغ بعملة').selectOption('KWD')
  await page.getByRole('button', { name: 'حفظ' }).click()
  await expect(page.getByText('≈').first()).toBeVisible()
  const kept = (await (await page.request.get('/api/user/properties')).json()) as { result: { preferredCurrency?: string } }
  expect(kept.result.preferredCurrency).toBe('KWD')
  await context.close()
})
