import { expect, test } from '@playwright/test'
import { cards, expectAccessible, fillCard, fillDonor, freshEmail, clickDonate, problemsOf } from './support.ts'

test('a supporter opens a page, the organizer approves it, and a donation counts on it and its parent (supporters-3, supporters-6)', async ({
  browser,
  baseURL,
  page,
}) => {
  const problems = problemsOf(page)
  const as = async (email: string) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    await context.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })
    return context.newPage()
  }
  const pageOf = async (id: string) =>
    (await (await page.request.get(`/v4/campaign-pages/${id}`)).json()) as { slug: string; totals: { raised: number } }
  const organizer = await as('sana@example.org')
  // A parent of its own, in its charity's colours.
  const pages = '/v4/organizations/umeed-trust/hosted-pages'
  const title = `A van for Umerkot ${Math.random().toString(36).slice(2, 8)}`
  const hosted = { title, description: 'Eighteen seats.', category: 'education', goalCurrency: 'GBP' }
  const made = (await (await organizer.request.post(pages, { data: hosted })).json()) as {
    slug: string
    legacyCampaignId: string
    legacyCampaignSlug: string
  }
  const published = await organizer.request.post(`${pages}/${made.slug}/state`, { data: { state: 'published' } })
  expect(published.status()).toBe(200)
  const { legacyCampaignId: id, legacyCampaignSlug: slug } = made
  await organizer.goto(`/organize/${id}/supporters`)
  await organizer.getByLabel('Let supporters open pages').check()
  await organizer.getByRole('button', { name: 'Save' }).click()
  await expect(organizer.getByRole('status')).toBeVisible()

  const supporter = await as('amina@example.org')
  await supporter.goto(`/v4/campaign/${slug}`)
  await supporter.getByRole('link', { name: 'Start your own page' }).click()
  await supporter.getByLabel('Title').fill('Amina cycles to Umerkot')
  await supporter.getByLabel('Why you support it').fill('Fourteen kilometres, there and back.')
  await expectAccessible(supporter)
  await supporter.getByRole('button', { name: 'Open the page' }).click()
  await expect(supporter.getByRole('status')).toContainText('sent to the organizer')
  await expectAccessible(supporter)

  await organizer.reload()
  await organizer.getByRole('button', { name: /Approve: .*Amina cycles/ }).click()
  await expect(organizer.getByText('Public', { exact: true })).toBeVisible()
  await expectAccessible(organizer)

  await page.goto(`/pages/umeed-trust/${made.slug}`)
  await page.getByRole('link', { name: 'Amina cycles to Umerkot' }).click()
  await expect(page).toHaveURL(/amina-cycles/)
  const own = new URL(page.url()).pathname.split('/').at(-1)!
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Donate' }).first().click()
  await fillDonor(page, freshEmail('supporter'))
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page).toHaveURL(/thankyou/)
  await expect.poll(async () => (await pageOf(own)).totals.raised).toBe(2000)
  expect((await pageOf(slug)).totals.raised).toBe(2000)
  expect(problems).toEqual([])
})
