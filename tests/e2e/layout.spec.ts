import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { mailLayout } from '#modules/platform/notifications/index.ts'
import { aBasket, itemOf } from './baskets.ts'
import {
  anAddress,
  campaigns,
  cards,
  challengeOf,
  expectAccessible,
  fillCard,
  fillDonor,
  plainCampaign,
  clickDonate,
  untilAlive,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

const phone = { width: 390, height: 844 }

async function openAs(
  browser: Browser,
  baseURL: string | undefined,
  { lang = 'en', viewport = phone, email = '', javaScriptEnabled = true } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, viewport, reducedMotion: 'reduce', javaScriptEnabled })
  await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }])
  if (email)
    expect((await context.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })).ok()).toBe(true)
  return context.newPage()
}

/** Returns the extent of an element's text, line by line. */
const linesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = element.getBoundingClientRect()
    const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    return {
      rows: rows.size,
      right: Math.max(...[...range.getClientRects()].map((rect) => rect.right)),
      left,
      end: right,
    }
  })

test('an amount and its button are aligned, in every language', async ({ browser, baseURL, request }) => {
  const slug = await plainCampaign(request)
  for (const lang of ['en', 'ar']) {
    const page = await openAs(browser, baseURL, { lang })
    await page.goto(`/v4/campaign/${slug}`)
    const [field, button] = await Promise.all([
      page.locator('.donate-form .amount').boundingBox(),
      page.locator('.donate-form .button').boundingBox(),
    ])
    expect([button!.y, button!.height], lang).toEqual([field!.y, field!.height])
    await page.context().close()
  }
})

test('the phone’s navigation fits on one line, also logged in and in Arabic', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, { lang: 'ar', email: 'amina@example.org' })
  await page.goto('/account')
  expect((await page.locator('.site-nav').boundingBox())!.height).toBeLessThan(60)
  await page.context().close()
})

test('on the narrowest phones name and navigation share a line, with a basket, too', async ({ browser, baseURL }) => {
  for (const [lang, width] of [
    ['en', 360],
    ['ar', 390],
  ] as const) {
    const page = await openAs(browser, baseURL, { lang, viewport: { width, height: 800 } })
    const [card] = (await campaigns(page.request)).filter(({ currencyCode }) => currencyCode === 'USD')
    for (const has of ['nothing', 'a gift']) {
      await page.goto('/zakat-policy')
      expect((await page.locator('.site-header').boundingBox())!.height, `${lang} ${has}`).toBeLessThan(80)
      await aBasket(page, [itemOf({ ...card!, name: '' })])
    }
    await expect(page.locator('.site-basket-count')).toBeVisible()
    await page.context().close()
  }
})

test('preloads the fonts that a page’s styles use', async ({ browser, baseURL }) => {
  for (const [lang, count] of [
    ['en', 2],
    ['ar', 3],
  ] as const) {
    const page = await openAs(browser, baseURL, { lang })
    const loaded: string[] = []
    page.on('request', (request) => request.resourceType() === 'font' && loaded.push(new URL(request.url()).pathname))
    const answer = await page.goto('/zakat-policy')
    const requests = [...(answer!.headers()['link'] ?? '').matchAll(/<([^>]+)>; rel=preload; as=font/g)].map(
      ([, file]) => file!,
    )
    expect(requests.length, lang).toBe(count)
    await page.evaluate(() => document.fonts.ready)
    const styles = await page.evaluate(() =>
      [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join(' '),
    )
    for (const file of requests) {
      expect(styles, lang).toContain(file)
      expect(loaded.filter((text) => text === file).length, file).toBe(1)
    }
    await page.context().close()
  }
})

test('the line above a total is one line, and amounts align in Arabic, too', async ({ browser, baseURL, request }) => {
  for (const lang of ['en', 'ar']) {
    const page = await openAs(browser, baseURL, { lang })
    await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
    await page.locator('input[name=tipChoice][value="16"]').check()
    const [label, amount] = await Promise.all(
      ['dt', 'dd'].map((part) => page.locator(`.checkout-summary ${part}.lines-total`).boundingBox()),
    )
    expect(lang === 'en' ? label!.x + label!.width : amount!.x + amount!.width, lang).toBeCloseTo(
      lang === 'en' ? amount!.x : label!.x,
      0,
    )
    const ends = await page
      .locator('.checkout-summary dd:not(.lines-total) bdi')
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().right)))
    expect(ends.length).toBe(2)
    expect(ends[0], lang).toBe(ends[1])
    await page.context().close()
  }
})

