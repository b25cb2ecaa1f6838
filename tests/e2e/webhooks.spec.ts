import { expect, test } from '@playwright/test'
import { expectAccessible, problemsOf } from './support.ts'

test('an owner adds a webhook, sends it a test, reads why it failed and deletes it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })
  const data = { email: 'sana@example.org', password: 'sunbul-demo-2026' }
  expect((await context.request.post('/v4/login', { data })).ok()).toBe(true)
  const page = await context.newPage()
  await page.goto('/organize/charities/1/webhooks')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('http://webhooks.invalid/in')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('The address must begin with https://').first()).toBeVisible()
  await expectAccessible(page)

  const problems = problemsOf(page)
  // A reserved name, which leads nowhere (RFC 6761).
  await address.fill('https://webhooks.invalid/in')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send a test to this webhook' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('A test is being sent.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/The host name doesn’t exist/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('The webhook was deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://webhooks.invalid/in' })).toHaveCount(0)
  expect(problems).toEqual([])
  await context.close()
})
