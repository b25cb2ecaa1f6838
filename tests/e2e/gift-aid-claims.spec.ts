import { expect, test } from '@playwright/test'
import { anAddress, expectAccessible, problemsOf } from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

test('a charity prepares a Gift Aid claim, downloads its file and records the submission', async ({ page }) => {
  const problems = problemsOf(page)
  await page.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  await page.goto('/organize')
  const charity = await page
    .locator('a[href^="/organize/charities/"]', { hasText: 'Umeed Trust' })
    .first()
    .getAttribute('href')
  await page.goto(charity!)
  await page.getByRole('link', { name: 'Gift Aid', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^You can claim \u2068£[\d,.]+\u2069 now$/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Prepare the claim' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Claim/)
  await expectAccessible(page)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the CSV file' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^gift-aid-\d+-1\.csv$/)
  await page.getByRole('button', { name: 'Record the submission' }).click()
  await expect(page.getByText('Enter the reference that HMRC gave you.').first()).toBeVisible()
  await page.getByLabel('HMRC’s reference').fill('8KD2PX')
  await page.getByRole('button', { name: 'Record the submission' }).click()
  await expect(page.getByText('The submission is recorded.')).toBeVisible()
  await page.goto(`${charity}/gift-aid?lang=ar`)
  await expectAccessible(page)
  // The browser logs the status of the refused submission.
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([])
})
