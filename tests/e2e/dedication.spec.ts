import { expect, test } from '@playwright/test'
import {
  anAddress,
  cards,
  expectAccessible,
  fillCard,
  fillDonor,
  freshEmail,
  plainCampaign,
  clickDonate,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

test('a guest donates in memory of someone by keyboard; the receipt and the page of donors name them', async ({
  page,
  request,
}) => {
  const [email, family] = [freshEmail('dedication'), freshEmail('family')]
  const slug = await plainCampaign(request)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/v4/checkout/${slug}?amount=34`)
  await expect(page.getByLabel('Their name')).toBeHidden()
  for (const summary of ['Add a message or dedication', 'In honour or in memory of someone']) {
    await page.getByText(summary).focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('radio', { name: 'In memory of' }).check()
  await page.getByLabel('Message for the card').fill('May Allah have mercy on her')
  await page.getByLabel('Send a card to this email').fill(family)
  await page.locator('[aria-controls=tip-fold]').press('Enter')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByLabel('Their name')).toHaveAccessibleDescription(/\S/)
  await page.getByLabel('Their name').fill('Maryam Khan')
  await page.getByLabel('Show the dedication on the fundraiser’s page').check()
  await expectAccessible(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/en-390.png`, fullPage: true })
  await clickDonate(page)
  await expect(page).toHaveURL(new RegExp(`/thankyou/${slug}`))
  const cardsTo = async () => {
    const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { to: string; kind: string }[]
    }
    return mails.filter(({ to, kind }) => to === family && kind === 'dedication-card').length
  }
  await expect.poll(cardsTo).toBe(1)
  await page.goto(`/v4/campaign/${slug}`)
  await expect(page.getByText('In memory of Maryam Khan').first()).toBeVisible()
})
