import { expect, test } from '@playwright/test'
import { xssPayloads } from '../support/xss-corpus.ts'
import { askToGive, expectAccessible, freshEmail, problemsOf, untilAlive } from './support.ts'

const wells = '/v4/campaign/clean-water-for-tharparkar'

test('a fundraiser shows all its content, with dialogs and lists by keyboard [S1 §2.3] [S2 §9]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const problems = problemsOf(page)
  await page.goto(wells)
  const nav = page.getByRole('navigation', { name: 'On this page' })
  await expect(nav.getByRole('link')).toHaveText([
    /^Story/,
    /^Giving levels/,
    /^Updates4/,
    /^Words of support\d+/,
    /^Donors/,
    /^Team/,
  ])
  await expect(page.getByRole('link', { name: 'Report this fundraiser' })).toHaveAttribute('href', `${wells}/report`)
  for (const name of ['Sana Qureshi', 'Bilal Sheikh', 'Marvi Bheel'])
    await expect(page.getByText(name).last()).toBeVisible()

  const zakat = page.getByRole('link', { name: /^Zakat eligible/ }).first()
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/projectapi/zakat') && requests.push(request.url()))
  for (let times = 0; times < 2; times++) {
    await zakat.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Zakat and this fundraiser' })
    await expect(dialog.getByText('We checked this fundraiser')).toBeVisible()
    await expect(dialog.getByText('the poor (al-fuqara)')).toBeVisible()
    if (times === 0) await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(zakat).toBeFocused()
  }
  expect(requests).toHaveLength(1)

  const share = page.getByRole('link', { name: 'Share', exact: true })
  await share.press('Enter')
  const invite = page.getByRole('dialog', { name: 'Invite to good' })
  await expect(invite.getByText('One share could raise over')).toHaveText('One share could raise over \u2068$77\u2069.')
  await expect(invite.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*clean-water-for-tharparkar/,
  )
  await invite.getByRole('button', { name: 'Copy link' }).click()
  await expect(invite.getByRole('button', { name: /Copied!/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/campaign\/clean-water-for-tharparkar$/)
  await expect(invite.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await invite.getByRole('button', { name: 'Instagram' }).click()
  await invite.getByRole('radio', { name: 'Post' }).check()
  await expect(invite.getByRole('img', { name: /Clean water for Tharparkar/ })).toHaveJSProperty('naturalWidth', 1080)
  await expect(
    invite.getByRole('link', { name: 'Download image' }).or(invite.getByRole('button', { name: 'Share image' })),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const donors = page.locator('.campaign-page-donors li')
  const newest = await donors.first().textContent()
  await page.getByRole('navigation', { name: 'Order of donors' }).getByRole('link', { name: 'Top' }).press('Enter')
  await expect(donors.first()).not.toHaveText(newest!)
  const amounts = (await donors.locator('span.strong:last-child').allTextContents()).map((text) =>
    Number(text.replace(/[^\d.]/g, '')),
  )
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
  await page.getByRole('link', { name: 'Show more donors' }).press('Enter')
  await expect(donors).toHaveCount(20)
  await page.getByRole('link', { name: 'Show more words of support' }).press('Enter')
  await expect.poll(() => page.locator('.comment-list li').count()).toBeGreaterThan(5)
  await page.getByRole('link', { name: 'Show all 4 updates' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'The cost of the first four wells' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${wells}$`))
  expect(problems).toEqual([])
})

test('shows when a fundraiser is near its goal, beyond it, or ended, in Arabic too [S1 §4]', async ({
  browser,
  baseURL,
  page,
}) => {
  await page.goto('/v4/campaign/warm-shelter-this-winter')
  await expect(page.getByText(/^.?£[\d,.]+.? to go$/).first()).toBeVisible()
  await page.getByRole('link', { name: /^Gift Aid/ }).click()
  await expect(page.getByRole('dialog', { name: 'Gift Aid' })).toContainText('£37.50')
  await page.goto('/v4/campaign/homes-in-al-haouz')
  await expect(page.getByText(/^1\d\d% funded$/)).toBeVisible()
  await expect(page.getByText('The goal is reached.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Donate' }).first()).toBeVisible()
  await page.goto('/v4/campaign/forty-raised-homes-in-sukkur')
  await expect(page.getByText('This fundraiser has ended')).toHaveCount(1)
  await page.getByRole('link', { name: 'See open fundraisers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Still open for donations' })).toBeInViewport()
  await expectAccessible(page)
  const context = await browser.newContext({
    baseURL: baseURL!,
    locale: 'ar',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  })
  const arabic = await context.newPage()
  const problems = problemsOf(arabic)
  await arabic.goto('/v4/campaign/naql-madrasi-lil-atlas')
  await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(arabic.getByRole('heading', { name: /^الأخبار/ })).toBeVisible()
  // The bar appears only after the button has scrolled out of view.
  await expect(arabic.locator('.campaign-page-bar')).toBeHidden()
  await arabic.locator('#donors').scrollIntoViewIfNeeded()
  await expect(arabic.locator('.campaign-page-bar').getByRole('link')).toBeVisible()
  await arabic.locator('.site-footer').scrollIntoViewIfNeeded()
  await expect(arabic.locator('.campaign-page-bar')).toBeHidden()
  await arabic.locator('#donors').scrollIntoViewIfNeeded()
  await expect(arabic.locator('.campaign-page-bar').getByRole('link')).toBeVisible()
  await arabic.getByRole('link', { name: 'مشاركة' }).click()
  await expect(arabic.getByRole('dialog', { name: 'ادعُ إلى الخير' })).toBeVisible()
  await expectAccessible(arabic)
  expect(await arabic.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(problems).toEqual([])
  await context.close()
})

test('when a fundraiser ends, its button becomes text, announced once [S1 §4]', async ({ page, request }) => {
  const { endsAt } = (await (await request.get('/v4/campaign-pages/clean-water-for-tharparkar')).json()) as {
    endsAt: string
  }
  await page.clock.install()
  await page.goto(wells)
  await expect(page.getByRole('button', { name: 'Donate' }).first()).toBeVisible()
  await page.clock.setSystemTime(new Date(endsAt))
  await page.clock.runFor(2000)
  await expect(page.locator('.donate-form')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'This fundraiser has ended' })).toHaveCount(1)
  await expect(page.locator('.campaign-page-ended')).toContainText('This fundraiser has ended')
})

test('a donation of another donor appears within 15 s, without a reload', async ({ page, request }) => {
  const slug = 'robots-on-wednesdays'
  const { id, currency } = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as {
    id: string
    currency: string
  }
  await page.clock.install()
  await page.goto(`/v4/campaign/${slug}`)
  const newest = page.locator('.donate-recent li').filter({ hasText: 'Zəhra' })
  await untilAlive(page.locator('.donate-form input').first())
  const donated = await askToGive(request, id, {
    amount: '37',
    currency,
    guest: { email: freshEmail('newest'), name: 'Zəhra Əliyeva' },
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  })
  expect(donated.ok()).toBe(true)
  await expect(async () => {
    await page.clock.runFor(15_000)
    await expect(newest).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 8000 })
  await expect(newest.locator('time')).toHaveText(/^(now|1 minute ago)$/)
  await expect(page.locator('.campaign-page-donors')).toContainText('Zəhra')
})

test('runs nothing from a donor’s name and words [security-11]', async ({ page, request }) => {
  test.slow()
  const slug = 'the-camel-library'
  const campaign = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string; currency: string }
  const before = (
    (await (await request.get(`/v4/campaigns/${campaign.id}/comments?limit=1`)).json()) as { total: number }
  ).total
  let inReview = 0
  for (let start = 0; start < xssPayloads.length; start += 6)
    await Promise.all(
      xssPayloads.slice(start, start + 6).map(async (attack, index) => {
        const give = (over: object) =>
          askToGive(request, campaign.id, {
            amount: String(20 + start + index),
            currency: campaign.currency,
            guest: { email: freshEmail('attack'), name: 'Guest' },
            tokens: [{ type: 'card', token: 'pm_card_visa' }],
            ...over,
          })
        // A name is either shown as text or refused.
        const named = await give({ CustomName: attack, location: attack })
        expect([200, 400], attack).toContain(named.status())
        const given = (await (named.status() === 400 ? await give({}) : named).json()) as {
          result: { id: string; guest: { id: string; token: string } }
        }
        const { id: donationId, guest } = given.result
        const response = await request.post('/v4/donations/comment', {
          data: { userId: guest.id, donationId, comment: attack },
          headers: { authorization: `Bearer ${guest.token}` },
        })
        expect(response.status(), attack).toBe(200)
        if (((await response.json()) as { state: string }).state === 'in-review') inReview += 1
      }),
    )
  const ran: string[] = []
  await page.exposeFunction('pwned', () => ran.push('script'))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  const problems = problemsOf(page)
  // A unique URL that is not cached.
  await page.goto(`/v4/campaign/${slug}?words=50&src=${Date.now()}`)
  const locator = page.locator('.comment-list blockquote')
  await expect(locator).toHaveCount(Math.min(50, before + xssPayloads.length - inReview))
  const moreWords = page.getByRole('link', { name: 'Show more words of support' })
  if (await moreWords.isVisible()) await untilAlive(moreWords)
  while (await moreWords.isVisible()) {
    const count = await locator.count()
    await moreWords.click()
    await expect.poll(() => locator.count()).toBeGreaterThan(count)
  }
  await expect(locator).toHaveCount(before + xssPayloads.length - inReview)
  await untilAlive(page.getByRole('link', { name: 'Show more donors' }))
  for (let times = 0; times < 6; times++) {
    const count = await page.locator('.campaign-page-donors li').count()
    await page.getByRole('link', { name: 'Show more donors' }).click()
    await expect.poll(() => page.locator('.campaign-page-donors li').count()).toBeGreaterThan(count)
  }
  // Each is shown as text, with no effect.
  await expect(
    page.locator('.comment-list blockquote *, .comment-list bdi *, .campaign-page-donors bdi *'),
  ).toHaveCount(0)
  await expect(locator.filter({ hasText: '<img src=x onerror=pwned()>' }).first()).toBeVisible()
  expect(ran).toEqual([])
  expect(problems).toEqual([])
  // Without scripts a link continues if one page has no more room.
  const shown = before + xssPayloads.length - inReview
  const { comments } = (await (
    await request.get(`/v4/campaigns/${campaign.id}/comments?limit=1&offset=${shown - 1}`)
  ).json()) as {
    comments: { comment: string }[]
  }
  await page.goto(`/v4/campaign/${slug}?words=${Math.max(51, shown)}&src=${Date.now()}`)
  await expect(locator.last()).toHaveText(comments[0]!.comment)
  await page.goto(`/v4/campaign/${slug}?words=9000&src=${Date.now()}`)
  await expect(locator).toHaveCount(Math.min(50, shown))
})
