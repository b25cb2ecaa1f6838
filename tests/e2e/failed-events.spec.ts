import { expect, test } from '@playwright/test'
import { appendFailedEvent } from './broken-records.ts'
import { expectAccessible, problemsOf } from './support.ts'

for (const { locale, title, retry, done } of [
  { locale: 'en', title: 'Payment events that failed', retry: 'Retry', done: "We'll retry this event" },
  { locale: 'ar', title: 'أحداث دفع تعذرت معالجتها', retry: 'إعادة المحاولة', done: 'ستُعاد معالجة هذا الحدث' },
])
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    test('staff see the error of an event that needs review, and retry it', async ({ page }) => {
      const problems = problemsOf(page)
      const error = await appendFailedEvent(locale)
      const data = { email: 'admin@example.org', password: 'sunbul-demo-2026' }
      expect((await page.request.post('/v4/login', { data })).ok()).toBe(true)
      await page.goto('/staff/refunds')
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expectAccessible(page)
      const event = page.locator('li', { hasText: error })
      await event.getByRole('button', { name: retry }).click()
      await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
      await expect(event).toHaveCount(0)
      expect(problems).toEqual([])
    })
  })
