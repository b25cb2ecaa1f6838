import { type APIRequestContext, expect, test } from '@playwright/test'
import {
  anAddress,
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  mailsTo,
  monthlyCampaign,
  problemsOf,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress, viewport: { width: 390, height: 844 } })

/** The link of a mail, as its reader opens it. */
async function linkIn(request: APIRequestContext, email: string, { kind, path }: { kind: string; path: string }) {
  let found: string | undefined
  await expect(async () => {
    const mail = (await mailsTo(request, email)).find((item) => item.kind === kind)
    const { plain } = (await (await request.get(`/v4/dev/mails/${mail?.id}`)).json()) as { plain: string }
    found = new RegExp(`https?://\\S*${path}\\S*`).exec(plain)?.[0]
    expect(found).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return found!
}

test('a guest donates monthly with one form and one charge, and manages the plan by a mailed link [recurring-21]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const email = freshEmail('monthly')
  const slug = await monthlyCampaign(request)
  await page.goto(`/v4/checkout/${slug}`)
  await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  // Input stays, in the provider's fields as well.
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await expect(page.getByText(/allow us to charge .* each month from/)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Donate .* monthly$/ })
    .last()
    .click()
  await expect(page).toHaveURL(new RegExp(`/thankyou/${slug}`))
  await expectOneReceipt(request, email)
  await expect(async () =>
    expect((await mailsTo(request, email)).map(({ kind }) => kind).sort()).toEqual(['plan-confirmed', 'receipt']),
  ).toPass({ timeout: 15_000 })

  // The link in the mail shows the plan and lowers its amount; another card needs a new link.
  await page.goto(await linkIn(request, email, { kind: 'plan-confirmed', path: '/scheduled-giving/manage' }))
  await expect(page.getByRole('article')).toContainText(/Monthly donation.*Active.*ending in .*4242/s)
  await expectAccessible(page)
  await page.getByLabel(/^Each donation/).fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('The amount is changed. You haven’t been charged.')
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByRole('status')).toContainText('We’ve sent the link to')
  const change = await linkIn(request, email, { kind: 'plan-change-link', path: '/scheduled-giving/change' })
  await page.goto(change)
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('status')).toContainText('The card is changed.')
  expect(problems).toEqual([])
  await page.goto(change)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me the links' }).click()
  await expect(page.getByRole('status')).toContainText('their links are on the way')
  await page.goto(await linkIn(request, email, { kind: 'plan-list', path: '/scheduled-giving/manage' }))
  await expect(page.getByRole('article')).toContainText('Monthly donation')
})
