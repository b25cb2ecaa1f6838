import { expect, type Page, test } from '@playwright/test'
import { campaigns, expectAccessible, problemsOf, untilAlive } from './support.ts'

const cardsOf = (page: Page) => page.locator('.campaign-card')
const noSideScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
const countSaid = async (page: Page): Promise<number> =>
  Number(/\d+/.exec(await page.locator('.discover-bar > [role=status]').innerText())?.[0] ?? 0)

test('a donor searches with a typo, filters by keyboard, shares the URL and resets [S2 §7]', async ({ page }) => {
  const problems = problemsOf(page)
  await page.goto('/v4/discover')
  const all = await countSaid(page)
  await page.getByRole('search').getByLabel('What do you want to give to?').fill('claen watr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/v4/discover?q=claen+watr')
  await expect(page.getByText('Showing results for “clean water”')).toBeVisible()
  await expect(cardsOf(page).first().getByRole('heading')).toHaveText('Clean water for Tharparkar')
  await expect(page).toHaveTitle(/fundraiser/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Zakat eligible' }).press('Enter')
  await expect(page).toHaveURL('/v4/discover?q=claen+watr&zakat=1')
  await expect(cardsOf(page).locator('.badge-zakat')).toHaveCount(await cardsOf(page).count())
  await page.getByRole('link', { name: 'Remove: “claen watr”' }).press('Enter')
  await page.getByRole('button', { name: 'All filters (1)' }).press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel.getByLabel('Zakat eligible')).toBeChecked()
  await panel.getByLabel(/^Food/).press('Space')
  await panel.getByLabel(/^Water/).press('Space')
  await expectAccessible(page)
  const show = panel.getByRole('button', { name: /^Show \d+ fundraisers$/ })
  const promised = Number(/\d+/.exec(await show.innerText())?.[0])
  await show.press('Enter')
  // The form repeats a parameter; the links below have a canonical form.
  await expect(page).toHaveURL(/category=food&category=water|category=water&category=food/)
  const narrowed = await countSaid(page)
  expect(narrowed).toBe(promised)
  expect(narrowed).toBeLessThan(all)
  await page.getByLabel('Sort by').selectOption('ending')
  await expect(page).toHaveURL(/sort=ending/)
  const shared = page.url()
  const titles = await cardsOf(page).getByRole('heading').allInnerTexts()
  await page.getByRole('link', { name: 'Remove: Water' }).press('Enter')
  await page.getByRole('link', { name: 'Clear all' }).press('Enter')
  expect(await countSaid(page)).toBe(all)
  await page.goto(shared)
  expect(await cardsOf(page).getByRole('heading').allInnerTexts()).toEqual(titles)
  await page.goto('/v4/discover?q=xyzzyqwv')
  await expect(page.locator('.empty')).toContainText('No fundraisers found')
  expect(problems).toEqual([])
})

