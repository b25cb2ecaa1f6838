import { expect, test } from '@playwright/test'
import { anAddress, expectAccessible, problemsOf } from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

test('a charity finds a donation, notes something about its donor, and reads its plans', async ({ page }) => {
  const problems = problemsOf(page)
  await page.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  await page.goto('/organize')
  const charity = await page
    .locator('a[href^="/organize/charities/"]', { hasText: 'Umeed Trust' })
    .first()
    .getAttribute('href')
  await page.goto(`${charity}/donations`)
  await expectAccessible(page)
  const donor = page.getByRole('rowheader').getByRole('link').first()
  const name = (await donor.textContent())!
  await page.getByLabel('Search', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Search', exact: true }).first().click()
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('rowheader').getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByLabel('New note').fill('Prefers calls after Asr')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('The note is added.')).toBeVisible()
  await expect(page.getByText('Prefers calls after Asr')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${charity}/donors?lang=ar`)
  await expectAccessible(page)
  await page.goto(`${charity}/plans`)
  await expectAccessible(page)
  expect(problems).toEqual([])
})
