import { expect, type APIRequestContext, type Page, test } from '@playwright/test'
import {
  anAddress,
  campaigns,
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  freshEmail,
  clickDonate,
  problemsOf,
  receiptsTo,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

const beIn = (page: Page, country: string) =>
  page.context().addCookies([{ name: 'country', value: country, url: test.info().project.use.baseURL! }])

/** A fundraiser without levels whose charity asks for an address in a country. */
async function campaignIn(request: APIRequestContext, country: 'GB' | 'CA'): Promise<string> {
  for (const { slug } of await campaigns(request)) {
    const page = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as {
      giftAid: boolean
      taxReceiptCountries: string[]
      levels: unknown[]
    }
    if (page.levels.length === 0 && (country === 'GB' ? page.giftAid : page.taxReceiptCountries.includes(country)))
      return slug
  }
  throw new Error(`the demo has no such fundraiser in ${country}`)
}

async function give(page: Page, email: string): Promise<void> {
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 15_000 })
}

test('Gift Aid takes email, name and card; the postcode and the rest follow the donation [receipts-15]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const email = freshEmail('aided')
  await beIn(page, 'GB')
  await page.goto(`/v4/checkout/${await campaignIn(request, 'GB')}?amount=30`)
  await page.getByLabel(/^Add Gift Aid/).check()
  await expect(page.locator('form.checkout').getByLabel('Postcode')).toHaveCount(0)
  await give(page, email)
  await expectOneReceipt(request, email)
  const section = page.getByRole('region', { name: 'One step left for Gift Aid' })
  await expect(section.getByLabel('Add Gift Aid to this donation')).toBeChecked()
  await expect(section.getByLabel('City')).toHaveCount(0)
  await section.getByLabel('Postcode').fill('SW1A 1AA')
  await expect(section.getByLabel('Last name')).toHaveValue('Yusuf')
  await expect(section.getByLabel('Postcode')).toBeFocused()
  await section.getByRole('button', { name: 'Add Gift Aid' }).click()
  await expect(section.getByText('Enter a city to continue.')).toBeVisible()
  await expectAccessible(page)
  await section.getByLabel('Address', { exact: true }).fill('1 King Street')
  await section.getByLabel('City').fill('London')
  await section.getByRole('button', { name: 'Add Gift Aid' }).click()
  await expect(page.getByText('Gift Aid is added to your donation')).toBeVisible()
  await expect(page.getByText('SW1A •••')).toBeVisible()
  await expect(async () => expect(await receiptsTo(request, email)).toHaveLength(2)).toPass({ timeout: 8000 })
  expect(problems).toEqual([])
})