test('“near me” finds the nearest countries in the browser, and offers all if refused', async ({ page, context }) => {
  const problems = problemsOf(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 24.86, longitude: 67.01 })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/v4/discover?zakat=1')
  const nearMe = page.getByRole('button', { name: 'Near me' })
  await untilAlive(nearMe)
  await nearMe.press('Enter')
  await expect(page).toHaveURL('/v4/discover?country=PK&zakat=1')
  await expect(page.getByRole('link', { name: 'Remove: Pakistan' })).toBeVisible()
  expect(sent.filter((text) => /24\.86|67\.01/.test(text))).toEqual([])
  await context.clearPermissions()
  await page.goto('/v4/discover')
  await untilAlive(nearMe)
  await nearMe.press('Enter')
  await expect(page.getByText('We couldn’t find your location. Choose a country instead.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pakistan/ })).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('the header suggests while typing, by keyboard', async ({ page }) => {
  const problems = problemsOf(page)
  await page.goto('/v4')
  const field = page.getByLabel('Search fundraisers')
  await untilAlive(field)
  await field.pressSequentially('wat')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option').first()).toHaveText(/^Water\s*Cause$/)
  await expect(list.getByRole('option', { name: /^Clean water for Tharparkar/ })).toBeVisible()
  await expectAccessible(page)
  await field.press('Escape')
  await expect(list).toBeHidden()
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', 'site-q-suggestions-0')
  await field.press('Enter')
  await expect(page).toHaveURL('/v4/discover?category=water')
  expect(problems).toEqual([])
})

test('finds an event from the fundraisers page, in Arabic by its Arabic title', async ({ browser, baseURL }) => {
  for (const [locale, nav, title] of [
    ['en', 'Events', 'Ramadan 1448'],
    ['ar', 'الفعاليات', 'رمضان 1448'],
  ] as const) {
    const page = await (
      await browser.newContext({ baseURL: baseURL!, locale, viewport: { width: 320, height: 800 } })
    ).newPage()
    await page.goto('/v4/discover')
    expect(await noSideScroll(page)).toBe(true)
    await page.getByRole('navigation', { name: nav }).getByRole('link', { name: title }).click()
    await expect(page).toHaveURL('/v4/events/ramadan-1448')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.context().close()
  }
})

test('cards name the dollar’s country, on the narrowest phone and in Arabic', async ({ browser, baseURL }) => {
  const currencies = new Set<string>()
  for (const [locale, width] of [
    ['en', 320],
    ['ar', 320],
    ['en', 1440],
  ] as const) {
    const page = await (
      await browser.newContext({ baseURL: baseURL!, locale, viewport: { width, height: 800 } })
    ).newPage()
    for (const path of ['/v4/discover', '/v4']) {
      await page.goto(path)
      const amounts = await cardsOf(page).locator('.campaign-card-progress .num').allInnerTexts()
      expect(amounts.length).toBeGreaterThan(3)
      for (const [sign] of amounts.join(' ').matchAll(/(CA)?\$|£/g)) currencies.add(sign)
      expect(await noSideScroll(page)).toBe(true)
    }
    await page.context().close()
  }
  expect([...currencies]).toEqual(expect.arrayContaining(['$', 'CA$', '£']))
})

test('“show more” adds and announces the next twenty-four, and can be retried', async ({ page }) => {
  await page.goto('/v4/discover')
  const all = await countSaid(page)
  await expect(cardsOf(page)).toHaveCount(24)
  await page.route('**/v4/discovery/cards?*', (route) => route.abort(), { times: 1 })
  const more = page.getByRole('link', { name: 'Show more' })
  await untilAlive(more)
  await more.press('Enter')
  await expect(page.getByRole('alert')).toContainText('couldn’t load more fundraisers')
  await more.press('Enter')
  await expect(cardsOf(page)).toHaveCount(Math.min(48, all))
  await expect(cardsOf(page).nth(24).getByRole('link').first()).toBeFocused()
  await expect(page.getByText(/\d+ more fundraisers/)).toBeAttached()
  // The browser hasn't laid out the cards below the window, so they have no inner text yet.
  expect(new Set(await cardsOf(page).getByRole('heading').allTextContents()).size).toBe(await cardsOf(page).count())
  await expectAccessible(page)
})

test('chooses countries in the list or on the map, and is right-to-left on a phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const page = await context.newPage()
  const problems = problemsOf(page)
  await page.goto('/v4/discover')
  await page.getByText('Countries on a map').press('Enter')
  const map = page.locator('.country-map-map svg')
  await expect(map).toBeVisible()
  await expectAccessible(page)
  // A click in the middle may hit the sea, so the outline gets the event.
  await map.locator('[data-code=PK]').dispatchEvent('click')
  await expect(page).toHaveURL('/v4/discover?country=PK')
  await page.getByText('Countries on a map').press('Enter')
  await expect(map.locator('[data-code=PK]')).toHaveAttribute('data-on', 'true')
  await page.getByRole('link', { name: /^Canada, / }).press('Enter')
  await expect(page).toHaveURL('/v4/discover?country=CA%2CPK')
  await expect(page.getByRole('link', { name: 'Remove: Canada' })).toBeVisible()
  expect(problems).toEqual([])
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/v4/discover?q=%D9%85%D8%A7%D8%A1')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await cardsOf(page).count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'التصفية' }).click()
  await expectAccessible(page)
  expect(await noSideScroll(page)).toBe(true)
  await context.close()
})