test('a wide screen shows all charities of the home page', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, { viewport: { width: 1440, height: 900 } })
  await page.goto('/v4')
  const cards = page.locator('.organization-card')
  expect(await cards.count()).toBeGreaterThan(6)
  for (const card of await cards.all()) {
    const { x, width } = (await card.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(1440)
  }
  await page.context().close()
})

test('a badge with an explanation is as tall as others, with a large enough target', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL)
  await page.goto('/v4/campaign/driving-lessons-for-newcomers')
  const [opens, says] = [
    page.locator('.badges .campaign-page-badge').first(),
    page.locator('.badges .badge:not(.campaign-page-badge)').first(),
  ]
  const [box, beside] = [(await opens.boundingBox())!, (await says.boundingBox())!]
  expect(beside.height).toBe(box.height)
  for (const y of [box.y - 5, box.y + box.height + 5]) {
    const pressed = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left!, top!)?.className,
      [box.x + box.width / 2, y],
    )
    expect(pressed).toContain('campaign-page-badge')
  }
  await page.context().close()
})

test('each line of a basket has the same distance from its border', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL)
  const [card] = (await campaigns(page.request)).filter(({ currencyCode }) => currencyCode === 'USD')
  await aBasket(page, [itemOf({ ...card!, name: '' })])
  await page.goto('/v4/basket')
  const [line, head] = await Promise.all(
    ['', ' .basket-line-head'].map((part) => page.locator(`.basket-line${part}`).first().boundingBox()),
  )
  const [border, padding] = [1, 12]
  expect(head!.y - line!.y).toBe(border + padding)
  await page.context().close()
})

test('the footer stays out of view while the thank-you page loads the donation', async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openAs(browser, baseURL)
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
  await untilAlive(page.locator('#amount'))
  await page.locator('[aria-controls=tip-fold]').click()
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, 'foot-of-thanks@example.org')
  await fillCard(page, cards.good)
  let answerThankYou = () => {}
  const released = new Promise<void>((resolve) => (answerThankYou = resolve))
  await page.route('**/v4/thank-yous/*', async (route) => {
    await released
    await route.continue()
  })
  await clickDonate(page)
  await expect(page.locator('[aria-busy] > .skeleton').first()).toBeAttached({ timeout: 15_000 })
  await expect(page.locator('.site-footer')).not.toBeInViewport()
  answerThankYou()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  // Even a tiny part of the goal is visible in the bar.
  expect((await page.locator('.meter .meter-own').boundingBox())!.width).toBeGreaterThan(8)
  await page.context().close()
})

test('an English title in an Arabic list starts where the list does', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, { lang: 'ar', email: 'amina@example.org' })
  for (const [path, title] of [
    ['/v4/discover', '.campaign-card h3[lang=en]'],
    ['/account/donations', '.donation-what a[lang=en]'],
    ['/v4/campaign/clean-water-for-tharparkar', '.campaign-page h1[lang=en]'],
    ['/v4/campaign/clean-water-for-tharparkar', '.campaign-page-level h3[lang=en]'],
  ] as const) {
    await page.goto(path)
    const { right, end } = await linesOf(page.locator(title).first())
    expect(end - right, path).toBeLessThan(2)
  }
  await page.context().close()
})

