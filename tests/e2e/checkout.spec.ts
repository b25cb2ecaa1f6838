import { expect, test } from '@playwright/test'
import { anAddress, cards, challengeOf, expectOneReceipt, fillCard, fillDonor, freshEmail, plainCampaign, press } from './support.ts'

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
