import { type APIRequestContext, expect, test } from '@playwright/test'
import {
  anAddress,
  campaigns,
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  problemsOf,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress, viewport: { width: 390, height: 844 } })

/** A fundraiser without levels that offers monthly plans and asks for no phone number. */
async function monthlyCampaign(request: APIRequestContext): Promise<string> {
  for (const { slug, id } of await campaigns(request)) {
    const [page, { plans }] = await Promise.all([
      request.get(`/v4/campaign-pages/${slug}`).then((answer) => answer.json() as Promise<{ levels: unknown[] }>),
      request
        .get(`/v4/plans/by-campaign/${id}`)
        .then((answer) => answer.json() as Promise<{ plans: { frequency: string; preferences: object }[] }>),
    ])
    if (page.levels.length === 0 && plans.some(({ frequency }) => frequency === 'month')) return slug
  }
  throw new Error('the demo has no fundraiser with monthly plans')
}

const mailsTo = async (request: APIRequestContext, email: string) =>
  (
    (await (await request.get('/v4/dev/mails?limit=200')).json()) as { mails: { to: string; kind: string }[] }
  ).mails.filter(({ to }) => to === email)

test('monthly as a guest: one form, one charge, and a plan managed by the mailed link (recurring-21)', async ({
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
  expect(problems).toEqual([])
})