/** Arabic lines in which a number follows Latin letters without isolation, which would reorder it. */
const numbersAstray = (page: Page) =>
  page.evaluate(() => {
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
    const apart = '\u2588'
    const respond = (node: Node): string => {
      if (!(node instanceof HTMLElement)) return node.textContent ?? ''
      return node.tagName === 'BDI' || node.dir !== '' || !isInline(node)
        ? apart
        : [...node.childNodes].map(respond).join('')
    }
    const lines = [...document.body.querySelectorAll<HTMLElement>('*:not(script, style, noscript)')]
      .filter((element) => !isInline(element) && getComputedStyle(element).direction === 'rtl')
      .map((element) =>
        [...element.childNodes]
          .map(respond)
          .join('')
          .replaceAll(/[\u2066-\u2068][^\u2069]*\u2069/g, apart),
      )
    return lines.filter((line) => /\p{Script=Arabic}/u.test(line) && /[A-Za-z][\s·,:|–()/+-]+\d/.test(line))
  })

test('numbers in an Arabic line keep their position, also after a currency', async ({ browser, baseURL, request }) => {
  const page = await openAs(browser, baseURL, { lang: 'ar', email: 'amina@example.org' })
  const slug = await plainCampaign(request)
  for (const path of [
    '/account',
    '/account/donations',
    '/account/receipts',
    '/account/cards',
    '/v4/discover',
    `/v4/campaign/${slug}`,
    `/v4/checkout/${slug}`,
  ]) {
    await page.goto(path)
    expect(await numbersAstray(page), path).toEqual([])
  }
  await page.context().close()
})

test('no tip amount wraps on a phone', async ({ browser, baseURL, request }) => {
  const { slug } = (await campaigns(request)).find(({ currencyCode }) => currencyCode === 'MAD')!
  for (const lang of ['en', 'ar']) {
    const page = await openAs(browser, baseURL, { lang })
    await page.goto(`/v4/checkout/${slug}?amount=200`)
    const amounts = page.locator('#tipChoice small')
    await expect(amounts).toHaveCount(3)
    await untilAlive(page.locator('#amount'))
    await page.locator('[aria-controls=tip-fold]').click()
    for (const amount of await amounts.all()) expect((await linesOf(amount)).rows, lang).toBe(1)
    await page.context().close()
  }
})

test('no tip is alone on a line, unless all are', async ({ browser, baseURL, request }) => {
  test.slow()
  for (const [lang, width] of [
    ['en', 320],
    ['en', 390],
    ['en', 768],
    ['ar', 320],
    ['ar', 390],
  ] as const) {
    const page = await openAs(browser, baseURL, { lang, viewport: { width, height: 844 } })
    for (const [currency, amounts] of [
      ['GBP', [20, 200, 50_000]],
      ['MAD', [200]],
      ['PKR', [50_000]],
      ['KWD', [200, 3000, 7000, 90_000]],
    ] as const) {
      const { slug } = (await campaigns(request)).find(({ currencyCode }) => currencyCode === currency)!
      await page.goto(`/v4/checkout/${slug}`)
      await untilAlive(page.locator('#amount'))
      if (width < 768) await page.locator('[aria-controls=tip-fold]').click()
      for (const amount of amounts) {
        await page.locator('#amount').fill(String(amount))
        const { tops, rows, wide } = await page.locator('#tipChoice').evaluate((group) => ({
          tops: [...group.querySelectorAll('.chip')].map((chip) => Math.round(chip.getBoundingClientRect().top)),
          rows: [...group.querySelectorAll('small')].map((note) => {
            const range = document.createRange()
            range.selectNodeContents(note)
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
          }),
          wide: document.documentElement.scrollWidth,
        }))
        const id = `${currency} ${amount} ${lang} ${width}: ${tops.join(' ')}`
        const alone = tops.filter((top) => tops.filter((topValue) => topValue === top).length === 1)
        expect([0, 5], id).toContain(alone.length)
        expect([tops.length, rows, wide], id).toEqual([5, [1, 1, 1], width])
      }
    }
    await page.context().close()
  }
})

