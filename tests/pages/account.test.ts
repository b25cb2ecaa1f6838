import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPassword, campaigns, donate, plainCampaign, saveCard, signUp, summaryIn } from './demo.ts'
import type { Page } from './page.ts'
import { createSite, demoTimeout, demoPassword, freshEmail, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

const cardOf = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) })
const signedUp = async (name: string): Promise<Page> => {
  const visitor = site.visitor()
  await signUp(visitor, freshEmail(name))
  return visitor.newPage()
}

test('without scripts sign-up shows errors at their fields, and another browser confirms with the password', async () => {
  const page = site.newPage()
  const email = freshEmail('plain')
  await page.goto('/v4/signup')
  page.getByLabel('Email').fill('nonsense')
  page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  const summary = summaryIn(page)
  expect(summary.getByRole('link').texts()).toEqual([
    'Enter your first name.',
    'Enter an email address like name@example.org.',
    'Choose a password of at least 10 characters.',
  ])
  expect(page.getByLabel('Email')).toHaveValue('nonsense')
  expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  page.getByLabel('First name').fill('Amina')
  page.getByLabel('Last name').fill('Yusuf')
  page.getByLabel('Email').fill(email)
  page.getByLabel('Password', { exact: true }).fill(accountPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  expect(page).toHaveURL('/account')
  const other = site.newPage()
  const [mail] = await site.mailsTo(email, 'confirm-email')
  const link = /https?:\/\/\S*code=\S+/.exec(await site.plainText(mail))![0]
  await other.goto(link)
  other.getByLabel('The password you chose').fill('a wrong guess')
  await other.getByRole('button', { name: 'Yes, it’s mine' }).click()
  expect(summaryIn(other)).toContainText('This password isn’t right.')
  other.getByLabel('The password you chose').fill(accountPassword)
  await other.getByRole('button', { name: 'Yes, it’s mine' }).click()
  expect(other.getByRole('status')).toHaveText('Your address is confirmed.')
  await other.goto(link)
  expect(other.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await page.reload()
  expect(page.getByRole('heading', { name: 'Confirm your address' })).toHaveCount(0)
})

test('addresses are saved with errors shown, used and removed', async () => {
  const page = await signedUp('addresses')
  await page.goto('/account/addresses/new?type=shipping')
  expect(page.getByRole('combobox', { name: 'Find your town or city' })).toHaveCount(0)
  page.getByLabel('Country').selectOption('CA')
  page.getByLabel('City', { exact: true }).fill('Toronto')
  await page.getByRole('button', { name: 'Save address' }).click()
  expect(summaryIn(page)).toContainText('Please fill in all required fields')
  expect(summaryIn(page)).toContainText('Please select a state')
  expect(page.getByLabel('City', { exact: true })).toHaveValue('Toronto')
  page.getByLabel('Select province').selectOption('ON')
  page.getByLabel('Address', { exact: true }).fill('100 Queen Street West')
  await page.getByRole('button', { name: 'Save address' }).click()
  expect(page.getByText('100 Queen Street West')).toBeVisible()
  await page.getByText('Use it for …').click()
  await page.getByRole('button', { name: 'Tax receipts and Gift Aid' }).click()
  expect(page.getByText('Add the missing details below to use this address for that.')).toBeVisible()
  page.getByLabel('Postal code').fill('M5H 2N2')
  await page.getByRole('button', { name: 'Save address' }).click()
  expect(page.getByText('Tax address', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Remove / }).click()
  await page.getByRole('button', { name: 'Remove address' }).click()
  expect(page.getByText('No addresses yet')).toBeVisible()
  expect(await page.goto('/account/addresses/00000000-0000-7000-8000-000000000000')).toBe(404)
})

test('a card is made the default and removed', async () => {
  const page = await signedUp('cards')
  for (const token of ['pm_card_visa', 'pm_card_amex']) await saveCard(page.visitor, token)
  await page.goto('/account/cards')
  await page.getByRole('button', { name: /^Make default: .*American Express/ }).click()
  expect(cardOf(page, 'American Express')).toContainText('Default')
  await page.getByRole('link', { name: /^Remove .*American Express/ }).click()
  await page.getByRole('button', { name: 'Remove card' }).click()
  expect(cardOf(page, 'Visa')).toContainText('Default')
  await page.goto('/account/cards/new')
  expect(page.locator('main noscript')).toContainText('Please turn on JavaScript to add a card')
})

test('a donor finds a donation of a year; another’s donation is not found [security-3]', async () => {
  const page = await site.loggedIn('amina@example.org')
  await page.goto('/account/donations')
  page.getByLabel('Year').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  expect(page).toHaveURL(/year=g\d{4}/)
  const href = page.locator('.donation-row a').first().attribute('href')!
  await page.goto(href)
  expect(page.getByRole('button', { name: 'Send the receipt again' })).toBeVisible()
  expect(page.getByText(/^\W*(Visa|Mastercard|American Express)\W* ending in \W*\d{4}\W*$/)).toBeVisible()
  const other = await signedUp('stranger')
  expect(await other.goto(href)).toBe(404)
  await other.goto('/account/donations')
  expect(other.getByText('No donations yet')).toBeVisible()
})

test('a heart asks visitors to sign up and adds to the list of members', async () => {
  const page = site.newPage()
  const { slug } = (await campaigns(site.visitor()))[2]!
  await page.goto(`/v4/campaign/${slug}`)
  await page.getByRole('button', { name: 'Add to Giving List' }).click()
  expect(page).toHaveURL(new RegExp(`/v4/signup\\?redirectUrl=${encodeURIComponent(`/v4/campaign/${slug}`)}`))
  await signUp(page.visitor, freshEmail('heart'))
  await page.goto(`/v4/campaign/${slug}`)
  await page.getByRole('button', { name: 'Add to Giving List' }).click()
  expect(page.getByRole('button', { name: 'On your Giving List' })).toBeVisible()
})

test('the bottom bar opens settings, which the next donation uses [S2 §9]', async () => {
  const page = await signedUp('settings')
  await page.goto('/account')
  await page.locator('.account-bar').getByRole('link', { name: 'Settings' }).click()
  await page.locator('.account-tabs').getByRole('link', { name: 'Notifications' }).click()
  page.getByLabel('Updates from fundraisers I gave to').check()
  page.getByLabel('Give without showing my name').check()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(page.getByText('Saved.')).toBeVisible()
  expect(page.getByLabel('Updates from fundraisers I gave to')).toBeChecked()
  expect(page.getByLabel('Newsletter of Sunbul')).not.toBeChecked()
  await page.goto(`/v4/checkout/${(await campaigns(page.visitor))[0]!.slug}`)
  expect(page.getByLabel('Give anonymously')).toBeChecked()
  expect(page.getByLabel('Send me updates about this fundraiser')).toBeChecked()
})

test('uses that reveal belief are off until consent, and are withdrawn as easily', async () => {
  const page = await signedUp('consent')
  await page.goto('/account/privacy')
  const zakat = page.getByRole('switch', { name: 'My zakat' })
  const recap = page.getByRole('switch', { name: 'A summary of my giving' })
  expect(zakat).toHaveAttribute('aria-checked', 'false')
  await zakat.click()
  expect(zakat).toHaveAttribute('aria-checked', 'true')
  expect(page.getByText(/^You agreed on /)).toHaveCount(1)
  expect(recap).toHaveAttribute('aria-checked', 'false')
  await zakat.click()
  expect(zakat).toHaveAttribute('aria-checked', 'false')
})

/** Two visits make the same donation with one email; returns the link in the second receipt mail. */
async function duplicateLink(): Promise<string> {
  const email = freshEmail('duplicate')
  const [campaign] = await campaigns(site.visitor(), 'USD')
  for (const visit of ['first', 'second'])
    await site.visitor({ headers: { 'session-id': `${email} ${visit}` } }).send(`/api/donate/donate/${campaign!.id}`, {
      method: 'POST',
      headers: { 'idempotency-key': `${email} ${visit}` },
      data: {
        amount: '20',
        currency: 'USD',
        tokens: [{ type: 'card', token: 'pm_card_visa' }],
        guest: { email, name: 'Bilal Khan' },
      },
    })
  const mails = await Promise.all((await site.mailsTo(email)).map(site.plainText))
  return mails.flatMap((plain) => /\/refund-duplicate\?token=\S+/.exec(plain)?.[0] ?? [])[0]!
}

test('a duplicate is refunded by its receipt mail’s link, without an account', async () => {
  const page = site.newPage()
  const link = await duplicateLink()
  await page.goto(link)
  expect(page.getByRole('heading', { level: 1, name: 'Refund this donation' })).toBeVisible()
  expect(page.getByText('$20.00')).toBeVisible()
  await page.getByRole('button', { name: 'Refund this donation' }).click()
  expect(page.getByRole('heading', { level: 1, name: 'Your donation is being refunded' })).toBeVisible()
  await page.goto(link)
  expect(page.getByRole('button', { name: 'Refund this donation' })).toHaveCount(0)
  expect(await page.goto('/refund-duplicate?token=nonsense')).toBe(404)
  expect(page.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
})

test('a donor creates a tax year’s statement and downloads it after a mail', async () => {
  const page = await site.loggedIn('amina@example.org')
  await page.goto('/account/receipts')
  const years = page.getByLabel('Tax year')
  years.selectOption(years.locator('option', { hasText: 'UK tax year' }).last().attribute('value')!)
  await page.getByRole('button', { name: 'Create statement' }).click()
  await site.runJobs()
  await page.goto('/account/receipts')
  const csv = await page.visitor.send(
    page
      .getByRole('link', { name: /^CSV: UK tax year/ })
      .last()
      .attribute('href')!,
  )
  expect(csv.headers.get('content-disposition')).toMatch(/filename="statement-uk-\d{4}-\d{2}\.csv"/)
  expect(csv.text).toMatch(/^\ufeffDate,Receipt,/)
  const pdf = await page.visitor.send(
    page
      .getByRole('link', { name: /^PDF: UK tax year/ })
      .last()
      .attribute('href')!,
  )
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const subjects = (await site.mailsTo('amina@example.org', 'statement')).map(({ subject }) => subject)
  expect(subjects).toContainEqual(expect.stringContaining('Your statement is ready'))
}, 60_000)

test('the currency follows the account to another browser, in Arabic', async () => {
  const card = (await campaigns(site.visitor(), 'USD'))[0]!
  const open = async () => {
    const page = site.newPage()
    page.visitor.setCookie('lang', 'ar')
    await page.goto('/login?redirectUrl=/v4')
    page.locator('#email').fill('admin@example.org')
    page.locator('#password').fill(demoPassword)
    await page.locator('#password').press('Enter')
    expect(page).toHaveURL('/v4')
    await page.goto(`/v4/campaign/${card.slug}`)
    return page
  }
  const choose = async (page: Page, code: string) => {
    await page.getByRole('link', { name: /^المبالغ بعملة/ }).click()
    page.getByLabel('اعرض المبالغ بعملة').selectOption(code)
    await page.getByRole('button', { name: 'حفظ' }).click()
  }
  const first = await open()
  await choose(first, 'KWD')
  expect(first.getByText('≈').first()).toBeVisible()
  const second = await open()
  expect(second.getByText('≈').first()).toBeVisible()
  await choose(first, 'PKR')
  await second.reload()
  expect(second.getByRole('link', { name: 'المبالغ بعملة: PKR' })).toBeVisible()
  await second.getByRole('button', { name: /خروج/ }).first().click()
  await second.goto(`/v4/campaign/${card.slug}`)
  expect(second.getByText('≈')).toHaveCount(0)
  await choose(first, '')
  expect(first.getByText('≈')).toHaveCount(0)
})

test('a new account shows what will be there, and leaves nothing behind when deleted', async () => {
  const page = await signedUp('new')
  await page.goto('/account')
  expect(page.getByRole('heading', { name: 'More ways to give regularly' })).toBeVisible()
  await page.goto('/account/receipts')
  expect(page.getByText('No receipts yet')).toBeVisible()
  page.visitor.setCookie('lang', 'ar')
  await page.goto('/account/privacy/erase')
  expect(page.getByText('لم تتبرع بهذا الحساب، فلا شيء نحتفظ به.')).toBeVisible()
})

test('a referral link is created, a wrong URL reported, donations sorted and the file downloaded', async () => {
  const page = await signedUp('referrer')
  await page.goto('/account/referrals')
  page.getByLabel('Fundraiser').fill('not a fundraiser')
  await page.getByRole('button', { name: 'Create my link' }).click()
  expect(page.locator('#fundraiser-error')).toContainText('This isn’t the URL of a fundraiser.')
  expect(summaryIn(page)).toContainText('This isn’t the URL of a fundraiser.')
  expect(page.getByLabel('Fundraiser')).toHaveValue('not a fundraiser')
  page.getByLabel('Fundraiser').fill(await plainCampaign(page.visitor))
  await page.getByRole('button', { name: 'Create my link' }).click()
  const code = new URL(page.getByLabel('Your link', { exact: true }).value).searchParams.get('code')!
  const id = /referrals\/(\d+)/.exec(page.url.href)![1]!
  await donate(site.visitor(), id, {
    amount: '18',
    feeAmount: '0',
    currency: 'USD',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    referredDonor: code,
    guest: { email: freshEmail('through'), name: 'Bilal' },
  })
  await site.runJobs()
  await page.goto(`/account/referrals/${id}`)
  expect(page.locator('tbody tr').first()).toContainText('Bilal')
  await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Donor' }).click()
  expect(page).toHaveURL(/sort=donor/)
  const file = await page.visitor.send(page.getByRole('link', { name: 'Download as CSV' }).attribute('href')!)
  expect(file.headers.get('content-disposition')).toMatch(/filename="referrals-.*\.csv"/)
  await page.goto(`/account/referrals/${id}?csv=429`)
  expect(page.getByRole('alert')).toHaveText('CSV Export failed: 429')

  await page.goto('/account/referrals')
  await page.getByRole('button', { name: 'Get a link: Friday Givers' }).click()
  expect(page.getByLabel('Your link: Friday Givers')).toHaveValue(
    /\/scheduled-giving\/friday-givers\/choose-causes\?code=Team-/,
  )
}, 60_000)

test('the language chosen while logged in follows to another browser', async () => {
  const page = site.newPage()
  const email = await signUp(page.visitor, freshEmail('follows'))
  await page.goto(
    /https?:\/\/\S*code=\S+/.exec(await site.plainText((await site.mailsTo(email, 'confirm-email'))[0]))![0],
  )
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await page.getByRole('link', { name: 'العربية' }).click()
  expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  const other = site.newPage()
  await other.goto('/login')
  other.getByLabel('Email').fill(email)
  other.getByLabel('Password', { exact: true }).fill(accountPassword)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  expect(other).toHaveURL('/v4')
  expect(other.locator('html')).toHaveAttribute('lang', 'ar')
})
