import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { campaigns, cards, expectAccessible, fillCard, clickDonate, summaryIn } from './support.ts'

/** One donor's address book, so the tests run one after the other. */
test.describe.configure({ mode: 'serial' })

const email = 'amina@example.org'
type Book = { addresses: { ID: string; Address: string; Country: string }[]; taxAddress: { Address: string } | null }

async function logIn(page: Page): Promise<void> {
  expect((await page.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })).ok()).toBe(true)
}
const book = async (request: APIRequestContext): Promise<Book> =>
  ((await (await request.get('/api/user/shippingAddress')).json()) as { result: Book }).result
async function emptyBook(request: APIRequestContext): Promise<void> {
  for (const { ID } of (await book(request)).addresses) await request.delete(`/v4/addresses/${ID}`, { data: {} })
}
const save = (request: APIRequestContext, type: string, address: object) =>
  request.post('/api/user/shippingAddress', { data: { type, address } })
const evington = {
  FirstName: 'Amina',
  LastName: 'Rahman',
  Address: '12 Evington Road',
  City: 'Leicester',
  Zip: 'LE2 1HL',
  Country: 'GB',
  addressLabel: 'Home',
}

/** A fundraiser that can give a tax receipt to a donor in a country. */
async function receiptCampaign(request: APIRequestContext, country = 'US'): Promise<string> {
  for (const { slug } of await campaigns(request)) {
    const page = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as {
      taxReceiptCountries: string[]
      tipsEnabled: boolean
    }
    if (page.taxReceiptCountries.includes(country) && page.tipsEnabled) return slug
  }
  throw new Error('the demo has no fundraiser with tax receipts')
}

