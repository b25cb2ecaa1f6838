import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignPage, campaignWith, donate, plainCampaign, wantNoReceipt } from './demo.ts'
import type { Page } from './page.ts'
import { createSite, demoTimeout, freshEmail, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

test('the checkout reports missing fields and keeps input, up to the card fields', async () => {
  const page = site.newPage()
  await page.goto(`/v4/checkout/${await plainCampaign(page.visitor)}`)
  wantNoReceipt(page)
  page.getByLabel('Another amount').fill('35')
  page.getByLabel('Email', { exact: true }).fill('amina@')
  await page
    .getByRole('button', { name: /^Donate / })
    .first()
    .click()
  expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  expect(page).toHaveTitle(/^Error: Donate to/)
  expect(page.locator('head > title')).toHaveCount(1)
  expect(page.getByLabel('Another amount')).toHaveValue('35')
  page.getByLabel('Email', { exact: true }).fill('amina@example.org')
  page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await page
    .getByRole('button', { name: /^Donate / })
    .first()
    .click()
  expect(page.getByRole('complementary').getByText('You haven’t been charged')).toBeVisible()
})

test('the checkout shows a fraction as typed, at its own field [S1 §5]', async () => {
  const page = site.newPage()
  await page.goto(`/v4/checkout/${await plainCampaign(page.visitor)}?tip=5`)
  wantNoReceipt(page)
  page.getByLabel('Another amount').fill('12.50')
  page.locator('#tipTyped').fill('٣٫٢٠')
  await page
    .getByRole('button', { name: /^Donate |^Enter an amount/ })
    .first()
    .click()
  for (const [id, typed] of [
    ['amount', '12.50'],
    ['tipTyped', '٣٫٢٠'],
  ]) {
    expect(page.locator(`#${id}`)).toHaveValue(typed!)
    expect(page.locator(`#${id}-error`)).toHaveText('Enter a whole number, without decimals.')
  }
})
test('full-width digits are digits', async () => {
  const page = site.newPage()
  await page.goto(`/v4/checkout/${await plainCampaign(page.visitor)}`)
  page.locator('#amount').fill('２５')
  await page.locator('#total button').first().click()
  expect(page.locator('#amount')).toHaveValue('25')
})

test('a visitor chooses their country and gets its options [S1 §5] [S1 §8]', async () => {
  const page = site.newPage()
  const checkout = '/v4/checkout/warm-shelter-this-winter'
  await page.goto(checkout)
  expect(page.getByLabel('Gift Aid')).toHaveCount(0)
  await page.getByRole('link', { name: 'Country: United States' }).click()
  page.getByLabel('Country').selectOption('GB')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(page).toHaveURL(checkout)
  expect(page.getByLabel(/Gift Aid/)).not.toBeChecked()
  expect(page.visitor.cookie('country')).toBe('GB')
  await page.getByRole('link', { name: 'Country: United Kingdom' }).click()
  page.getByLabel('Country').selectOption('')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(page.getByRole('link', { name: 'Country: United States' })).toBeVisible()
})

test('the link in the mail takes the address of a Canadian receipt, once [receipts-15]', async () => {
  const email = freshEmail('canada')
  const { id, slug, currency } = await campaignWith(
    site.visitor(),
    ({ levels, taxReceiptCountries }) => levels.length === 0 && taxReceiptCountries.includes('CA'),
  )
  const checkout = site.newPage({ country: 'CA' })
  await checkout.goto(`/v4/checkout/${slug}?amount=30`)
  expect(checkout.getByText('We’ll ask for your home address after you donate.')).toBeVisible()
  const guest = { email, name: 'Amina Yusuf' }
  const tokens = [{ type: 'card', token: 'pm_card_visa' }]
  await donate(checkout.visitor, id, { amount: '30', currency, taxReceipt: true, guest, tokens })
  const [mail] = await site.mailsTo(email, 'receipt')
  const plain = await site.plainText(mail)
  const link = /\/tax-address\?token=\S+/.exec(plain)![0]
  const page = site.newPage()
  await page.goto(link)
  expect(page.getByRole('heading', { name: 'Get your official tax receipt' })).toBeVisible()
  page.getByLabel('First name').fill('Amina')
  page.getByLabel('Last name').fill('Yusuf')
  page.getByLabel('Country').selectOption('CA')
  page.getByLabel('Address', { exact: true }).fill('1 King Street')
  page.getByLabel('City').fill('Toronto')
  await page.getByRole('button', { name: 'Save address' }).click()
  expect(page.getByText('Enter a valid postal code.')).toBeVisible()
  page.getByLabel('Postal code').fill('M5V 2T6')
  page.getByLabel('Select province').selectOption('ON')
  await page.getByRole('button', { name: 'Save address' }).click()
  expect(page.getByRole('status')).toContainText('your new receipt is on its way')
  await page.goto(link)
  expect(page.getByText('M5 •••')).toBeVisible()
  expect(page.getByLabel('City')).toHaveCount(0)
  expect(await site.mailsTo(email, 'receipt')).toHaveLength(2)
})

const countOf = (page: Page): number => Number(/\d+/.exec(page.locator('.discover-bar > [role=status]').text)?.[0] ?? 0)

test('fundraisers are searched, filtered, sorted and shown page by page', async () => {
  const page = site.newPage()
  await page.goto('/v4/discover')
  await page.getByRole('link', { name: 'Show more' }).click()
  expect(page).toHaveURL('/v4/discover?from=24')
  await page.getByRole('link', { name: 'Back to the first page' }).click()
  page.getByRole('searchbox').fill('school')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const found = countOf(page)
  page
    .locator('.discover-filter')
    .getByLabel(/^Education/)
    .check()
  page
    .locator('.discover-filter')
    .getByLabel(/^Refugees/)
    .check()
  await page.getByRole('button', { name: 'Show fundraisers' }).click()
  expect(page).toHaveURL(/q=school/)
  const narrowed = countOf(page)
  expect(narrowed).toBeGreaterThan(0)
  expect(narrowed).toBeLessThanOrEqual(found)
  await page.getByRole('link', { name: 'Remove: Refugees' }).click()
  page.getByLabel('Sort by').selectOption('funded')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  expect(page).toHaveURL(/q=school&category=education&sort=funded/)
})

test('the header searches fundraisers', async () => {
  const page = site.newPage()
  await page.goto('/v4')
  page.getByLabel('Search fundraisers').fill('clean water')
  await page.getByLabel('Search fundraisers').press('Enter')
  expect(page).toHaveURL('/v4/discover?q=clean+water')
})

test('language and appearance are stored', async () => {
  const page = site.newPage()
  await page.goto('/v4')
  await page.getByRole('link', { name: 'العربية' }).click()
  expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.getByRole('button', { name: 'داكن' }).click()
  expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('an unknown payment says not to pay again, in English and in Arabic', async () => {
  const email = freshEmail('unrecorded')
  const page = site.newPage()
  const slug = await plainCampaign(page.visitor)
  const { id: campaignId, currency } = await campaignPage(page.visitor, slug)
  await site.asOwner(`
    create function public.disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_full before update on payments.attempt for each row when (new.state <> old.state)
      execute function public.disk_full()`)
  const tokens = [{ type: 'card', token: 'pm_card_visa' }]
  const { id } = await donate(page.visitor, campaignId, {
    amount: '74',
    currency,
    tokens,
    guest: { email, name: 'Huda Saleh' },
  })
  await page.goto(`/v4/checkout/${slug}?gift=${id}`)
  expect(page.getByRole('heading', { name: 'We’re confirming your payment' })).toBeVisible()
  expect(
    page.getByText("We're confirming your payment. Please don't pay again. We'll email you as soon as it's confirmed."),
  ).toBeVisible()
  expect(page.getByRole('main').getByRole('button', { name: /^(Give|Donate|Pay|Confirm) / })).toHaveCount(0)
  page.visitor.setCookie('lang', 'ar')
  await page.reload()
  expect(
    page.getByText('نتأكد الآن من دفعتك. لا تدفع مرة أخرى من فضلك، وسنراسلك بالبريد الإلكتروني فور تأكيدها.'),
  ).toBeVisible()
  page.visitor.setCookie('lang', 'en')
  await site.asOwner(`drop trigger disk_full on payments.attempt;
    update payments.attempt set next_lookup_at = now() - interval '1 second' where email_key = '${email}'`)
  await site.runJobs()
  await page.goto(`/v4/checkout/${slug}?gift=${id}`)
  expect(page.getByRole('heading', { level: 1 })).toHaveText('Your donation has arrived')
})

test('an unverified charity’s page shows why it can’t receive donations, and no form', async () => {
  const page = site.newPage()
  const sentence =
    "This charity can't accept donations right now. You haven't been charged. Please choose another fundraiser."
  const slugs = ['a-prayer-room-near-nagoya-station', 'a-boat-for-the-school-of-lamu', 'a-second-stove-for-marseille']
  for (const slug of slugs) {
    await page.goto(`/v4/campaign/${slug}`)
    expect(page.locator('main').getByText(sentence)).toBeVisible()
    expect(page.getByRole('button', { name: 'Donate' })).toBeDisabled()
    expect(page.locator('.donate-form')).toHaveCount(0)
    await page.goto(`/v4/checkout/${slug}`)
    expect(page.getByText(sentence)).toBeVisible()
    expect(page.locator('form[method=post]').getByRole('textbox')).toHaveCount(0)
  }
  // The charity of this fundraiser was rejected.
  expect(await page.goto('/v4/campaign/something-good-for-everyone')).toBe(404)
})

test('the short form calculates zakat, and keeps an amount that it can’t read', async () => {
  const page = site.newPage()
  await page.goto('/v4/zakat/calculator')
  page.locator('#wealth').fill('a lot')
  await page.locator('main form button').first().click()
  expect(page.locator('#wealth')).toHaveValue('a lot')
  expect(page.locator('#wealth')).toHaveAttribute('aria-invalid', 'true')
  page.locator('#wealth').fill('10000')
  page.locator('#agreedPrices').check()
  await page.locator('main form button').first().click()
  expect(page.getByText('$250.00').first()).toBeVisible()
})

test('a language chosen on a URL that names another one wins', async () => {
  const page = site.newPage()
  await page.goto('/help?lang=ar')
  await page.getByRole('link', { name: 'English' }).click()
  expect(page).toHaveURL('/help')
  expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('an unknown URL and details that can’t load link to useful pages [S1 §8]', async () => {
  const page = site.newPage()
  for (const [address, status] of [
    ['/v4/campaign/%00', 404],
    ['/scheduled-giving/plans/%00', 404],
    ['/v4/discover?q=%00', 200],
    ['/scheduled-giving/ramadan?q=%00&code=%00Team', 200],
    ['/nowhere', 404],
  ] as const)
    expect(await page.goto(address), address).toBe(status)
  expect(page.getByRole('heading', { name: 'We can’t find this page' })).toBeVisible()
  await page.goto('/v4/checkout/nothing-of-that-name')
  expect(page).toHaveURL('/v4/discover')
})

test('a page whose call is refused shows the message with the refusal’s status', async () => {
  const path = `/v4/discover?q=${encodeURIComponent('4242 4242 4242 4242')}`
  const page = site.newPage()
  expect(await page.goto(path)).toBe(400)
  expect(page.getByRole('heading', { level: 1 })).toContainText('card number')
  expect(page.getByRole('navigation').count()).toBeGreaterThan(0)
  expect(await site.newPage({ language: 'ar' }).goto(path)).toBe(400)
})
