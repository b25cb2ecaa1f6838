import { expect, type Page, test } from '@playwright/test'
import { cards, expectAccessible, fillCard, freshEmail, plainCampaign, clickDonate } from './support.ts'

const password = 'seven ears of grain'
type Mail = { id: string; to: string; kind: string }

async function signUp(page: Page, email: string): Promise<void> {
  expect(
    (await page.request.post('/v4/signup', { data: { email, password, firstName: 'Huda', lastName: 'Saleh' } })).ok(),
  ).toBe(true)
}
const mailsTo = async (page: Page, email: string) =>
  ((await (await page.request.get('/v4/dev/mails?limit=200')).json()) as { mails: Mail[] }).mails.filter(
    (mail) => mail.to === email,
  )

/** Returns the token in the link of the newest mail of a kind. */
async function codeIn(page: Page, email: string, kind: string, link: RegExp): Promise<string> {
  await expect.poll(async () => (await mailsTo(page, email)).some((mail) => mail.kind === kind)).toBe(true)
  const { id } = (await mailsTo(page, email)).find((mail) => mail.kind === kind)!
  const { html } = (await (await page.request.get(`/v4/dev/mails/${id}`)).json()) as { html: string }
  return link.exec(html)![1]!
}
async function confirm(page: Page, email: string): Promise<void> {
  const code = await codeIn(page, email, 'confirm-email', /confirm-email\?code=([\w-]+)/)
  expect((await page.request.post('/v4/email-confirmations', { data: { code } })).ok()).toBe(true)
}

test('a donor deletes their account, learns what is kept, and can sign up again [privacy-4]', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const email = freshEmail('erase')
  await signUp(page, email)
  await confirm(page, email)
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page).toHaveURL(/\/thankyou\//, { timeout: 15_000 })
  const thanks = page.url()
  await expect.poll(async () => (await mailsTo(page, email)).some(({ kind }) => kind === 'receipt')).toBe(true)

  await page.goto('/account/privacy')
  await page.getByRole('link', { name: 'See what we delete and what we keep' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account')
  await expect(page.getByText(/^Until .*\d{4} at the latest/)).toBeVisible()
  await expectAccessible(page)
  // Without the tick nothing happens, and the page says why.
  await page.getByRole('button', { name: 'Delete my account permanently' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Please confirm that you understand' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete my account permanently' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account has been deleted')
  await expectAccessible(page)
  expect((await mailsTo(page, email)).map(({ kind }) => kind)).toEqual(['account-erased'])

  await page.goto('/account')
  await expect(page).toHaveURL(/\/login/)
  expect((await page.request.post('/v4/login', { data: { email, password } })).status()).toBe(401)
  await page.goto(thanks)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t show your donation here')

  const context = await browser.newContext({ baseURL: baseURL! })
  const anew = await context.newPage()
  await signUp(anew, email)
  await confirm(anew, email)
  await anew.goto('/account/donations')
  await expect(anew.getByText('No donations yet')).toBeVisible()
  await anew.goto('/account/receipts')
  await expect(anew.getByText(email)).toHaveCount(0)
  await context.close()
})

test('an owner has to transfer a charity with members, and can leave one without', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
  await page.goto('/account/privacy/erase')
  const alone = page.getByRole('region', { name: 'Your charity will have no members' })
  // Her verified charity, and in the demo a draft and one in review.
  await expect(alone.getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Delete my account permanently' })).toBeVisible()
  await expectAccessible(page)
  await alone.getByRole('link').first().press('Enter')
  await expect(page).toHaveURL(/\/organize\/charities\/\d+\/team$/)

  const members = `/v4/organizations/${/\d+/.exec(new URL(page.url()).pathname)![0]}/members`
  const email = freshEmail('colleague')
  const context = await browser.newContext({ baseURL: baseURL! })
  const colleague = await context.newPage()
  await signUp(colleague, email)
  await confirm(colleague, email)
  expect((await page.request.post(`${members}/invitations`, { data: { email, role: 'editor' } })).ok()).toBe(true)
  const code = await codeIn(colleague, email, 'team-invitation', /organize\/join\?code=([\w-]+)/)
  expect((await colleague.request.post('/v4/invitations/accept', { data: { code } })).ok()).toBe(true)

  await page.goto('/account/privacy/erase')
  const toHandOver = page.getByRole('region', { name: 'Transfer your charity first' })
  await expect(toHandOver.getByRole('link')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Delete my account permanently' })).toHaveCount(0)
  await expectAccessible(page)
  await colleague.goto('/account/privacy/erase')
  await colleague.getByRole('checkbox').check()
  await colleague.getByRole('button', { name: 'Delete my account permanently' }).press('Enter')
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Your account has been deleted')
  await context.close()
  await page.reload()
  await expect(alone).toBeVisible()
})

test('preferences change every page at once and follow to another browser, in Arabic too', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = freshEmail('preferences')
  await signUp(page, email)
  await confirm(page, email)
  await page.goto('/account/preferences')
  const html = page.locator('html')
  await expect(html).not.toHaveAttribute('data-motion')
  await page.getByRole('radio', { name: 'العربية' }).check()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'As little as possible' }).check()
  await page.getByLabel('Show amounts in').selectOption('KWD')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('التفضيلات')
  await expectAccessible(page)
  for (const path of ['/account/preferences', '/v4', '/v4/discover']) {
    await page.goto(path)
    await expect(html).toHaveAttribute('dir', 'rtl')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(html).toHaveAttribute('data-motion', 'reduced')
  }
  expect(await html.evaluate((element) => getComputedStyle(element).getPropertyValue('--t-base').trim())).toMatch(
    /^0m?s$/,
  )

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const second = await context.newPage()
  await second.goto('/login')
  await expect(second.locator('html')).toHaveAttribute('lang', 'en')
  await second.getByLabel('Email').fill(email)
  await second.getByLabel('Password', { exact: true }).fill(password)
  await second.getByRole('button', { name: 'Log in', exact: true }).click()
  await second.goto('/account/preferences')
  await expect(second.locator('html')).toHaveAttribute('data-motion', 'reduced')
  await expect(second.locator('#currency')).toHaveValue('KWD')
  // Without scripts, back to English and to the device's motion setting.
  await second.getByRole('radio', { name: 'English' }).check()
  await second.locator('input[name=motion][value=auto]').check()
  await second.getByRole('button', { name: 'حفظ' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Preferences')
  await expect(second.locator('html')).not.toHaveAttribute('data-motion')
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark')
  await context.close()
})
