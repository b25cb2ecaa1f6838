import { bytesOfPages } from '../../bench/bytes.ts'
import { expect, test } from '@playwright/test'
import { campaigns, expectAccessible, plainCampaign, problemsOf } from './support.ts'

test('a first visit receives no more bytes than its budget: HTML, scripts and styles', async ({ request, baseURL }) => {
  const slug = await plainCampaign(request)
  const budgets: Readonly<Record<string, number>> = {
    [`/v4/campaign/${slug}`]: 140,
    [`/v4/checkout/${slug}`]: 160,
    '/v4/basket': 160,
    '/v4/basket/thankyou': 160,
  }
  for (const { path, htmlBytes, scriptBytes, styleBytes } of await bytesOfPages(baseURL!, Object.keys(budgets))) {
    for (const bytes of [htmlBytes, scriptBytes, styleBytes]) expect(bytes, path).toBeGreaterThan(3000)
    expect((htmlBytes + scriptBytes + styleBytes) / 1000, path).toBeLessThanOrEqual(budgets[path]!)
  }
})

test('the most visited fundraisers and their checkouts stay within their limits in both languages', async ({
  request,
  baseURL,
}) => {
  const limits = { campaign: 140, checkout: 160 }
  const visited = (await campaigns(request)).toSorted((a, b) => b.donationCount - a.donationCount).slice(0, 10)
  const paths = (['campaign', 'checkout'] as const).flatMap((kind) =>
    visited.flatMap(({ slug }) => ['en', 'ar'].map((locale) => ({ kind, path: `/v4/${kind}/${slug}?lang=${locale}` }))),
  )
  const pages = await bytesOfPages(
    baseURL!,
    paths.map(({ path }) => path),
  )
  for (const [index, { path, htmlBytes, scriptBytes, styleBytes }] of pages.entries())
    expect((htmlBytes + scriptBytes + styleBytes) / 1000, path).toBeLessThanOrEqual(limits[paths[index]!.kind])
})

test('a URL names the language for visitors without a cookie, and has one canonical form [contract-12]', async ({
  request,
  baseURL,
}) => {
  const slug = await plainCampaign(request)
  for (const path of ['/v4', '/fees', `/v4/campaign/${slug}`]) {
    const inArabic = await request.get(`${path}?lang=ar&src=poster`, { headers: { cookie: 'lang=en' } })
    const html = await inArabic.text()
    expect(html).toContain('<html lang="ar" dir="rtl"')
    expect(inArabic.headers()['set-cookie']).toBeUndefined()
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}"/>`)
    expect(html).toContain(`hrefLang="en" href="${baseURL}${path}?lang=en"`)
    expect(html).toContain(`hrefLang="x-default" href="${baseURL}${path}"`)
    // The cached page is in the URL's own language.
    expect(await (await request.get(`${path}?src=poster`)).text()).toContain('<html lang="en" dir="ltr"')
  }
  const campaignPage = await (await request.get(`/v4/campaign/${slug}`)).text()
  const [, data = ''] = /<script type="application\/ld\+json">([^<]+)</.exec(campaignPage) ?? []
  expect(JSON.parse(data)).toMatchObject({ '@type': 'WebPage', url: `${baseURL}/v4/campaign/${slug}` })
  // Networks that read a page's preview follow this address, so it must be the page's own.
  expect(campaignPage).toContain(`<meta property="og:url" content="${baseURL}/v4/campaign/${slug}"/>`)
  for (const path of ['/login', `/v4/checkout/${slug}`, '/nowhere'])
    expect(await (await request.get(path)).text(), path).not.toContain('rel="canonical"')
})

test('a language chosen on a URL that names another one wins', async ({ page }) => {
  await page.goto('/help?lang=ar')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/help$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a page that counts its visit lets the network become idle', async ({ page, request }) => {
  const counted = page.waitForResponse('**/v4/events')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}`)
  expect(await (await counted).finished()).toBe(null)
  await page.waitForLoadState('networkidle')
})

test('an error page is hydrated in the visitor’s language', async ({ context, page, baseURL }) => {
  // The browser's scripts hydrate the page without changes.
  const problems = problemsOf(page)
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.goto('/zakat-policy')
  await page.evaluate(() =>
    document.body.insertAdjacentHTML(
      'beforeend',
      '<form method="post" action="/v4"><button id="ask">…</button></form>',
    ),
  )
  await page.locator('#ask').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('لم نجد هذه الصفحة')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  expect(problems.filter((problem) => !problem.includes('405'))).toEqual([])
})

test('a fundraiser’s page has metadata for link previews', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/campaign/${slug}?src=friend`)
  await expect(page).toHaveURL(new RegExp(`/v4/campaign/${slug}\\?src=friend`))
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  const answer = await request.get(image!)
  expect(answer.headers()['content-type']).toBe('image/png')
  const carried = page.locator('.donate-form input[type=hidden]')
  const fields = await carried.evaluateAll((all) =>
    all.map((element) => `${element.getAttribute('name')}=${element.getAttribute('value')}`),
  )
  expect(fields.join('&')).toMatch(/redirectURL=.*thankyou.*type=rebuild.*src=friend/)
})

test('an ended fundraiser accepts no donations, on the page and on the server [S1 §4]', async ({ page, request }) => {
  const open = new Set((await campaigns(request)).map((card) => card.slug))
  let ended: { slug: string; id: string; currency: string } | undefined
  for (let id = 1; id <= 72 && !ended; id++) {
    const minimal = await request.get(`/api/donate/minimumProjectForDonation/${id}`)
    const body = (await minimal.json()) as {
      result?: { slug?: string; status?: number; endDate?: string | null; currencyCode?: string }
    }
    if (
      body.result?.slug &&
      !open.has(body.result.slug) &&
      body.result.endDate &&
      new Date(body.result.endDate) < new Date()
    )
      ended = { slug: body.result.slug, id: String(id), currency: body.result.currencyCode! }
  }
  await page.goto(`/v4/campaign/${ended!.slug}`)
  await expect(page.getByText('This fundraiser has ended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Donate', disabled: false })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/v4/checkout/${ended!.slug}`)
  await expect(page.getByRole('heading', { name: 'This fundraiser has ended' })).toBeVisible()
  const refused = await request.post(`/api/donate/donate/${ended!.id}`, {
    data: { amount: '20', currency: ended!.currency, tokens: [{ type: 'card', token: 'pm_card_visa' }] },
  })
  expect(refused.status()).toBe(409)
})

test('the thank-you page without a donation is not titled “Thank you”', async ({ page, request }) => {
  for (const path of [`/thankyou/${await plainCampaign(request)}`, '/v4/basket/thankyou']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t show your donation here')
    await expect(page).toHaveTitle('We can’t show your donation here')
  }
})

test('language and appearance are stored, and work without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
  const page = await context.newPage()
  await page.goto('/v4')
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.getByRole('button', { name: 'داكن' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 19, 17)')
  await context.close()
})

test('an unknown URL and details that can’t load link to useful pages [S1 §8]', async ({ page, request }) => {
  for (const [address, status] of [
    ['/v4/campaign/%00', 404],
    ['/scheduled-giving/plans/%00', 404],
    ['/v4/discover?q=%00', 200],
    ['/scheduled-giving/ramadan?q=%00&code=%00Team', 200],
  ] as const)
    expect((await request.get(address)).status(), address).toBe(status)
  expect((await page.goto('/nowhere'))!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'We can’t find this page' })).toBeVisible()
  await page.goto('/v4/checkout/nothing-of-that-name')
  await expect(page).toHaveURL(/\/v4\/discover$/)
})