test('the filter button is beside the last field, or takes a whole line', async ({ browser, baseURL }) => {
  for (const [lang, width] of [
    ['en', 390],
    ['en', 768],
    ['ar', 768],
    ['en', 1440],
  ] as const) {
    const page = await openAs(browser, baseURL, {
      lang,
      viewport: { width, height: 844 },
      email: 'amina@example.org',
      javaScriptEnabled: false,
    })
    await page.goto('/account/donations')
    const boxes = await page.locator('.donation-filters').evaluate((form) => {
      const [last, button] = [
        form.querySelector('#status')!.getBoundingClientRect(),
        form.querySelector('.button')!.getBoundingClientRect(),
      ]
      return {
        isBeside: Math.abs(button.bottom - last.bottom) < 1,
        isWhole: Math.abs(button.width - form.getBoundingClientRect().width) < 1,
      }
    })
    expect(boxes, `${lang} ${width}`).toEqual(
      width < 640 ? { isBeside: false, isWhole: true } : { isBeside: true, isWhole: false },
    )
    await page.context().close()
  }
})

test('both answers to a challenge are visible on a phone, and a dialog has a name', async ({
  browser,
  baseURL,
  request,
}) => {
  const page = await openAs(browser, baseURL)
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
  await fillDonor(page, 'answers@example.org')
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  for (const name of ['Yes, approve', 'No, decline'])
    await expect(challengeOf(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  expect(await page.locator('#dialog-title').count()).toBe(0)
  await challengeOf(page).getByRole('button', { name: 'No, decline' }).click()
  await page.context().close()
})

test('a time in the audit log is one line on a wide page', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, { viewport: { width: 1440, height: 900 }, email: 'admin@example.org' })
  await page.goto('/staff/audit')
  expect((await linesOf(page.locator('.desk-audit time').first())).rows).toBe(1)
  await page.context().close()
})

test('printed pages are dark on white without controls', async ({ browser, baseURL, request }) => {
  for (const theme of ['dark', 'auto']) {
    const page = await openAs(browser, baseURL, { email: 'amina@example.org' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL! }])
    for (const path of ['/account/donations', `/v4/campaign/${await plainCampaign(request)}`]) {
      await page.goto(path)
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme === 'dark' ? 'dark' : null)
      await expect(page.locator('body'), `${path} ${theme}`).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await expect(page.locator('h1'), `${path} ${theme}`).toHaveCSS('color', 'rgb(20, 25, 23)')
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.locator('.button').filter({ visible: true })).toHaveCount(0)
    }
    await page.context().close()
  }
})

test('a printed thank-you page shows only the donation', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
  await fillDonor(page, 'printed@example.org')
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tell others' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main .lines')).toBeVisible()
  await expect(page.locator('main').locator('input, textarea').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Tell others' })).toBeHidden()
})

test('a mail is no wider than a phone, also with an amount in millions', async ({ browser, baseURL }) => {
  for (const locale of ['en', 'ar'] as const)
    for (const width of [320, 390]) {
      const page = await openAs(browser, baseURL, { viewport: { width, height: 600 } })
      const amount = 'PKR\u00a012,345,678.90'
      const rows = [['Support for the platform', amount]] as const
      const { html } = mailLayout({
        locale,
        title: 'Thank you',
        preheader: '',
        productName: 'Sunbul',
        blocks: [
          { kind: 'amount', label: 'Wells', amount },
          { kind: 'facts', rows: rows },
        ],
      })
      await page.setContent(html)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${locale} ${width}`).toBe(width)
      await page.context().close()
    }
})

test('a list keeps its distance from the element above it', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, { email: 'amina@example.org' })
  for (const [path, list] of [
    ['/scheduled-giving', '.programme-cards'],
    ['/account', '.programme-cards'],
    ['/account/donations', '.donation-month .donation-card'],
  ] as const) {
    await page.goto(path)
    const gap = await page
      .locator(list)
      .first()
      .evaluate(
        (element) =>
          element.getBoundingClientRect().top -
          (element.parentElement!.firstElementChild as HTMLElement).getBoundingClientRect().bottom,
      )
    expect(gap, path).toBeGreaterThanOrEqual(16)
  }
  await page.context().close()
})

test('a link on its own line is 24 pixels high', async ({ browser, baseURL, request }) => {
  const page = await openAs(browser, baseURL, { email: 'amina@example.org' })
  for (const path of [
    `/v4/campaign/${await plainCampaign(request)}`,
    `/v4/checkout/${await plainCampaign(request)}`,
    '/gift-aid',
    '/account',
    '/account/password',
    '/account/profile',
    '/account/profile/email',
  ]) {
    await page.goto(path)
    const low = await page
      .locator('main p > a')
      .evaluateAll((links) =>
        links
          .filter((link) => link.getBoundingClientRect().height < 24 && link.checkVisibility())
          .map((link) => link.textContent),
      )
    expect(low, path).toEqual([])
  }
  await page.context().close()
})

test('pages fit 320 pixels without sideways scrolling', async ({ browser, baseURL, request }) => {
  const { mails } = (await (await request.get('/v4/dev/mails?limit=1')).json()) as { mails: { id: string }[] }
  for (const lang of ['en', 'ar']) {
    const page = await openAs(browser, baseURL, {
      lang,
      viewport: { width: 320, height: 256 },
      email: 'amina@example.org',
    })
    for (const path of [
      '/v4',
      '/v4/discover',
      `/v4/checkout/${await plainCampaign(request)}`,
      '/account',
      '/account/receipts',
      `/dev/mail/${mails[0]!.id}`,
    ]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${lang}`).toBe(320)
    }
    await page.context().close()
  }
})

