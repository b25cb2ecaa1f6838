import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, problemsOf, summaryIn } from './support.ts'

const password = 'sunbul-demo-2026'

async function deskOf(
  browser: Browser,
  baseURL: string | undefined,
  over: object = {},
  email = 'admin@example.org',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, ...over })
  expect((await context.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  return context.newPage()
}

test('staff create an event in both languages, fill it, and delete it', async ({ browser, baseURL }) => {
  const page = await deskOf(browser, baseURL, { viewport: { width: 390, height: 844 } })
  const problems = problemsOf(page)
  const slug = `eid-${Math.random().toString(36).slice(2, 8)}`
  await page.goto('/staff/lists')
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(summaryIn(page)).toContainText('Enter a title of at most 120 characters.')
  await expectAccessible(page)
  await page.getByLabel('Title in English').fill('Eid together')
  await page.getByLabel('Title in Arabic').fill('العيد معًا')
  await page.getByLabel('Page address').fill(slug)
  await page.getByLabel('First day').fill('2027-03-10')
  await page.getByLabel('Last day').fill('2027-03-09')
  const create = async () => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'It’s right, create the event' }).click()
  }
  await create()
  await expect(summaryIn(page)).toContainText('The last day can’t be before the first.')
  await page.getByLabel('Last day').fill('2027-03-12')
  await create()
  await expect(page.getByRole('heading', { level: 1, name: 'Eid together' })).toBeVisible()
  for (const typed of ['the-night-bakery', 'a-school-van-for-umerkot']) {
    await page.getByLabel('Add a fundraiser').fill(typed)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('status')).toContainText('is now in position')
  }
  await page.getByRole('button', { name: /^Remove: .*Night Bakery/i }).click()
  await expect(page.getByRole('status')).toContainText('Removed.')
  await expectAccessible(page)

  const visitor = await (await browser.newContext({ baseURL: baseURL!, locale: 'ar' })).newPage()
  await visitor.goto(`/v4/events/${slug}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'العيد معًا' })).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(1)

  await page.getByRole('link', { name: 'Delete this event' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(page.getByRole('status')).toContainText('Deleted.')
  expect((await visitor.request.get(`/v4/events/by-slug/${slug}`)).status()).toBe(404)
  // Browsers log the status of every refused form.
  expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([])
})

test('staff create and rename a list; the staff area is readable in dark mode and Arabic', async ({
  browser,
  baseURL,
}) => {
  const dark = await deskOf(browser, baseURL, { colorScheme: 'dark' })
  await dark.goto('/staff/lists')
  await dark.getByLabel('New list').fill('For the spring')
  await dark.getByRole('button', { name: 'Create' }).click()
  await dark.getByLabel('Add a fundraiser').fill('the-night-bakery')
  await dark.getByRole('button', { name: 'Add' }).click()
  await expect(dark.getByRole('status')).toContainText('is now in position 1.')
  await expectAccessible(dark)
  await dark.getByLabel('Title').fill('For the summer')
  await dark.getByRole('button', { name: 'Save' }).click()
  await expect(dark.getByRole('heading', { level: 1, name: 'For the summer' })).toBeVisible()
  await dark.getByRole('link', { name: 'Delete this list' }).click()
  await expectAccessible(dark)
  await dark.getByRole('button', { name: 'Yes, delete' }).click()
  await dark.goto('/staff/featured')
})
