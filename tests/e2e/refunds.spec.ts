import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { askToGive, expectAccessible, freshEmail, giveByApi, plainCampaign, problemsOf, summaryIn } from './support.ts'

/** A donor with an account and a paid donation of 20 with a tip of 3. */
async function aGift(page: Page, card = 'pm_card_visa') {
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

/** The staff area in a separate browser. */
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

test('staff refund in part, then fully by keyboard; the donor has one valid receipt (receipts-3)', async ({
  page: donor,
  browser,
  baseURL,
}) => {
  // Many pages, each checked by axe.
  test.slow()
  const { email, donationId, intentId } = await aGift(donor)
  await expect(async () => {
    const { receipts } = (await (await donor.request.get('/v4/receipts')).json()) as { receipts: object[] }
    expect(receipts).toHaveLength(1)
  }).toPass({ timeout: 8000 })

  const page = await desk(browser, baseURL)
  const problems = problemsOf(page)
  await page.goto('/staff/gifts')
  await page.getByLabel('Reference, receipt, email or id').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '1 payment' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Amina Yusuf' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina Yusuf')
  await expectAccessible(page)

  // In part: the donation's amount is filled in, the tip is not.
  await page.getByRole('radio', { name: /A part of it/ }).check()
  await expect(page.getByLabel('Gift', { exact: true })).toHaveValue('20.00')
  await page.getByLabel('Gift', { exact: true }).fill('20.005')
  await page.getByRole('button', { name: 'Check it' }).click()
  await expect(summaryIn(page)).toContainText('Write an amount')
  await expect(page.getByLabel('Gift', { exact: true })).toHaveValue('20.005')
  await page.getByLabel('Gift', { exact: true }).fill('٥٫٠٠')
  await page.getByLabel('Why?').selectOption('mistake')
  await page.getByRole('button', { name: 'Check it' }).click()
  await expect(page.getByRole('heading', { name: /Give back \W*\$5\.00\W* to/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Give back/ }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'on its way back' })).toBeVisible()
  await expect(page.getByText('Partly refunded').first()).toBeVisible()
  // The same request again is the same refund: the page it opens asks again.
  await page.reload()
  await expect(page.locator('#refunds ~ ul .staff-event')).toHaveCount(1)

  await expect(async () =>
    expect((await mailsTo(page, email)).map(({ subject }) => subject)).toEqual(['Your refund of $5.00']),
  ).toPass({ timeout: 8000 })
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('button', { name: /Give back \W*\$18\.00/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on its way back' })).toBeVisible()
  await expect(page.getByText('Nothing of this payment is left to give back.')).toBeVisible()
  await expect(page.locator('#refunds ~ ul .staff-event')).toHaveCount(2)
  await expect(async () => expect(await mailsTo(page, email)).toHaveLength(2)).toPass({ timeout: 8000 })
  await page.goto(`/staff/refunds?state=succeeded`)
  await expect(page.getByRole('link', { name: 'Amina Yusuf' }).first()).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get(`/v4/staff/gifts/${intentId}`)).ok()).toBe(true)
  await page.goto(`/staff/gifts/${intentId}/attempts`)
  await expect(page).toHaveURL(`/staff/gifts/${intentId}`)
  await expect(page.getByRole('row', { name: /UTC\W+Paid/ })).toContainText(/Visa\W+ending in/)

  await donor.goto('/account/gifts')
  await expect(donor.locator('.gift-status').filter({ hasText: 'Refunded' })).toBeVisible()
  await donor.goto(`/account/gifts/${donationId}`)
  await expect(donor.getByText(/^Given back on/)).toHaveCount(2)
  await expect(donor.getByText('Remaining after refund')).toBeVisible()
  await expectAccessible(donor)
  expect(((await (await donor.request.get('/v4/receipts')).json()) as { receipts: object[] }).receipts).toEqual([])
  // A donor doesn't find the staff area.
  expect((await donor.goto('/staff/gifts'))!.status()).toBe(404)
  // A refused form responds with 422, which browsers log.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a donor requests a refund, staff refund at once, and the donor reads the response', async ({
    page: donor,
    browser,
    baseURL,
  }) => {
    const { donationId, intentId } = await aGift(donor)
    await donor.goto(`/account/gifts/${donationId}`)
    await donor.getByRole('link', { name: 'Something went wrong with this gift?' }).click()
    await donor.getByRole('button', { name: 'Ask for a refund' }).click()
    await expect(summaryIn(donor)).toContainText('Say why.')
    await donor.getByLabel('What happened?').fill('I meant to give 2, not 20.')
    await donor.getByRole('button', { name: 'Ask for a refund' }).click()
    await expect(donor.getByText('We have your request')).toBeVisible()

    const page = await desk(browser, baseURL, { javaScriptEnabled: false })
    await page.goto('/staff')
    await page
      .locator('.account-nav')
      .getByRole('link', { name: /^Refunds \(\d+\)$/ })
      .click()
    await expect(page.getByText('I meant to give 2, not 20.').first()).toBeVisible()
    await page.goto(`/staff/gifts/${intentId}`)
    // A plain form also shows the parts, and says which option uses them.
    await page.getByRole('radio', { name: /A part of it/ }).check()
    await page.getByLabel('Gift', { exact: true }).fill('100')
    await page.getByRole('button', { name: 'Check it' }).click()
    await page.getByRole('button', { name: /Give back/ }).click()
    await expect(page.getByText('This is more than is left of that gift.')).toBeVisible()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText('Tell the donor why.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Give this gift back' }).click()
    await expect(page.getByText('The money is on its way back.')).toBeVisible()

    await donor.goto(`/account/gifts/${donationId}`)
    await expect(donor.getByText(/^Given back on/)).toHaveCount(1)
  })
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })
  test('the staff area is right-to-left and fully translated', async ({ page: donor, browser, baseURL }) => {
    const { intentId } = await aGift(donor)
    const page = await desk(browser, baseURL, { locale: 'ar' })
    await page.goto(`/staff/gifts/${intentId}`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { name: 'إعادة المبلغ' })).toBeVisible()
    await expectAccessible(page)
  })
})