/** Returns how many of five points of the focused element are visible: its middle and four near its edges. */
const seenOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!
    const { left, top, width, height } = element.getBoundingClientRect()
    const places = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.15],
      [0.5, 0.85],
    ] as const
    return places.filter(([x, y]) => element.contains(document.elementFromPoint(left + x * width, top + y * height)))
      .length
  })

test('a focused element is never covered and scrolls into view completely', async ({ browser, baseURL, request }) => {
  const page = await openAs(browser, baseURL, { viewport: { width: 390, height: 667 }, email: 'amina@example.org' })
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  await untilAlive(page.locator('.story-nav'))
  for (const link of await page.locator('.story-nav a').all()) {
    await link.focus()
    await expect.poll(() => seenOf(page)).toBe(5)
  }
  await page.locator('#donors').evaluate((donors) => donors.scrollIntoView())
  await expect(page.locator('.campaign-page-bar')).toBeVisible()
  for (const link of await page.locator('.story-page a').all()) {
    await link.focus()
    await expect.poll(() => seenOf(page)).toBe(5)
  }
  await page.locator('.site-footer a').first().focus()
  await expect(page.locator('.campaign-page-bar')).toBeHidden()
  for (const link of await page.locator('.site-footer a').all()) {
    await link.focus()
    await expect.poll(() => seenOf(page)).toBe(5)
  }
  // The account's navigation is longer than a laptop's window is high.
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/account')
  for (const link of await page.locator('.account-nav a').all()) {
    await link.focus()
    await expect.poll(() => seenOf(page)).toBe(5)
  }
  await page.context().close()
})

test('a persistent notice hides nothing that the keyboard reaches', async ({ browser, baseURL, request }) => {
  const page = await openAs(browser, baseURL, { viewport: { width: 390, height: 667 } })
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const opener = page.locator('.campaign-page-side .add-to-basket')
  await untilAlive(opener)
  await opener.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: /^Add .*to basket/ })).toBeVisible()
  const receipt = drawer.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await drawer.getByRole('button', { name: /^Add .*to basket/ }).click()
  await expect(page.locator('.toast').getByRole('button', { name: 'Undo' })).toBeVisible()
  for (const locator of await page.locator('.story-page a, .site-footer :is(a, button)').all()) {
    await locator.focus()
    await expect.poll(() => seenOf(page)).toBe(5)
  }
  await page.context().close()
})

test('at 400 % zoom no fixed element covers content', async ({ browser, baseURL, request }) => {
  const page = await openAs(browser, baseURL, { viewport: { width: 320, height: 256 } })
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  await page.locator('.site-footer').scrollIntoViewIfNeeded()
  await expect(page.locator('.campaign-page-bar')).toBeHidden()
  const opener = page.locator('.campaign-page-side .add-to-basket')
  await untilAlive(opener)
  await opener.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: /^Add .*to basket/ })).toBeAttached()
  await drawer.evaluate((element) => element.scrollTo(0, 200))
  await expect(drawer.getByRole('heading', { name: 'Add to basket' })).not.toBeInViewport()
  await expect(drawer.getByRole('button', { name: /^Add .*to basket/ })).not.toBeInViewport()
  await page.context().close()
})

