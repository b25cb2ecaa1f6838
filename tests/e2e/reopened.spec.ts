import { expect, type Page, test } from '@playwright/test'
import { anAddress, cards, expectOneReceipt, fillCard, fillDonor, freshEmail, plainCampaign, press, receiptsTo } from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

async function aGift(page: Page, email: string, amount: number, card: string = cards.good): Promise<void> {
  await page.goto(`/v4/checkout/${await plainCampaign(page.request)}?amount=${amount}`)
  await fillDonor(page, email)
  await fillCard(page, card)
}
const askedAgain = (page: Page) => page.getByRole('dialog', { name: 'Give the same again?' })

test('a tab that was closed before the answer came is known in the next one: who gives the same there is asked whether they mean it', async ({ context }) => {
  const email = freshEmail('closed')
  const closed = await context.newPage()
  await aGift(closed, email, 81)
  const paid = new Promise<void>((resolve) => {
    void closed.route('**/api/donate/donate/*', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await press(closed)
  await paid
  await closed.close()

  const next = await context.newPage()
  await aGift(next, email, 81)
  await press(next)
  await expect(askedAgain(next)).toBeVisible()
  await next.getByRole('button', { name: 'No, thank you' }).click()
  await expectOneReceipt(next.request, email)
  // Nothing keeps them from meaning it.
  await press(next)
  await askedAgain(next).getByRole('button', { name: 'Give again' }).click()
  await expect(next.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(async () => expect(await receiptsTo(next.request, email)).toHaveLength(2)).toPass({ timeout: 8000 })
})
