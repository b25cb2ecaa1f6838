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

test('the link in the mail takes the address of a Canadian receipt without scripts, once [receipts-15]', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = freshEmail('canada')
  await beIn(page, 'CA')
  await page.goto(`/v4/checkout/${await campaignIn(request, 'CA')}?amount=30`)
  await expect(page.getByText('We’ll ask for your home address after you donate.')).toBeVisible()
  await give(page, email)
  await expect(page.getByRole('heading', { name: 'Get your official tax receipt' })).toBeVisible()
  await expectOneReceipt(request, email)
  const [mail] = await receiptsTo(request, email)
  const { plain } = (await (await request.get(`/v4/dev/mails/${mail!.id}`)).json()) as { plain: string }
  const link = /\/tax-address\?token=\S+/.exec(plain)![0]
  const elsewhere = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const plainPage = await elsewhere.newPage()
  await plainPage.goto(link)
  await plainPage.getByLabel('First name').fill('Amina')
  await plainPage.getByLabel('Last name').fill('Yusuf')
  await plainPage.getByLabel('Country').selectOption('CA')
  await plainPage.getByLabel('Address', { exact: true }).fill('1 King Street')
  await plainPage.getByLabel('City').fill('Toronto')
  await plainPage.getByRole('button', { name: 'Save address' }).click()
  await expect(plainPage.getByText('Enter a valid postal code.')).toBeVisible()
  await plainPage.getByLabel('Postal code').fill('M5V 2T6')
  await plainPage.getByLabel('Select province').selectOption('ON')
  await plainPage.getByRole('button', { name: 'Save address' }).click()
  await expect(plainPage.getByRole('status')).toContainText('your new receipt is on its way')
  await plainPage.goto(link)
  await expect(plainPage.getByText('M5 •••')).toBeVisible()
  await expect(plainPage.getByLabel('City')).toHaveCount(0)
  await expect(async () => expect(await receiptsTo(request, email)).toHaveLength(2)).toPass({ timeout: 8000 })
  await elsewhere.close()
})