test('with double text size on a phone nothing is cut off, especially not the charge', async ({
  browser,
  baseURL,
  request,
}) => {
  const slug = await plainCampaign(request)
  for (const lang of ['en', 'ar']) {
    const context = await browser.newContext({
      baseURL: baseURL!,
      viewport: phone,
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }])
    const page = await context.newPage()
    for (const path of ['/v4/discover', '/login', `/v4/campaign/${slug}`, `/v4/checkout/${slug}?amount=20000`]) {
      await page.goto(path)
      await page.addStyleTag({ content: 'html{font-size:200%!important}' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${lang}`).toBe(phone.width)
    }
    const summary = (await page.locator('.checkout-summary').boundingBox())!
    for (const amount of await page.locator('.checkout-summary dd bdi').all()) {
      const { x, width } = (await amount.boundingBox())!
      expect([x >= summary.x, x + width <= summary.x + summary.width], lang).toEqual([true, true])
    }
    await context.close()
  }
})

test('large browser text uses the layout of narrower screens without overflow', async ({
  browser,
  baseURL,
  request,
}) => {
  const slug = await plainCampaign(request)
  for (const width of [1280, 1024, 390]) {
    const page = await openAs(browser, baseURL, { viewport: { width, height: 800 }, email: 'yusuf@example.org' })
    const browserItself = await page.context().newCDPSession(page)
    await browserItself.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
    await page.goto('/account/giving')
    const ofYusuf = await Promise.all(['/account/giving/', '/account/donations/'].map((path) => hrefsTo(page, path)))
    for (const path of [
      '/account',
      '/account/donations',
      ...ofYusuf.flat().slice(0, 3),
      `/v4/campaign/${slug}`,
      `/v4/checkout/${slug}?amount=20000`,
      '/v4/basket',
    ]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(width)
    }
    await page.goto(`/v4/checkout/${slug}`)
    const [form, summary] = await Promise.all([
      page.locator('.checkout .card').first().boundingBox(),
      page.locator('.checkout-summary').boundingBox(),
    ])
    expect(
      summary!.x < form!.x + form!.width && form!.x < summary!.x + summary!.width,
      `below each other at ${width}`,
    ).toBe(true)
    await page.context().close()
  }
})

const hrefsTo = (page: Page, path: string) =>
  page.locator(`main a[href^="${path}"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href')!))

test('forced colours still show selection and the arrow of selects', async ({ browser, baseURL, request }) => {
  const page = await openAs(browser, baseURL)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const background = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  const [newest, top] = [page.locator('.campaign-page-order a').first(), page.locator('.campaign-page-order a').last()]
  expect(await background(newest)).not.toBe(await background(top))
  await page.goto('/currency')
  await expect(page.locator('select.input')).toHaveCSS('appearance', 'auto')
  await page.context().close()
})

test('with more contrast, light and dark, bars have a border and no text is muted', async ({
  browser,
  baseURL,
  request,
}) => {
  const slug = await plainCampaign(request)
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openAs(browser, baseURL)
    await page.emulateMedia({ contrast: 'more', colorScheme })
    await page.goto(`/v4/campaign/${slug}`)
    await expect(page.locator('.meter').first()).toHaveCSS('border-top-width', '1px')
    const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
    expect(await colour(page.locator('main .quiet').first()), colorScheme).toBe(await colour(page.locator('body')))
    await expectAccessible(page)
    await page.context().close()
  }
})

test('the pages of a fundraiser have its name in their title', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL, { viewport: { width: 1280, height: 800 }, email: 'sana@example.org' })
  await page.goto('/organize')
  // Other tests write drafts concurrently.
  const links = await page
    .locator('.own-fundraiser h3 a')
    .evaluateAll((all) => all.map((link) => ({ path: link.getAttribute('href')!, name: link.textContent })))
  expect(links.length).toBeGreaterThan(1)
  for (const { path, name } of links) {
    await page.goto(path)
    expect(await page.title(), path).toContain(name.trim())
  }
  await page.context().close()
})