test('addresses are added, edited, used and removed by keyboard, and a place fills the form [S1 §4] [S1 §5]', async ({
  page,
}) => {
  await logIn(page)
  await emptyBook(page.request)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Addresses' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add your first address' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Tax receipts and Gift Aid' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/type=tax/)

  const search = page.getByRole('combobox', { name: 'Find your town or city' })
  await search.focus()
  await page.keyboard.type('leic')
  await expect(page.getByRole('option', { name: 'Leicester, United Kingdom' })).toBeVisible()
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(search).toHaveAttribute('aria-activedescendant', /-0$/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Leicester')
  await expect(page.getByLabel('Country')).toHaveValue('GB')
  await expect(page.getByRole('button', { name: 'Search again' })).toBeVisible()

  await page.getByRole('button', { name: 'Save address' }).focus()
  await page.keyboard.press('Enter')
  await expect(summaryIn(page)).toContainText('Please enter your complete address.')
  await expect(summaryIn(page)).toContainText('Please enter a postal code.')
  await expect(page.getByText('Enter a valid postal code.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Address', { exact: true }).focus()
  await page.keyboard.type('12 Evington Road')
  await page.getByLabel('Postal code').focus()
  await page.keyboard.type('le2 1hl')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The address is saved.')).toBeVisible()
  await expect(page.getByText('Tax address', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: /^Edit .*12 Evington Road/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of this address').focus()
  await page.keyboard.type('Home')
  await page.keyboard.press('Enter')
  await page.getByText('Use it for …').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delivery' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Delivery address', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Remove .*Home/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove address' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The address is removed.')).toBeVisible()
  await expect(page.getByText('No addresses yet')).toBeVisible()
})

test('offers saved addresses filtered and per line; Cancel restores, and a new one is labelled [S1 §4]', async ({
  page,
}) => {
  await logIn(page)
  await emptyBook(page.request)
  await save(page.request, 'tax', evington)
  await save(page.request, 'list', {
    ...evington,
    Address: '5 Main Street',
    City: 'Chicago',
    State: 'IL',
    Zip: '60601',
    Country: 'US',
    addressLabel: '',
  })
  await page.goto(`/v4/checkout/${await receiptCampaign(page.request)}?amount=${20 + (Date.now() % 900)}`)
  await expect(page.getByLabel('I want a tax receipt')).toBeChecked()
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillCard(page, cards.good)
  await clickDonate(page)
  const title = page.getByText('Add your address to the receipt')
  await expect(title).toBeVisible({ timeout: 15_000 })
  await page.route('**/api/user/shippingAddress', (route) => route.abort())
  await page.reload()
  await title.click()
  await expect(page.getByText('We couldn’t load your saved addresses. Please type the address.')).toBeVisible()
  await expect(page.getByLabel('City', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await title.click()
  const offered = page.getByRole('group', { name: 'Your home address' }).getByRole('radio')
  await expect(offered).toHaveCount(1)
  await expect(offered).toBeChecked()
  await expect(page.getByText('5 Main Street')).toBeVisible()
  await expect(page.getByText('12 Evington Road')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit this address' }).click()
  await page.getByLabel('Address', { exact: true }).fill('something else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('5 Main Street')).toBeVisible()

  await page.getByRole('button', { name: 'Add a new address' }).click()
  await page.getByRole('button', { name: 'Save to my addresses' }).click()
  await expect(page.getByText('Enter a valid zip code.')).toBeVisible()
  await expect(summaryIn(page)).toContainText('Please select a state.')
  await page.getByLabel('Address', { exact: true }).fill('77 Massachusetts Avenue')
  await page.getByLabel('City', { exact: true }).fill('Cambridge')
  await page.getByLabel('Zip code').fill('02139')
  await page.getByLabel('Select state').selectOption('MA')
  await page.getByRole('button', { name: 'Save to my addresses' }).click()
  await expect(offered).toHaveCount(2)
  await expect(page.locator('.address-option', { hasText: '77 Massachusetts Avenue' })).toContainText('New')
  await expect(page.locator('.address-option', { hasText: '77 Massachusetts Avenue' }).getByRole('radio')).toBeChecked()
  expect((await book(page.request)).taxAddress).toMatchObject({ Address: '77 Massachusetts Avenue' })

  await page.getByRole('button', { name: 'Save address' }).last().click()
  await expect(page.getByText('Your address is saved, and your new receipt is on its way.')).toBeVisible()
  await emptyBook(page.request)
})

test('a guest searches a place without results and again; empty fields show errors [S1 §5] [S1 §8]', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'country', value: 'CA', url: baseURL! }])
  const requests: string[] = []
  let isAway = false
  await page.route('**/v4/places/autocomplete', (route) => {
    requests.push((route.request().postDataJSON() as { input: string }).input)
    return isAway ? route.abort() : route.continue()
  })
  await page.goto(`/v4/basket/add/${await receiptCampaign(page.request, 'CA')}`)
  const search = page.getByRole('combobox', { name: 'Find your town or city' })
  const locator = page.locator('.address-status [role=status]')
  await search.pressSequentially('to ')
  await page.waitForTimeout(900)
  expect(requests).toEqual([])
  await page.keyboard.press('Backspace')
  await search.pressSequentially('ron', { delay: 60 })
  await page.getByRole('option', { name: 'Toronto, ON, Canada' }).click()
  expect(requests).toEqual(['toron'])
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Toronto')
  await expect(page.getByLabel('Select province')).toHaveValue('ON')
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await search.fill('zzzz')
  await expect(locator).toHaveText('No results found')
  isAway = true
  await search.fill('london')
  await expect(locator).toHaveText('No results found')

  await page.getByLabel('Country').selectOption('US')
  await expect(page.getByLabel('Zip code')).toBeVisible()
  await page.getByLabel('Address', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByRole('button', { name: /^Add .* to basket/ }).press('Enter')
  await expect(summaryIn(page)).toContainText('Please enter your complete address.')
  await expect(page.getByText('Enter a valid address to continue.').first()).toBeVisible()
  await page.getByLabel('Country').selectOption('GB')
  await expect(page.getByLabel('Select state')).toHaveCount(0)
})

test('pages are right-to-left in Arabic, and a city is found by its Arabic name', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await logIn(page)
  await emptyBook(page.request)
  await page.goto('/account/addresses')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1, name: 'العناوين' })).toBeVisible()
  await page.goto('/account/addresses/new?type=shipping')
  await page.getByRole('combobox', { name: 'ابحث عن مدينتك' }).fill('جده')
  await page.getByRole('option', { name: 'جدة، المملكة العربية السعودية' }).click()
  await expect(page.getByLabel('المدينة', { exact: true })).toHaveValue('جدة')
  await page.getByLabel('العنوان', { exact: true }).fill('شارع التحلية')
  await page.getByLabel('الرمز البريدي').fill('٢٣٤٣٢')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'حفظ العنوان' }).click()
  await expect(page.getByText('حُفظ العنوان.')).toBeVisible()
  await expect(page.getByText('23432')).toBeVisible()
  await emptyBook(page.request)
})
