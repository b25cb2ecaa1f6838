import { expect, type Page, test } from '@playwright/test'
import { campaigns, expectAccessible, freshEmail, untilAlive } from './support.ts'

const logIn = async (page: Page): Promise<void> => {
  expect(
    (await page.request.post('/v4/login', { data: { email: 'amina@example.org', password: 'sunbul-demo-2026' } })).ok(),
  ).toBe(true)
}
const signUp = async (page: Page): Promise<void> => {
  const data = { email: freshEmail('home'), password: 'seven ears of grain', firstName: 'Huda', lastName: 'Saleh' }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
}

test('a donor finds donations in both calendars, filters, and has a receipt resent, by keyboard [S2 §7]', async ({
  page,
}) => {
  await logIn(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salam, Amina')
  await expect(page.getByRole('heading', { name: /^Given in .* AH$/ })).toBeVisible()
  await page.getByRole('link', { name: 'All your donations' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your donations')
  await expectAccessible(page)
  await page.getByLabel('Kind').focus()
  await page.getByLabel('Kind').selectOption('true')
  await expect(page).toHaveURL(/zakat=true/)
  await expect(page.getByLabel('Kind')).toBeFocused()
  const rows = page.locator('.donation-row')
  await expect(rows.filter({ hasNot: page.locator('.badge-zakat') })).toHaveCount(0)
  expect(await rows.count()).toBeGreaterThan(0)
  await rows.first().getByRole('link').press('Enter')
  await expect(page.getByText('Counts as zakat')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the receipt again' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('sending you a copy of the receipt')
  expect((await page.request.get(`/dev/mail?before=${'x'.repeat(200)}`)).status()).toBe(200)
  await page.goto('/dev/mail')
  await page
    .getByRole('link', { name: /^Copy: / })
    .first()
    .click()
  await expect(page.frameLocator('iframe').first().getByText('not a second donation')).toBeVisible()
})

test('a visitor who clicks a heart is asked to sign up, and returns [S1 §4]', async ({ page, request }) => {
  const { slug } = (await campaigns(request))[0]!
  await page.goto(`/v4/campaign/${slug}`)
  await page.getByRole('button', { name: 'Add to Giving List' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    `/v4/signup?redirectUrl=${encodeURIComponent(`/v4/campaign/${slug}`)}`,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Add to Giving List' }).press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Last name').fill('Yusuf')
  await page.getByLabel('Email').fill(freshEmail('heart'))
  await page.getByLabel('Password', { exact: true }).fill('ears of grain')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/v4/campaign/${slug}`)
  await expect(page.getByRole('button', { name: 'Add to Giving List' })).toBeVisible()
})

test('a heart adds a fundraiser to the Giving List and removes it; a failure changes nothing [S1 §4] [S1 §8]', async ({
  page,
  request,
}) => {
  const { slug } = (await campaigns(request))[1]!
  await signUp(page)
  await page.goto('/account/giving-list')
  await expect(page.getByText('Your Giving List is empty')).toBeVisible()
  await page.goto(`/v4/campaign/${slug}`)
  await page.route('**/api/user/favorite', (route) => route.abort(), { times: 1 })
  const heart = page.getByRole('button', { name: /Giving List/ })
  await untilAlive(heart)
  await heart.click()
  await expect(heart).toHaveAccessibleName('Add to Giving List')
  await heart.click()
  await expect(heart).toHaveAccessibleName('On your Giving List')
  await page.goto('/account/giving-list')
  await expect(page.locator('.campaign-card')).toHaveCount(1)
  await expectAccessible(page)
  await page.locator('.heart').press('Enter')
  await expect(page.locator('.heart')).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(page.getByText('Your Giving List is empty')).toBeVisible()
})

test('a donor requests and downloads their data after a mail [privacy-3]', async ({ page }) => {
  await logIn(page)
  const saidReady = async () => {
    const { mails } = (await (await page.request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { kind: string; to: string }[]
    }
    return mails.filter((mail) => mail.to === 'amina@example.org' && mail.kind === 'export-ready').length
  }
  const before = await saidReady()
  await page.goto('/account/privacy')
  await page.getByRole('button', { name: 'Get my data' }).click()
  await expect(async () => {
    await page.goto('/account/privacy')
    await expect(page.getByText('Your data is ready')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await expectAccessible(page)
  const href = await page.getByRole('link', { name: 'Download JSON' }).getAttribute('href')
  const file = await page.request.get(href!)
  expect(((await file.json()) as { account: { email: string }[] }).account[0]!.email).toBe('amina@example.org')
  await expect.poll(saidReady).toBe(before + 1)
})
