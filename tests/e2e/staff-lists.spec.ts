import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, problemsOf, summaryIn } from './support.ts'

const password = 'sunbul-demo-2026'

async function deskOf(
  browser: Browser,
  baseURL: string | undefined,
  over: object = {},
  email = 'admin@example.org',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, ...over })
  expect((await context.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  return context.newPage()
}
const featured = async (page: Page, spot: string): Promise<string[]> =>
  (
    (await (await page.request.get(`/v4/discovery/featured?adSpotType=${spot}&limit=3`)).json()) as {
      results: { slug: string }[]
    }
  ).results.map(({ slug }) => slug)

test('staff feature a fundraiser in one place, without scripts, and visitors see it first only there', async ({
  browser,
  baseURL,
}) => {
  const page = await deskOf(browser, baseURL, { javaScriptEnabled: false })
  const general = await featured(page, 'general')
  await page.goto('/staff/featured')
  await page.getByLabel('Ad spot').selectOption('event')
  await page.getByRole('button', { name: 'Show' }).click()
  const fundraisers = page.getByRole('region', { name: 'Fundraisers' })
  await fundraisers.getByRole('button', { name: 'Add' }).click()
  await expect(summaryIn(page)).toContainText('Enter the address or number of a fundraiser, or a link to it.')
  for (const typed of ['the-night-bakery', `${baseURL!}/v4/campaign/a-school-van-for-umerkot`]) {
    await fundraisers.getByLabel('Add a fundraiser').fill(typed)
    await fundraisers.getByRole('button', { name: 'Add' }).click()
  }
  await expect(page.getByRole('status')).toContainText('is now in position 2.')
  await fundraisers.getByRole('button', { name: /^Move up/ }).press('Enter')
  await expect(page.getByRole('status')).toContainText('is now in position 1.')
  expect((await featured(page, 'event')).slice(0, 2)).toEqual(['a-school-van-for-umerkot', 'the-night-bakery'])
  expect(await featured(page, 'general')).toEqual(general)
  for (let left = 2; left > 0; left--)
    await fundraisers
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
  await expect(fundraisers.getByText('Nothing is featured here yet')).toBeVisible()
  expect(await featured(page, 'event')).toEqual(general)
})

test('a fundraiser that staff feature on the home page is first there', async ({ browser, baseURL }) => {
  const page = await deskOf(browser, baseURL)
  await page.goto('/staff/featured?spot=home')
  const fundraisers = page.getByRole('region', { name: 'Fundraisers' })
  await fundraisers.getByLabel('Add a fundraiser').fill('the-night-bakery')
  await fundraisers.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is now in position 1.' })).toBeVisible()
  await page.goto('/v4')
  // The first of the list is the live fundraiser at the top of the page.
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('The night bakery', {
    ignoreCase: true,
  })
  await page.goto('/staff/featured?spot=home')
  await fundraisers.getByRole('button', { name: /^Remove/ }).click()
  await expect(fundraisers.getByText('Nothing is featured here yet')).toBeVisible()
})

test('staff create an event in both languages, fill it, and delete it', async ({ browser, baseURL }) => {
  const page = await deskOf(browser, baseURL, { viewport: { width: 390, height: 844 } })
  const problems = problemsOf(page)
  const slug = `eid-${Math.random().toString(36).slice(2, 8)}`
  await page.goto('/staff/lists')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(summaryIn(page)).toContainText('Enter a title of at most 120 characters.')
  await expectAccessible(page)
  await page.getByLabel('Title in English').fill('Eid together')
  await page.getByLabel('Title in Arabic').fill('العيد معًا')
  await page.getByLabel('Page address').fill(slug)
  await page.getByLabel('First day').fill('2027-03-10')
  await page.getByLabel('Last day').fill('2027-03-09')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(summaryIn(page)).toContainText('The last day can’t be before the first.')
  await page.getByLabel('Last day').fill('2027-03-12')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Eid together' })).toBeVisible()
  for (const typed of ['the-night-bakery', 'a-school-van-for-umerkot']) {
    await page.getByLabel('Add a fundraiser').fill(typed)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('status')).toContainText('is now in position')
  }
  await page.getByRole('button', { name: /^Remove: .*Night Bakery/i }).click()
  await expect(page.getByRole('status')).toContainText('Removed.')
  await expectAccessible(page)

  const visitor = await (await browser.newContext({ baseURL: baseURL!, locale: 'ar' })).newPage()
  await visitor.goto(`/v4/events/${slug}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'العيد معًا' })).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(1)

  await page.getByRole('link', { name: 'Delete this event' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(page.getByRole('status')).toContainText('Deleted.')
  expect((await visitor.request.get(`/v4/events/by-slug/${slug}`)).status()).toBe(404)
  // Browsers log the status of every refused form.
  expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([])
})

test('staff create and rename a list; the staff area is readable in dark mode and Arabic', async ({
  browser,
  baseURL,
}) => {
  const dark = await deskOf(browser, baseURL, { colorScheme: 'dark' })
  await dark.goto('/staff/lists')
  await dark.getByLabel('New list').fill('For the spring')
  await dark.getByRole('button', { name: 'Create' }).click()
  await dark.getByLabel('Add a fundraiser').fill('the-night-bakery')
  await dark.getByRole('button', { name: 'Add' }).click()
  await expect(dark.getByRole('status')).toContainText('is now in position 1.')
  await expectAccessible(dark)
  await dark.getByLabel('Title').fill('For the summer')
  await dark.getByRole('button', { name: 'Save' }).click()
  await expect(dark.getByRole('heading', { level: 1, name: 'For the summer' })).toBeVisible()
  await dark.getByRole('link', { name: 'Delete this list' }).click()
  await expectAccessible(dark)
  await dark.getByRole('button', { name: 'Yes, delete' }).click()
  await dark.goto('/staff/featured')
  await expectAccessible(dark)

  const arabic = await deskOf(browser, baseURL, { locale: 'ar' })
  for (const path of [
    '/staff/featured',
    '/staff/lists',
    '/staff/lists/new-event',
    '/staff/lists/events/ramadan-1448',
    '/staff/ads',
  ]) {
    await arabic.goto(path)
    await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectAccessible(arabic)
  }
})

test('staff upload a picture for a card in one ad spot; other roles find no such page', async ({
  browser,
  baseURL,
}) => {
  const page = await deskOf(browser, baseURL, { javaScriptEnabled: false })
  await page.goto('/staff/ads')
  await page.getByLabel('Upload a picture').setInputFiles({ name: 'van.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('The picture is uploaded.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Fundraiser' }).fill('a-school-van-for-umerkot')
  await page.getByLabel('Ad spot').selectOption('event')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('status')).toContainText('Saved.')
  const cards = async () =>
    (
      (await (await page.request.get('/v4/discovery/cards?q=umerkot&adSpotType=event')).json()) as {
        results: { adVariants: { creativeUrl: string }[] }[]
      }
    ).results
  const [card] = await cards()
  expect(card!.adVariants).toHaveLength(1)
  expect((await page.request.get(card!.adVariants[0]!.creativeUrl)).ok()).toBe(true)
  await page.goto('/staff/ads')
  await page.getByLabel('URL of the picture').fill('https://media.example/film.mp4')
  await page.getByRole('textbox', { name: 'Fundraiser' }).fill('a-school-van-for-umerkot')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(summaryIn(page)).toContainText('starts with /media/ or /art/')
  // The cards of a list that uses an ad spot show its variants.
  for (const [spot, path] of [
    ['general', '/v4/discover?q=umerkot'],
    ['home', '/v4'],
  ] as const) {
    await page.goto(path)
    const locator = page.locator('.campaign-card').first()
    const slug = /campaign\/([^?]+)/.exec(
      (await locator.getByRole('heading').getByRole('link').getAttribute('href'))!,
    )![1]!
    await page.goto('/staff/ads')
    await page.getByLabel('URL of the picture').fill('/art/of-this-spot.webp?c=food')
    await page.getByRole('textbox', { name: 'Fundraiser' }).fill(slug)
    await page.getByLabel('Ad spot').selectOption(spot)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('status')).toContainText('Saved.')
    await page.goto(path)
    await expect(locator.locator('.campaign-card-picture img')).toHaveAttribute(
      'src',
      '/art/of-this-spot.webp?c=food&w=480',
    )
    await page.goto('/staff/ads')
    await page
      .locator('.desk-list > li')
      .filter({ has: page.locator('input[name=url][value*=of-this-spot]') })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(page.getByRole('status')).toContainText('Removed.')
  }
  await page.getByRole('button', { name: /^Remove: .*school van.*Picture 1/ }).click()
  await expect(page.getByRole('status')).toContainText('Removed.')
  expect((await cards())[0]!.adVariants).toEqual([])

  const donor = await deskOf(browser, baseURL, {}, 'amina@example.org')
  for (const path of ['/staff/featured', '/staff/lists', '/staff/lists/new-event', '/staff/ads'])
    expect((await donor.goto(path))!.status(), path).toBe(404)
})

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
