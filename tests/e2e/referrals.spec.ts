import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  cards,
  expectAccessible,
  fillCard,
  fillDonor,
  freshEmail,
  giveByApi,
  plainCampaign,
  clickDonate,
  problemsOf,
} from './support.ts'

/** A logged-in person with an account. */
async function signUp(page: Page, name: string): Promise<void> {
  const data = {
    email: freshEmail(name),
    password: 'ears of grain in the field',
    firstName: 'Sana',
    lastName: 'Qureshi',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
}

/** Their link for a fundraiser in dollars, and its page. */
async function aLink(page: Page, name: string) {
  await signUp(page, name)
  const slug = await plainCampaign(page.request)
  const { id } = (await (await page.request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string }
  const { code } = (await (await page.request.post('/v4/referers', { data: { campaignId: id } })).json()) as {
    code: string
  }
  return { slug, id, code, path: `/account/referrals/${id}` }
}

/** A guest donates through a code with API calls. */
async function giveBy(
  browser: Browser,
  baseURL: string,
  input: { id: string; code: string },
  donation: { amount: string; name: string; anonymous?: boolean },
) {
  const guest = await browser.newContext({ baseURL })
  await giveByApi(guest.request, input.id, {
    amount: donation.amount,
    feeAmount: '0',
    currency: 'USD',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    referredDonor: input.code,
    anonymous: donation.anonymous ?? false,
    guest: { email: freshEmail('through'), name: donation.name },
  })
  await guest.close()
}

const firstRow = (page: Page) => page.locator('tbody tr').first()

test('a link is created by keyboard, a stranger donates, and its owner sees no anonymous name [S1 §7]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const problems = problemsOf(page)
  await signUp(page, 'leader')
  const slug = await plainCampaign(page.request)
  await page.goto('/account/referrals')
  await expect(page.getByText('No links yet')).toBeVisible()
  await page.getByLabel('Fundraiser').focus()
  await page.keyboard.type(`${baseURL}/v4/campaign/${slug}?src=share`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your link is ready.' })).toBeVisible()
  const link = await page.getByLabel('Your link', { exact: true }).inputValue()
  expect(link).toMatch(new RegExp(`/campaign/${slug}\\?code=Team-[A-Z0-9]{10}$`))
  const code = new URL(link).searchParams.get('code')!
  await expect(page.getByRole('img', { name: 'QR code for your link' })).toHaveJSProperty('complete', true)
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: 'QR code for your link' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await expect(page.getByText('No donations yet')).toBeVisible()
  await expectAccessible(page)

  const stranger = await (
    await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' })
  ).newPage()
  await stranger.goto(link)
  await expect(stranger).toHaveURL(new RegExp(`/v4/campaign/${slug}\\?code=${code}`))
  await expect(stranger.getByRole('link', { name: 'Add to basket' }).first()).toHaveAttribute(
    'href',
    new RegExp(`code=${code}`),
  )
  await expect(stranger.locator('.donate-form [name=code]')).toHaveValue(code)
  await stranger.getByRole('button', { name: 'Donate' }).first().click()
  await expect(stranger.getByText('You followed a personal link')).toBeVisible()
  await stranger.getByRole('radio', { name: /^.?\$30/ }).check()
  await stranger.getByRole('radio', { name: 'No tip' }).check()
  await stranger.getByLabel('Give anonymously').check()
  await fillDonor(stranger, freshEmail('stranger'))
  await fillCard(stranger, cards.good)
  await clickDonate(stranger)
  await expect(stranger.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  // The code is only in the URL and the form, not in storage.
  expect(await stranger.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(code)
  await stranger.context().close()

  await expect(async () => {
    await page.reload()
    await expect(firstRow(page)).toContainText('$30', { timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await expect(firstRow(page)).toContainText('Anonymous')
  await expect(page.locator('main')).not.toContainText('Amina')
  expect(problems).toEqual([])
})

test('donations are sorted, paged and exported; a failed export shows its status', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const link = await aLink(page, 'sorts')
  for (const [amount, name] of [
    ['31', 'Zayd'],
    ['12', 'Aisha'],
    ['25', '＝SUM(A1)'],
  ] as const)
    await giveBy(browser, baseURL!, link, { amount, name })
  await expect(async () => {
    await page.goto(link.path)
    await expect(page.locator('tbody tr')).toHaveCount(3, { timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await expectAccessible(page)
  const sorts = page.getByRole('navigation', { name: 'Sort by' })
  await sorts.getByRole('link', { name: 'Donation' }).focus()
  await page.keyboard.press('Enter')
  await expect(sorts.getByRole('link', { name: 'Donation: largest first' })).toHaveAttribute('aria-current', 'true')
  await expect(firstRow(page)).toContainText('Zayd')
  await expect(page.getByRole('columnheader', { name: 'Donation' })).toHaveAttribute('aria-sort', 'descending')
  await sorts.getByRole('link', { name: 'Donation: largest first' }).click()
  await expect(firstRow(page)).toContainText('Aisha')
  await expect(page.getByText('Page 1 of')).toHaveCount(0)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^referrals-.*\.csv$/)
  const csv = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(csv as Buffer[]).toString()).toContain(`'＝SUM(A1)`)
  await page.route('**/referrals/download/csv', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  await expect(page.getByRole('alert')).toHaveText('CSV Export failed: 503')
  await expectAccessible(page)
})

test('figures refresh after five minutes while the page is visible [S1 §9]', async ({ page, browser, baseURL }) => {
  const link = await aLink(page, 'fresh')
  await page.clock.install()
  await page.goto(link.path)
  await expect(page.getByText('No donations yet')).toBeVisible()
  await giveBy(browser, baseURL!, link, { amount: '15', name: 'Bilal' })
  await expect(async () => {
    const stats = (await (await page.request.get(`/v4/referers/${link.id}/referrals/stats`)).json()) as {
      donations: number
    }
    expect(stats.donations).toBe(1)
  }).toPass({ timeout: 8000 })
  // The page's clock also runs by itself in between.
  await page.clock.runFor(240_000)
  await expect(page.getByText('No donations yet')).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(firstRow(page)).toContainText('Bilal')
})

test('the page is right-to-left in Arabic', async ({ page, baseURL }) => {
  const link = await aLink(page, 'arabic')
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.goto(link.path)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByLabel('رابطك', { exact: true })).toHaveValue(new RegExp(link.code))
  await expect(page.getByText('لا تبرعات بعد')).toBeVisible()
  await expectAccessible(page)
})
