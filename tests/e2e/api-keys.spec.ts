import { expect, test } from '@playwright/test'
import { expectAccessible, problemsOf } from './support.ts'

test('an owner creates an API key, sees it once, uses it and revokes it', async ({ browser, baseURL, playwright }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const data = { email: 'sana@example.org', password: 'sunbul-demo-2026' }
  expect((await context.request.post('/v4/login', { data })).ok()).toBe(true)
  const page = await context.newPage()
  await page.goto('/organize/charities/1/api-keys')
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Enter a name for the key.').first()).toBeVisible()
  await expectAccessible(page)

  const problems = problemsOf(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Journey')
  await page.getByLabel('Read donations').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = page.getByLabel('API key', { exact: true })
  await expect(secret).toHaveValue(/^sunbul_test_[0-9A-Za-z]{39}$/)
  const key = await secret.inputValue()
  await expectAccessible(page)
  await page.goto('/organize/charities/1/api-keys')
  await expect(page.getByRole('button', { name: /Revoke .*Journey/ })).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)

  const program = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  expect((await program.get('/v4/organizations/1/donations')).status()).toBe(200)
  expect((await program.get('/v4/organizations/1/donors')).status()).toBe(403)
  const unknown = await program.get('/v4/organizations/1/donation')
  expect([unknown.status(), unknown.headers()['content-type']]).toEqual([404, expect.stringContaining('problem+json')])
  await page
    .getByRole('button', { name: /Revoke .*Journey/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'The key was revoked' })).toBeVisible()
  expect((await program.get('/v4/organizations/1/donations')).status()).toBe(401)
  expect(problems).toEqual([])
  await program.dispose()
  await context.close()
})
