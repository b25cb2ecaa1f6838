import { expect, test } from '@playwright/test'
import { expectAccessible, problemsOf } from './support.ts'

test('a charity’s home shows its figures and tasks, on phones and wide screens, in both languages', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const data = { email: 'sana@example.org', password: 'sunbul-demo-2026' }
  expect((await context.request.post('/v4/login', { data })).ok()).toBe(true)
  const page = await context.newPage()
  const problems = problemsOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/organize')
  await page.locator('a[href^="/organize/charities/"]', { hasText: 'Umeed' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'This charity' }).getByRole('link', { name: 'Payouts' }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'To do' })).toBeVisible()
  await expect(page.locator('.site-footer')).toHaveCount(0)
  const home = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Week', exact: true }).click()
  await expect(page.getByRole('img', { name: /The highest is/ })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.locator('.chart-table tbody tr')).toHaveCount(13)
  await expectAccessible(page)

  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${home}?view=month`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('.chart-table tbody tr')).toHaveCount(12)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
  await context.close()
})
