import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, summaryIn } from './support.ts'

async function deskOf(
  browser: Browser,
  baseURL: string | undefined,
  over: object = {},
  email = 'admin@example.org',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, ...over })
  expect((await context.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })).ok()).toBe(true)
  return context.newPage()
}
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('an admin saves a month’s announced start without scripts; an impossible one shows an error', async ({
  browser,
  baseURL,
}) => {
  const page = await deskOf(browser, baseURL, { javaScriptEnabled: false })
  await page.goto('/staff/calendar')
  await page.getByLabel('Group of countries').selectOption('MA')
  await page.getByRole('button', { name: 'Show' }).click()
  const last = (await page.getByLabel('Month', { exact: true }).locator('option').last().getAttribute('value'))!
  const year = Number(last.split('-')[0])
  const { months } = (await (await page.request.get(`/v4/hijri/months?calendar=MA&year=${year}`)).json()) as {
    months: { month: number; startsOn: string; days: number; isAnnounced: boolean }[]
  }
  // A day later is possible for a month of thirty days that follows one of twenty-nine.
  const later = months.find(({ month, days }) => month > 1 && days === 30 && months[month - 2]!.days === 29)!
  const write = async (startsOn: string) => {
    await page.getByLabel('Month', { exact: true }).selectOption(`${year}-${later.month}`)
    await page.getByLabel('First day').fill(startsOn)
    await page.getByLabel('Announced by').fill('Ministry of Habous')
    await page.getByRole('button', { name: 'Save announcement' }).click()
  }
  await write(dayAfter(later.startsOn, 5))
  await expect(summaryIn(page)).toContainText(
    'A month can begin at most one day before and two days after the calculated date.',
  )
  await expect(page.getByLabel('Announced by')).toHaveValue('Ministry of Habous')
  await write(dayAfter(later.startsOn, 1))
  await expect(page.getByRole('status')).toHaveText('Saved. We’re moving the plans of this group.')
  await expect(page.getByLabel('Group of countries')).toHaveValue('MA')
  await expect(page.getByRole('row').filter({ hasText: 'Ministry of Habous' })).toContainText('Announced')
  await page.context().close()
})

test('only admins use the staff calendar, which is accessible, in Arabic on a phone too', async ({
  browser,
  baseURL,
}) => {
  const organizer = await deskOf(browser, baseURL, {}, 'sana@example.org')
  expect((await organizer.goto('/staff/calendar'))!.status()).toBe(404)
  await organizer.context().close()
  const page = await deskOf(browser, baseURL, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await page.goto('/staff/calendar')
  await expectAccessible(page)
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.goto('/staff/calendar?calendar=LOCAL_UK')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الشهور')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.context().close()
})
