import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import {
  cards,
  expectAccessible,
  fillCard,
  fillDonor,
  freshEmail,
  plainCampaign,
  clickDonate,
  problemsOf,
} from './support.ts'

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login?redirectUrl=/account/receipts')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill('sunbul-demo-2026')
  await page.locator('#password').press('Enter')
  await page.waitForURL('**/account/receipts')
}

test('a guest sees the receipt number when issued, reads it and saves the PDF; no one else can [S1 §6]', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=33`)
  const email = freshEmail('paper')
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  let isIssued = false
  await page.route(/\/v4\/donations\/[^/]+\/receipts/, (route) =>
    isIssued ? route.continue() : route.fulfill({ json: { receipts: [] } }),
  )
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  // Nothing is reported as sent before it is issued.
  await expect(page.getByText(/^Your receipt is being issued, and goes to /)).toContainText(email)
  await expect(page.getByText('Receipt sent to')).toHaveCount(0)
  isIssued = true
  await expect(page.getByText('Receipt sent to')).toContainText(email)
  const number = page.getByText(/^Receipt \W?\d+-\d{4}-\d{6,}/)
  await expect(number).toBeVisible()
  await expectAccessible(page)
  const printed = /\d+-\d{4}-\d{6,}/.exec(await number.innerText())![0]
  const [view, pdf] = [page.getByRole('link', { name: 'View receipt' }), page.getByRole('link', { name: /^PDF/ })]
  const path = new URL((await pdf.getAttribute('href'))!, page.url())
  const tokenless = new URL(path)
  tokenless.searchParams.delete('token')
  expect((await request.get(tokenless.href)).status()).toBe(404)
  await view.click()
  await expect(page.getByRole('heading', { name: /receipt/i })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(printed), { timeout: 15_000 })
  await expect(page.getByText('33.00').first()).toBeVisible()
  const paper = await request.get(path.href.replace('format=pdf', 'format=html'))
  expect(paper.headers()['content-security-policy']).toContain('sandbox')
  const file = await request.get(path.href)
  expect([file.status(), file.headers()['content-type'], file.headers()['content-disposition']]).toEqual([
    200,
    'application/pdf',
    `attachment; filename="receipt-${printed}.pdf"`,
  ])
  // The document blocks scripts, also those of checks, so a copy is checked.
  await page.goto('about:blank')
  await page.setContent(await paper.text())
  await expectAccessible(page)
})

test('a donor creates a tax year’s statement, without scripts too, and downloads it after a mail', async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  await logIn(page, 'amina@example.org')
  const years = page.getByLabel('Tax year')
  await years.selectOption(await years.locator('option', { hasText: 'UK tax year' }).last().getAttribute('value'))
  await page.getByRole('button', { name: 'Create statement' }).click()
  await expect(async () => {
    await page.goto('/account/receipts')
    await expect(page.getByRole('link', { name: /^CSV: UK tax year/ }).last()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^CSV: UK tax year/ })
      .last()
      .click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^statement-uk-\d{4}-\d{2}\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeffDate,Receipt,/)
  const pdf = await context.request.get(
    (await page
      .getByRole('link', { name: /^PDF: UK tax year/ })
      .last()
      .getAttribute('href'))!,
  )
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
    mails: { kind: string; subject: string }[]
  }
  expect(mails.filter((mail) => mail.kind === 'statement').map((mail) => mail.subject)).toContainEqual(
    expect.stringContaining('Your statement is ready'),
  )
  await context.close()
})

for (const [language, scheme] of [
  ['en', 'dark'],
  ['ar', 'light'],
] as const)
  test(`receipts and statements are complete and accessible, ${language}, ${scheme}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL!, colorScheme: scheme })
    await context.addCookies([{ name: 'lang', value: language, url: baseURL! }])
    const page = await context.newPage()
    const problems = problemsOf(page)
    await logIn(page, 'amina@example.org')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      language === 'ar' ? 'الإيصالات والكشوف' : 'Receipts and statements',
    )
    await expectAccessible(page)
    expect(problems).toEqual([])
    await context.close()
  })

test('a new account shows where receipts will be', async ({ page }) => {
  await logIn(page, 'admin@example.org')
  await expect(page.getByText('No receipts yet')).toBeVisible()
  await expectAccessible(page)
})