test('the featured list shows its four states; its carousel never moves by itself [S1 §4] [S1 §8] [S1 §9]', async ({
  page,
  request,
}) => {
  const calls = '**/v4/discovery/featured?*'
  const list = page.locator('.featured-list')
  const show = async () => {
    await page.goto('/v4')
    await list.scrollIntoViewIfNeeded()
  }
  await page.clock.install()
  let requestCount = 0
  await page.route(calls, (route) => (requestCount++, route.abort()))
  await page.setViewportSize({ width: 1280, height: 900 })
  await show()
  await expect.poll(() => requestCount).toBe(1)
  expect((await list.locator('.featured-skeleton').first().boundingBox())!.height).toBe(565)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await list.locator('.featured-skeleton').first().boundingBox())!.height).toBe(552)
  for (const [seconds, count] of [
    [1, 2],
    [2, 3],
    [4, 4],
    [8, 5],
  ] as const) {
    await page.clock.runFor(seconds * 1000)
    await expect.poll(() => requestCount).toBe(count)
  }
  await expect(list.getByRole('alert')).toContainText("We're sorry. Something went wrong. Please try again later.")
  await page.clock.runFor(60_000)
  expect(requestCount).toBe(5)
  await expectAccessible(page)
  await page.unroute(calls)
  await page.route(calls, (route) => route.fulfill({ json: { results: [] } }), { times: 1 })
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('status')).toHaveText('No fundraisers found')
  await page.unroute(calls)
  await page.setViewportSize({ width: 1280, height: 900 })
  await show()
  const track = list.locator('.featured-track')
  const widths = async () =>
    (await track.locator('li').first().boundingBox())!.width / (await track.boundingBox())!.width
  await expect.poll(widths).toBeCloseTo(0.33, 1)
  await page.setViewportSize({ width: 760, height: 900 })
  await expect.poll(widths).toBeCloseTo(0.45, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(widths).toBeCloseTo(1, 1)
  const place = () => track.evaluate((element) => Math.round(Math.abs(element.scrollLeft)))
  await page.clock.runFor(30_000)
  expect(await place()).toBe(0)
  await expect(list.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await list.getByRole('button', { name: 'Next' }).press('Enter')
  await expect.poll(place).toBeGreaterThan(200)
  await track.getByRole('link').nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(place).toBeLessThan(200)
  await expectAccessible(page)
  const open = new Set((await campaigns(request)).map((card) => card.slug))
  for (const href of await track
    .locator('h3 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!)))
    expect(open.has(/campaign\/([\w-]+)/.exec(href)![1]!)).toBe(true)
  const charity = page.getByRole('link', { name: 'Give to Umeed Trust' })
  await expect(charity).toHaveAttribute('href', '/v4/checkout/umeed-trust?src=home')
  await charity.press('Enter')
  await expect(page).toHaveURL('/v4/checkout/umeed-trust?src=home')
})

test('an event shows its fundraisers in both languages', async ({ page, context, baseURL }) => {
  await page.goto('/v4/events/ramadan-1448')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ramadan 1448')
  await expect(page.getByText('8 February 2027 to 8 March 2027')).toBeVisible()
  await expect(cardsOf(page)).toHaveCount(6)
  await expectAccessible(page)
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('رمضان 1448')
  await expectAccessible(page)
  expect((await page.goto('/v4/events/nothing-of-that-name'))!.status()).toBe(404)
})
