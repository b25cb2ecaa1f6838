import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { askToGive, expectAccessible, freshEmail, giveByApi, plainCampaign, problemsOf, summaryIn } from './support.ts'

/** A donor with an account and a paid donation of 20 with a tip of 3. */
async function aDonation(page: Page, card = 'pm_card_visa') {
  const email = freshEmail('refunds')
  const data = {
    email,
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  const slug = await plainCampaign(page.request)
  const { id, currency } = (await (await page.request.get(`/v4/campaign-pages/${slug}`)).json()) as {
    id: string
    currency: string
  }
  const result = await giveByApi(page.request, id, {
    amount: '20',
    feeAmount: '3',
    currency,
    tokens: [{ type: 'card', token: card }],
  })
  return { email, slug, donationId: result.id, intentId: result.intentId }
}

/** Opens the staff area in a separate browser. */
async function desk(browser: Browser, baseURL: string | undefined, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options })).newPage()
  const login = await page.request.post('/v4/login', {
    data: { email: 'admin@example.org', password: 'sunbul-demo-2026' },
  })
  expect(login.ok()).toBe(true)
  return page
}

const mailsTo = async (page: Page, email: string) =>
  (
    (await (await page.request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { to: string; kind: string; subject: string }[]
    }
  ).mails.filter((mail) => mail.to === email && mail.kind === 'refund')

test('staff refund a donation in part, then in full, by keyboard; the donor sees it with one valid receipt (receipts-3)', async ({
  page: donor,
  browser,
  baseURL,
}) => {
  // Many pages, each checked by axe.
  test.slow()
  const { email, donationId, intentId } = await aDonation(donor)
  await expect(async () => {
    const { receipts } = (await (await donor.request.get('/v4/receipts')).json()) as { receipts: object[] }
    expect(receipts).toHaveLength(1)
  }).toPass({ timeout: 8000 })

  const page = await desk(browser, baseURL)
  const problems = problemsOf(page)
  await page.goto('/staff/donations')
  await page.getByLabel('Reference, receipt number, email or ID').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1 payment' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Amina Yusuf' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina Yusuf')
  await expectAccessible(page)

  // A partial refund starts with the full amount of the donation.
  await page.getByRole('radio', { name: /Part of it/ }).check()
  await expect(page.getByLabel('Donation', { exact: true })).toHaveValue('20.00')
  await page.getByLabel('Donation', { exact: true }).fill('20.005')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await expect(summaryIn(page)).toContainText('Enter an amount')
  await expect(page.getByLabel('Donation', { exact: true })).toHaveValue('20.005')
  await page.getByLabel('Donation', { exact: true }).fill('٥٫٠٠')
  await page.getByLabel('Reason').selectOption('mistake')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await expect(page.getByRole('heading', { name: /Refund \W*\$5\.00\W* to/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Refund \W/ }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The money is on its way' })).toBeVisible()
  await expect(page.getByText('Partly refunded').first()).toBeVisible()
  // A reload doesn't refund again.
  await page.reload()
  await expect(page.locator('#refunds ~ ul .staff-event')).toHaveCount(1)

  await expect(async () =>
    expect((await mailsTo(page, email)).map(({ subject }) => subject)).toEqual(['Your refund of $5.00']),
  ).toPass({ timeout: 8000 })
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: /^Refund \W*\$18\.00/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The money is on its way' })).toBeVisible()
  await expect(page.getByText('Nothing is left to refund.')).toBeVisible()
  await expect(page.locator('#refunds ~ ul .staff-event')).toHaveCount(2)
  await expect(async () => expect(await mailsTo(page, email)).toHaveLength(2)).toPass({ timeout: 8000 })
  await page.goto(`/staff/refunds?state=succeeded`)
  await expect(page.getByRole('link', { name: 'Amina Yusuf' }).first()).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get(`/v4/staff/donations/${intentId}`)).ok()).toBe(true)
  await page.goto(`/staff/donations/${intentId}/attempts`)
  await expect(page).toHaveURL(`/staff/donations/${intentId}`)
  await expect(page.getByRole('row', { name: /UTC\W+Paid/ })).toContainText(/Visa\W+ending in/)

  await donor.goto('/account/donations')
  await expect(donor.locator('.donation-status').filter({ hasText: 'Refunded' })).toBeVisible()
  await donor.goto(`/account/donations/${donationId}`)
  await expect(donor.getByText(/^Refunded on/)).toHaveCount(2)
  await expect(donor.getByText('Remaining after refund')).toBeVisible()
  await expectAccessible(donor)
  expect(((await (await donor.request.get('/v4/receipts')).json()) as { receipts: object[] }).receipts).toEqual([])
  // The staff area is 404 for a donor.
  expect((await donor.goto('/staff/donations'))!.status()).toBe(404)
  // The response to a refused form is 400, which browsers log.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })
  test('the refund page of staff is right-to-left', async ({ page: donor, browser, baseURL }) => {
    const { intentId } = await aDonation(donor)
    const page = await desk(browser, baseURL, { locale: 'ar' })
    await page.goto(`/staff/donations/${intentId}`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { name: 'استرداد المبلغ' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('manual review in Arabic', () => {
  test.use({ locale: 'ar' })
  test('the page explains the case in Arabic, right-to-left', async ({ page: donor, browser, baseURL }) => {
    const { intentId } = await aDonation(donor, 'pm_card_refundFail')
    const page = await desk(browser, baseURL, { locale: 'ar' })
    const refund = () =>
      page.request.post(`/v4/staff/donations/${intentId}/refunds`, {
        data: { everything: true, reason: 'mistake' },
        headers: { 'idempotency-key': intentId },
      })
    await expect(async () => expect((await refund()).ok()).toBe(true)).toPass({ timeout: 8000 })
    const left = page.locator('li', {
      has: page.locator(`a[href^="/staff/donations/${intentId}"]`),
      hasText: 'ردّ بنك المتبرع',
    })
    await expect(async () => {
      await page.goto('/staff/refunds')
      await expect(left).toHaveCount(1, { timeout: 500 })
    }).toPass({ timeout: 15_000 })
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectAccessible(page)
    await left.getByRole('button', { name: 'تمت المعالجة' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'وُضعت علامة' })).toBeVisible()
    await expect(left).toHaveCount(0)
  })
})

test('support find a declined donation and its reason, in both languages, also on a phone [payments-8]', async ({
  page: donor,
  browser,
  baseURL,
}) => {
  const email = freshEmail('declined')
  const data = {
    email,
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await donor.request.post('/v4/signup', { data })).ok()).toBe(true)
  const slug = await plainCampaign(donor.request)
  const { id, currency } = (await (await donor.request.get(`/v4/campaign-pages/${slug}`)).json()) as {
    id: string
    currency: string
  }
  const declined = await askToGive(donor.request, id, {
    amount: '20',
    feeAmount: '0',
    currency,
    tokens: [{ type: 'card', token: 'pm_card_visa_chargeDeclined' }],
  })
  expect(declined.status()).toBe(402)

  const page = await desk(browser, baseURL, { viewport: { width: 390, height: 844 } })
  await page.goto('/staff/donations')
  await page.getByLabel('Reference, receipt number, email or ID').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unpaid, open')).toBeVisible()
  await page.getByRole('link', { name: 'Amina Yusuf' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina Yusuf')
  const row = page.getByRole('row', { name: /Declined/ })
  await expect(row).toContainText('generic_decline')
  await expect(row).toContainText('May succeed later')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.reload()
  await expect(page.getByRole('row', { name: /مرفوضة/ })).toContainText('يمكن إعادة المحاولة لاحقًا')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page)
  await page.context().close()
})
