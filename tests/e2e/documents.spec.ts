import { expect, test } from '@playwright/test'
import { cards, expectAccessible, fillCard, fillDonor, freshEmail, plainCampaign, clickDonate } from './support.ts'

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