for (const javaScriptEnabled of [true, false])
  test(`a failed refund needs review until staff resolve it${javaScriptEnabled ? '' : ', without scripts too'}`, async ({
    page: donor,
    browser,
    baseURL,
  }) => {
    test.slow()
    const { intentId } = await aGift(donor, 'pm_card_refundFail')
    const page = await desk(browser, baseURL, { javaScriptEnabled })
    const problems = problemsOf(page)
    const refund = () =>
      page.request.post(`/v4/staff/gifts/${intentId}/refunds`, {
        data: { everything: true, reason: 'mistake' },
        headers: { 'idempotency-key': intentId },
      })
    await expect(async () => expect((await refund()).ok()).toBe(true)).toPass({ timeout: 8000 })
    const left = page.locator('li', {
      has: page.locator(`a[href^="/staff/gifts/${intentId}"]`),
      hasText: 'the donor’s bank sent it back',
    })
    await expect(async () => {
      await page.goto('/staff/refunds')
      await expect(left).toHaveCount(1, { timeout: 500 })
    }).toPass({ timeout: 15_000 })
    await expect(left).toContainText('$23.00')
    if (javaScriptEnabled) await expectAccessible(page)
    await page.goto(`/staff/gifts/${intentId}`)
    await expect(page.getByRole('heading', { name: 'Left to a person' })).toBeVisible()
    await expect(left).toHaveCount(1)
    await page.goto('/staff/refunds')
    await left.getByLabel('What you did').fill('Sent by bank transfer.')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'marked as dealt with' })).toBeVisible()
    await expect(left).toHaveCount(0)
    await page.getByRole('link', { name: 'Show what was dealt with' }).click()
    await expect(left).toContainText('Sent by bank transfer.')
    await expect(left.getByRole('button')).toHaveCount(0)
    if (javaScriptEnabled) await expectAccessible(page)
    await page.goto(`/staff/gifts/${intentId}`)
    await expect(page.getByRole('heading', { name: 'Left to a person' })).toHaveCount(0)
    expect(problems).toEqual([])
  })

test.describe('in Arabic, cases for manual review', () => {
  test.use({ locale: 'ar' })
  test('describes the event in Arabic, from right to left', async ({ page: donor, browser, baseURL }) => {
    const { intentId } = await aGift(donor, 'pm_card_refundFail')
    const page = await desk(browser, baseURL, { locale: 'ar' })
    const refund = () =>
      page.request.post(`/v4/staff/gifts/${intentId}/refunds`, {
        data: { everything: true, reason: 'mistake' },
        headers: { 'idempotency-key': intentId },
      })
    await expect(async () => expect((await refund()).ok()).toBe(true)).toPass({ timeout: 8000 })
    const left = page.locator('li', {
      has: page.locator(`a[href^="/staff/gifts/${intentId}"]`),
      hasText: 'ردها مصرف المتبرع',
    })
    await expect(async () => {
      await page.goto('/staff/refunds')
      await expect(left).toHaveCount(1, { timeout: 500 })
    }).toPass({ timeout: 15_000 })
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectAccessible(page)
    await left.getByRole('button', { name: 'تمت معالجته' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'عولج' })).toBeVisible()
    await expect(left).toHaveCount(0)
  })
})

test('support finds a declined donation and its reason, in both languages, also on a phone [payments-8]', async ({
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
  await page.goto('/staff/gifts')
  await page.getByLabel('Reference, receipt, email or id').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not paid, still open')).toBeVisible()
  await page.getByRole('link', { name: 'Amina Yusuf' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina Yusuf')
  const row = page.getByRole('row', { name: /Declined/ })
  await expect(row).toContainText('generic_decline')
  await expect(row).toContainText('It may pass later')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.reload()
  await expect(page.getByRole('row', { name: /مرفوضة/ })).toContainText('قد تنجح لاحقًا')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page)
  await page.context().close()
})
