import { expect, test } from '@playwright/test'
import { campaigns, expectAccessible, problemsOf } from './support.ts'

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
