import { expect, test } from '@playwright/test'
import { anAddress, cards, challengeOf, expectOneReceipt, fillCard, fillDonor, freshEmail, plainCampaign, press, summaryIn } from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

test('a bank’s question that could not be called off is come back to with the amount it is about, whatever the form says by now', async ({ page, request }) => {
  const email = freshEmail('left-question')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=500`)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await press(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank wants to check it is you' })
  await expect(dialog).toContainText('$500.00')
  await page.route('**/v4/gifts/*/stop', (route) => route.abort())
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Stop the payment' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Another amount').fill('50')
  await expect(page.getByRole('button', { name: /^Give \W?\$50\.00/ })).toBeVisible()
  await press(page)
  await expect(dialog).toContainText('$500.00')
  await expect(dialog).not.toContainText('$50.00')
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$500.00')
})

test('who comes back to a page that was loaded anew while the bank asked has said their words once, and chosen what they chose', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  const words = freshEmail('May it reach them').split('@')[0]!
  await page.goto(`/v4/checkout/${slug}?amount=52`)
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('Your tip').fill('7')
  await fillDonor(page, freshEmail('reloaded-words'))
  await page.getByLabel(/^Name shown on the page/).fill('Umm Bilal')
  await page.getByLabel(/^Place shown on the page/).fill('Bursa')
  await page.getByLabel(/^Words of support/).fill(words)
  await page.getByLabel(/newsletter of/).check()
  await fillCard(page, cards.challenge)
  await press(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  let said = 0
  await page.route('**/v4/donations/comment', (route) => {
    said += 1
    return route.continue()
  })
  await page.reload()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(said).toBe(1)
  const mine = page.locator('li, article').filter({ hasText: words }).last()
  // A page that was made a moment before is still shown for a second.
  await expect(async () => {
    await page.goto(`/v4/campaign/${slug}`)
    await expect(mine).toContainText('Umm Bilal', { timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await expect(mine).toContainText('Bursa')
  await page.goto(`/v4/checkout/${slug}`)
  await expect(page.getByLabel('Your tip')).toHaveValue('7')
  await expect(page.getByLabel('Another amount')).toHaveValue('52')
  await expect(page.getByLabel(/newsletter of/)).toBeChecked()
})

test('after a declined card another amount is a gift of its own, given at the first press and charged once', async ({ page, request }) => {
  const email = freshEmail('less-now')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=90`)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.declined)
  await press(page)
  await expect(summaryIn(page)).toContainText('Your card was declined')
  await page.getByLabel('Another amount').fill('35')
  await fillCard(page, cards.good)
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$35.00')
})
