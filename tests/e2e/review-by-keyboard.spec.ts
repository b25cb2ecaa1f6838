import { expect, type Page, test } from '@playwright/test'
import { anAddress, expectAccessible, problemsOf, untilAlive } from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

/** Moves the focus forward to an element with this text, by at most so many steps. */
async function tabTo(page: Page, name: RegExp, most: number): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return element === document.body ? '' : (element?.innerText ?? '')
    })
  for (let times = 0; times < most && !name.test(await focused()); times++) await page.keyboard.press('Tab')
  expect(await focused()).toMatch(name)
}

test('a reviewer decides three cases by keyboard alone: each decision leads to the next case', async ({ context }) => {
  const { campaigns } = (await (await context.request.get('/v4/campaigns?limit=60')).json()) as {
    campaigns: { id: string }[]
  }
  for (const { id } of campaigns.slice(10, 14)) {
    const data = { campaignId: id, reason: 'spam', text: 'It only advertises a shop.' }
    expect((await context.request.post('/v4/reports', { data })).ok()).toBe(true)
  }
  const data = { email: 'reviewer@example.org', password: 'sunbul-demo-2026' }
  expect((await context.request.post('/v4/login', { data })).ok()).toBe(true)
  const page = await context.newPage()
  const problems = problemsOf(page)
  await page.goto('/staff?kind=report')
  await untilAlive(page.locator('#desk-keys'))

  // The skip link passes the menu too.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#section')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('#section :focus')).toHaveCount(1)
  for (let times = 0; times < 6 && (await page.locator('article a:focus').count()) === 0; times++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Decide' })).toBeVisible()

  for (let decided = 0; decided < 3; decided++) {
    await untilAlive(page.locator('#desk-keys'))
    if (decided > 0) {
      await expect(page.getByRole('status').filter({ hasText: 'The case is decided.' })).toBeFocused()
      // From the message, the decision is near: neither the menu nor the queue is between them.
      await tabTo(page, /Submit decision/, 20)
    }
    const before = page.url()
    await page.keyboard.press('1')
    await expect(page.getByRole('radio', { name: /No issue found/ })).toBeChecked()
    await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
    await page.keyboard.type('The page is fine.')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.href !== before && url.searchParams.get('done') === 'decided')
  }
  await expect(page.getByRole('status').filter({ hasText: 'The case is decided.' })).toBeFocused()
  await expectAccessible(page)
  expect(problems).toEqual([])
})
