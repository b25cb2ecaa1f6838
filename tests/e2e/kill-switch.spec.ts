import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, problemsOf, summaryIn } from './support.ts'

const password = 'sunbul-demo-2026'

async function browserOf(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
  over: object = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, ...over })
  expect((await context.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  return context.newPage()
}

test('an admin stops charging with a reason, confirms, and resumes; without scripts as well', async ({
  browser,
  baseURL,
}) => {
  const page = await browserOf(browser, baseURL, 'admin@example.org')
  const problems = problemsOf(page)
  const isOn = async () =>
    ((await (await page.request.get('/v4/staff/plans/kill-switch')).json()) as { isOn: boolean }).isOn
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Scheduled donations' }).click()
  await expect(page.getByRole('heading', { name: 'Scheduled donations are charged when they are due' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(summaryIn(page)).toContainText('Enter a reason.')
  await page.getByLabel('Reason').fill('The bank asked us to wait.')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByText('Stop charging all plans?')).toBeVisible()
  await expectAccessible(page)
  expect(await isOn()).toBe(false)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByLabel('Reason').fill('The bank asked us to wait.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Yes, stop charging' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Charging is stopped.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Charging is stopped' })).toBeVisible()
  await expectAccessible(page)
  expect(await isOn()).toBe(true)

  // A colleague without scripts resumes charging while this page still asks for confirmation.
  await page.getByLabel('Reason').fill('The bank is back.')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Resume charging?')).toBeVisible()
  const other = await browserOf(browser, baseURL, 'admin@example.org', { javaScriptEnabled: false })
  await other.context().addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await other.goto('/staff/plans')
  await expect(other.getByRole('heading', { level: 1, name: 'التبرعات المجدولة' })).toBeVisible()
  await other.locator('#note').fill('عاد المصرف')
  await other.locator('button[value="check-release"]').click()
  await other.locator('button[value="release"]').click()
  await expect(other).toHaveURL(/done=released/)
  expect(await isOn()).toBe(false)
  await page.getByRole('button', { name: 'Yes, resume charging' }).click()
  await expect(summaryIn(page)).toContainText('This was changed in the meantime.')
  await expect(page.getByRole('heading', { name: 'Scheduled donations are charged when they are due' })).toBeVisible()
  await page.goto('/staff/plans')
  const history = page.getByRole('list').filter({ hasText: 'عاد المصرف' })
  await expect(history.getByText('The bank asked us to wait.').first()).toBeVisible()
  await expect(history.getByText(/Resumed by .*Idris Keller/).first()).toBeVisible()
  await page.goto('/staff/audit?act=subscriptions.charging')
  await expect(page.getByText('resumed charging').first()).toBeVisible()
  expect(problems.filter((problem) => !/422|409/.test(problem))).toEqual([])
})
