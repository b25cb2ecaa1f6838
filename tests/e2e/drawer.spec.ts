import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import {
  campaigns,
  expectAccessible,
  recordAnnouncements,
  plainCampaign,
  problemsOf,
  summaryIn,
  untilAlive,
} from './support.ts'

type Level = {
  id: string
  title: string
  amount: number
  limit: number | null
  remaining: number | null
  soldOut: boolean
  requireNote: boolean
  [asks: `require${string}`]: boolean
}
type Campaign = {
  id: string
  slug: string
  title: string
  currency: string
  zakatVerified: boolean
  taxReceiptCountries: string[]
  levels: Level[]
}

async function campaignWith(request: APIRequestContext, fits: (campaign: Campaign) => boolean): Promise<Campaign> {
  for (const card of await campaigns(request)) {
    const campaign = (await (await request.get(`/v4/campaign-pages/${card.slug}`)).json()) as Campaign
    if (fits(campaign)) return campaign
  }
  throw new Error('the demo has no such fundraiser')
}

const drawerOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(Add to basket|Change your donation|أضف إلى السلة)$/ })

/** A tax receipt is preselected where offered and then requires an address. */
async function wantNoReceipt(within: Page | Locator) {
  const receipt = within.getByLabel(/^(I want a tax receipt|أريد إيصالًا ضريبيًا)$/)
  if (await receipt.isVisible()) await receipt.uncheck()
}

async function openDrawer(page: Page, wantsReceipt = false) {
  const link = page.locator('.campaign-page-side').getByRole('link', { name: /^(Add to basket|أضف إلى السلة)/ })
  await untilAlive(link)
  await link.click()
  await expect(drawerOf(page).locator('form')).toBeVisible()
  if (!wantsReceipt) await wantNoReceipt(drawerOf(page))
  return drawerOf(page)
}

/** Returns the basket whose id the browser stores. */
async function basketOf(page: Page): Promise<{
  id: string
  items: {
    id: string
    amount: number
    quantity: number
    isZakat: boolean
    givingLevelId?: string
    givingLevelNote?: string
  }[]
}> {
  const id = await page.evaluate(() => (JSON.parse(localStorage.getItem('basket') ?? '{}') as { value?: string }).value)
  return (await (await page.request.get(`/v4/checkout/guest/baskets/${id}`)).json()) as never
}

test('a guest adds a donation from a fundraiser, sees it in the header, and removes it [S1 §4] [S1 §8]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const drawer = await openDrawer(page)
  await expect(drawer.getByLabel('Another amount')).toHaveValue('20')
  await expectAccessible(page)
  await drawer.getByLabel('Another amount').fill('0030')
  await expect(drawer.getByRole('radio', { name: /\$30/ })).toBeChecked()
  await drawer.getByRole('button', { name: 'One more' }).click()
  const heard = await recordAnnouncements(page)
  await drawer.getByRole('button', { name: /^Add \W?\$60\W? to basket$/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page.locator('.campaign-page-side').getByRole('link', { name: 'Add to basket' })).toBeFocused()
  const toast = page.locator('.toast')
  await expect(toast).toContainText(/\$60\W? added to basket/)
  await expect(toast).toContainText('Fundraiser added successfully')
  await expect(toast.getByRole('link', { name: 'View basket' })).toHaveAttribute('href', '/v4/basket')
  await expect(page.getByRole('link', { name: 'Basket 1 donation', exact: true })).toBeVisible()
  // Announced once, with the number of lines, and not again by the header.
  expect(await heard()).toEqual([expect.stringMatching(/^\W?\$60\W? added to basket.*1 donation in your basket/)])
  await expectAccessible(page)
  expect((await basketOf(page)).items).toMatchObject([{ amount: 3000, quantity: 2 }])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('Removed from your basket')
  expect((await heard()).slice(1)).toEqual(['Removed from your basketYour basket is empty'])
  expect((await basketOf(page)).items).toEqual([])
  expect(problems).toEqual([])
})

test('an undo notice stays until dismissed, and focus returns to where it was', async ({ page, request }) => {
  await page.clock.install()
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const drawer = await openDrawer(page)
  await drawer.getByRole('button', { name: /^Add/ }).click()
  const toast = page.locator('.toast')
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  const opener = page.locator('.campaign-page-side').getByRole('link', { name: 'Add to basket' })
  await expect(opener).toBeFocused()
  await page.clock.runFor(60_000)
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  await toast.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('adding an identical donation increases its line, and undo restores it', async ({ page, request }) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  for (const quantity of [1, 2]) {
    const drawer = await openDrawer(page)
    const heard = await recordAnnouncements(page)
    await drawer.getByRole('button', { name: /^Add/ }).click()
    await expect(drawer).toBeHidden()
    await expect.poll(heard).toEqual([expect.stringContaining('added to basket')])
    expect((await basketOf(page)).items).toMatchObject([{ amount: 2000, quantity }])
  }
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.toast')).toContainText('Removed from your basket')
  expect((await basketOf(page)).items).toMatchObject([{ amount: 2000, quantity: 1 }])
})

test('adds a donation from a card in a list, and from the donate form with its input', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto('/v4/discover')
  const add = page
    .locator('.campaign-card')
    .first()
    .getByRole('link', { name: /^Add to basket/ })
  await untilAlive(add)
  await add.click()
  await expect(drawerOf(page).getByRole('button', { name: /^Add/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawerOf(page)).toBeHidden()
  await expect(page).toHaveURL(/discover/)
  await page.goto(`/v4/checkout/${slug}?amount=41`)
  await untilAlive(page.getByRole('link', { name: 'Add to basket' }))
  await page.getByRole('link', { name: 'Add to basket' }).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByLabel('Another amount')).toHaveValue('41')
  await expectAccessible(page)
  await wantNoReceipt(drawer)
  await drawer.getByRole('button', { name: /^Add \W?\$41\W? to basket$/ }).click()
  await expect(page.locator('.toast')).toContainText('Fundraiser added successfully')
  // The form below was not sent.
  await expect(page).toHaveURL(/checkout/)
  await expect(page.locator('.error-summary')).toHaveCount(0)
})

test('the drawer closes on a click beside it, not on a drag or its own empty space [S1 §2.3]', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const drawer = await openDrawer(page)
  const amount = drawer.getByLabel('Another amount')
  await amount.fill('45')
  const [typed, edge] = [(await amount.boundingBox())!, (await drawer.boundingBox())!]
  const middle = typed.y + typed.height / 2
  async function expectOpenAfter(clickedAt: { x: number; y: number }, released = clickedAt) {
    await page.mouse.move(clickedAt.x, clickedAt.y)
    await page.mouse.down()
    await page.mouse.move(released.x, released.y, { steps: 5 })
    await page.mouse.up()
    await page.waitForTimeout(300)
    await expect(amount).toHaveValue('45', { timeout: 1000 })
  }
  const [inField, beside] = [
    { x: typed.x + typed.width - 20, y: middle },
    { x: edge.x - 80, y: middle },
  ]
  await expectOpenAfter(inField, beside)
  await expectOpenAfter(beside, inField)
  await page.setViewportSize({ width: 1280, height: 1600 })
  await expectOpenAfter({ x: edge.x + 80, y: 1580 })
  await page.mouse.click(beside.x, beside.y)
  await expect(drawer).toBeHidden()
})

test('adds a donation to a similar fundraiser on a fundraiser’s page', async ({ page, request }) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const card = page.getByRole('region', { name: 'More fundraisers like this' }).locator('.campaign-card').first()
  const link = card.getByRole('link', { name: /^Add to basket/ })
  // The cards are hydrated last; before that, the link opens the page instead of the drawer.
  await untilAlive(link)
  await link.click()
  await expect(drawerOf(page).locator('form')).toBeVisible()
  await wantNoReceipt(drawerOf(page))
  await drawerOf(page).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('Fundraiser added successfully')
  expect((await basketOf(page)).items).toMatchObject([{ source: 'related' }])
})

test('adds a donation although the source in the link is too long', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}?src=${'x'.repeat(65)}`)
  const drawer = await openDrawer(page)
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('Fundraiser added successfully')
  expect((await basketOf(page)).items).toHaveLength(1)
})

test('a level sets the amount and its questions; “Change selection” resets it [S1 §4] [S1 §5]', async ({
  page,
  request,
}) => {
  const campaign = await campaignWith(request, ({ levels }) =>
    levels.some((level) => level.requireNote && level.amount > 0),
  )
  const level = campaign.levels.find((level) => level.requireNote)!
  await page.goto(`/v4/campaign/${campaign.slug}`)
  const drawer = await openDrawer(page)
  // The message of a dedication is a text area as well.
  const note = drawer.locator('textarea:not([name^="dedication"])')
  await expect(note).toHaveCount(0)
  await drawer.getByRole('radio', { name: new RegExp(level.title) }).check()
  await expect(drawer.getByLabel('Another amount')).toHaveCount(0)
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(summaryIn(drawer)).toContainText('There is a problem')
  await expectAccessible(page)
  await drawer.locator('.error-summary a').first().click()
  await expect(note).toBeFocused()
  await note.fill('For my teacher')
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(drawer).toBeHidden()
  expect((await basketOf(page)).items).toMatchObject([
    { amount: level.amount, givingLevelId: level.id, givingLevelNote: 'For my teacher' },
  ])
  const again = await openDrawer(page)
  await again.getByRole('radio', { name: new RegExp(level.title) }).check()
  await again.getByRole('radio', { name: 'Change selection' }).check()
  await expect(again.getByLabel('Another amount')).toHaveValue(/^\d+$/)
  await expect(again.getByRole('radio', { name: 'Any amount' })).toBeChecked()
})

test('a level shows how many are left; a sold-out one is visible and disabled [S1 §9]', async ({ page, request }) => {
  const campaign = await campaignWith(
    request,
    ({ levels }) => levels.some((level) => level.soldOut) && levels.some((level) => (level.remaining ?? 0) > 0),
  )
  const left = campaign.levels.find((level) => (level.remaining ?? 0) > 0)!
  await page.goto(`/v4/campaign/${campaign.slug}`)
  const drawer = await openDrawer(page)
  await expect(drawer.getByText(`${left.remaining} of ${left.limit} left`)).toBeVisible()
  const sold = drawer.getByRole('radio', { name: /Sold out/ }).first()
  await expect(sold).toBeDisabled()
  await expectAccessible(page)
})

test('a level that sells out while chosen is reported and shown so', async ({ page, request }) => {
  const isPlain = (level: Level) =>
    (level.remaining ?? 0) > 1 &&
    !Object.entries(level).some(([name, value]) => name.startsWith('require') && value === true)
  const campaign = await campaignWith(request, ({ levels }) => levels.some(isPlain))
  const level = campaign.levels.find(isPlain)!
  await page.goto(`/v4/campaign/${campaign.slug}`)
  const drawer = await openDrawer(page)
  await drawer.getByRole('radio', { name: new RegExp(level.title) }).check()
  // Another donor takes the last place: simulated by the server's next two responses.
  const sentence = 'This giving level is sold out.'
  await page.route('**/v4/checkout/guest/baskets/*/items', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'invalid-input',
        message: 'Please check your input and try again.',
        fields: { 'item.quantity': sentence },
      }),
    }),
  )
  await page.route('**/api/projectapi/rewards', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as {
      result: { Rewards: { ID: string; Remaining: number | null; SoldOut: boolean }[] }
    }
    for (const reward of body.result.Rewards)
      if (reward.ID === level.id) Object.assign(reward, { Remaining: 0, SoldOut: true })
    await route.fulfill({ response: answer, json: body })
  })
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(drawer.locator('.toast')).toHaveText('Unable to add item to basket')
  await expect(drawer.locator('.error-summary')).toContainText(sentence)
  await expect(drawer.locator('.chip', { hasText: level.title })).toContainText('Sold out')
  await expectAccessible(page)
  await drawer.getByRole('radio', { name: 'Change selection' }).check()
  await page.unroute('**/v4/checkout/guest/baskets/*/items')
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(drawer).toBeHidden()
})

test('preselects zakat for visitors who came for it, only if verified [S1 §5]', async ({ page, request }) => {
  const verified = await campaignWith(request, ({ zakatVerified }) => zakatVerified)
  const other = await campaignWith(request, ({ zakatVerified }) => !zakatVerified)
  for (const [source, isChosen] of [
    ['zakat-home', true],
    ['lg_feature_zakat', true],
    ['lg_feature_zakat_palestine', true],
    ['discover', false],
  ] as const) {
    await page.goto(`/v4/campaign/${verified.slug}?src=${source}`)
    await expect((await openDrawer(page)).getByLabel('Count this as zakat')).toBeChecked({ checked: isChosen })
  }
  await page.goto(`/v4/campaign/${other.slug}?src=zakat-home`)
  await expect((await openDrawer(page)).getByLabel('Count this as zakat')).toHaveCount(0)
})

test('a tax receipt requires its address with a reason, and remembers when it’s declined [S1 §5]', async ({
  page,
  request,
}) => {
  const campaign = await campaignWith(request, ({ taxReceiptCountries }) => taxReceiptCountries.includes('CA'))
  await page.route('**/facts?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { item: { checkoutData: { country?: string } } }
    body.item.checkoutData.country = 'CA'
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`/v4/campaign/${campaign.slug}`)
  const drawer = await openDrawer(page, true)
  const button = drawer.getByRole('button', { name: /^Add/ })
  await expect(drawer.getByLabel('I want a tax receipt')).toBeChecked()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/enter your home address/)
  await expectAccessible(page)
  await button.press('Enter')
  for (const sentence of [
    'your first and last name.',
    'your complete address.',
    'a city.',
    'a postal code.',
    'select a state.',
  ])
    await expect(summaryIn(drawer)).toContainText(`Please ${sentence.startsWith('select') ? '' : 'enter '}${sentence}`)
  await drawer.getByLabel('I want a tax receipt').uncheck()
  await expect(button).not.toHaveAttribute('aria-disabled')
  await page.reload()
  await expect((await openDrawer(page, true)).getByLabel('I want a tax receipt')).not.toBeChecked()
})

test('the drawer is opened, filled in, closed by Escape, reopened and sent by keyboard alone', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const link = page.locator('.campaign-page-side').getByRole('link', { name: 'Add to basket' })
  await untilAlive(link)
  await link.focus()
  await page.keyboard.press('Enter')
  const drawer = drawerOf(page)
  await expect(drawer.locator('form')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  const amount = drawer.getByLabel('Another amount')
  await expect(amount).toBeVisible()
  await wantNoReceipt(drawer)
  // Focus reaches everything in the drawer and nothing outside, and the sticky button covers nothing.
  const reached = new Set<string>()
  for (let clickCount = 0; clickCount < 25; clickCount++) {
    await page.keyboard.press('Tab')
    reached.add(
      await page.evaluate(() => {
        const now = document.activeElement
        if (!now || now === document.body) return 'browser'
        if (!now.closest('dialog')) return `outside: ${now.outerHTML.slice(0, 80)}`
        const foot = now.closest('dialog')!.querySelector('.item-foot')!
        const [box, under] = [now.getBoundingClientRect(), foot.getBoundingClientRect()]
        return !foot.contains(now) && box.top >= under.top ? `covered: ${now.id}` : now.id || now.textContent
      }),
    )
  }
  expect([...reached].filter((text) => /^(outside|covered)/.test(text))).toEqual([])
  await amount.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('٤٥.5')
  await expect(amount).toHaveValue('45')
  await expect(drawer.getByText('Whole amounts only: we removed the decimals.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('۴۵')
  await expect(amount).toHaveValue('45')
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast')).toContainText(/\$45\W? added to basket/)
})

test('a form that can’t load shows an error and a retry [S1 §8]', async ({ page, request }) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  await page.route('**/facts?*', (route) => route.abort())
  await page.locator('.campaign-page-side').getByRole('link', { name: 'Add to basket' }).click()
  const drawer = drawerOf(page)
  await expect(drawer.getByRole('alert')).toContainText('Error fetching campaign details: ')
  await expectAccessible(page)
  await page.unroute('**/facts?*')
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.locator('form')).toBeVisible()
  await wantNoReceipt(drawer)
  await page.route('**/v4/checkout/guest/baskets', (route) => route.abort())
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(drawer.locator('.toast')).toHaveText('Unable to add item to basket')
  await expect(drawer.locator('.item-foot').getByRole('alert')).toHaveText(
    'Network connection failed. Please check your internet connection.',
  )
})

test('a donation whose response was lost is in the basket once, however often it is retried', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  const drawer = await openDrawer(page)
  await page.route('**/v4/checkout/guest/baskets/*/items', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(drawer.locator('.toast')).toHaveText('Unable to add item to basket')
  await page.unroute('**/v4/checkout/guest/baskets/*/items')
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added to basket')
  expect((await basketOf(page)).items).toMatchObject([{ amount: 2000, quantity: 1 }])
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(drawer).toBeHidden()
  expect((await basketOf(page)).items).toMatchObject([{ amount: 2000, quantity: 2 }])
})

test('distinguishes a lost request from an identical donation of another tab, and undoes the right one', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added to basket')
  const { id, items } = await basketOf(page)
  const { projectId, amount } = items[0] as unknown as { projectId: string; amount: number }
  let quantity = 1
  for (const isMade of [true, false]) {
    const drawer = await openDrawer(page)
    await page.route('**/v4/checkout/guest/baskets/*/items', async (route) => {
      if (isMade) await route.fetch()
      await route.abort()
    })
    await drawer.getByRole('button', { name: /^Add/ }).click()
    await expect(drawer.locator('.toast')).toHaveText('Unable to add item to basket')
    await page.unroute('**/v4/checkout/guest/baskets/*/items')
    const elsewhere = await page.request.post(`/v4/checkout/guest/baskets/${id}/items`, {
      data: { item: { projectId, amount, currency: 'USD' } },
    })
    expect(elsewhere.status()).toBe(200)
    await drawer.getByRole('button', { name: /^Add/ }).click()
    await expect(drawer).toBeHidden()
    quantity += 2
    expect((await basketOf(page)).items).toMatchObject([{ amount, quantity }])
  }
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.toast')).toContainText('Removed from your basket')
  expect((await basketOf(page)).items).toMatchObject([{ id: items[0]!.id, quantity: 4 }])
})

test('a basket that ended elsewhere is replaced by a new one', async ({ page, request }) => {
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added')
  const first = await page.evaluate(() => localStorage.getItem('basket'))
  const id = (JSON.parse(first!) as { value: string }).value
  const left = await page.request.patch(`/v4/checkout/guest/baskets/${id}/status`, { data: { status: 'abandoned' } })
  expect(left.status()).toBe(200)
  const drawer = await openDrawer(page)
  await drawer.getByRole('button', { name: /^Add/ }).click()
  await expect(drawer).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('basket'))).not.toBe(first)
  expect((await basketOf(page)).items).toMatchObject([{ quantity: 1 }])
})

test.describe('on a phone in Arabic', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the drawer is a right-to-left bottom sheet, and the header has room', async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
    await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
    const drawer = await openDrawer(page)
    const box = (await drawer.boundingBox())!
    expect([Math.round(box.x), Math.round(box.width), Math.round(box.y + box.height)]).toEqual([0, 390, 844])
    expect(box.height).toBeLessThanOrEqual(844 * 0.9 + 1)
    await expectAccessible(page)
    await drawer.getByRole('button', { name: /^أضف/ }).click()
    await expect(page.locator('.toast')).toContainText('إلى السلة')
    await expect(page.locator('.site-basket-count')).toHaveText('1')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})

test('a pasted fraction in a three-decimal currency is dropped and reported', async ({ page, request }) => {
  const { slug } = await campaignWith(request, ({ currency }) => currency === 'KWD')
  await page.goto(`/v4/campaign/${slug}`)
  const drawer = await openDrawer(page)
  const amount = drawer.getByLabel('Another amount')
  const dropped = drawer.getByText('Whole amounts only: we removed the decimals.')
  for (const typed of ['12.5', '١٢٫٥٠٠']) {
    await amount.fill('')
    await expect(dropped).toBeHidden()
    await amount.fill(typed)
    await expect(amount).toHaveValue('12')
    await expect(dropped).toBeVisible()
  }
  await amount.fill('1,250,000')
  await expect(amount).toHaveValue('1250000')
  await expect(dropped).toBeHidden()
  // Thousands in Kuwait, decimals in Tunis: the amount stays.
  for (const typed of ['12,500', '12.500']) {
    await amount.fill(typed)
    await expect(amount).toHaveValue('1250000')
    await expect(drawer.getByText('This could mean thousands or decimals')).toBeVisible()
  }
  await amount.fill('7')
  await expect(drawer.getByText('This could mean thousands or decimals')).toBeHidden()
})

test('a line is edited on its page with “Update”, by its owner', async ({ page, request, browser, baseURL }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added')
  const { items } = await basketOf(page)
  await page.goto(`/v4/basket/add/${slug}?line=${items[0]!.id}`)
  await expect(page.getByLabel('Another amount')).toHaveValue('20')
  await expectAccessible(page)
  await page.getByLabel('Another amount').fill('75')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  expect((await basketOf(page)).items).toMatchObject([{ id: items[0]!.id, amount: 7500, quantity: 1 }])
  const other = await browser.newPage(baseURL ? { baseURL } : {})
  await other.goto(`/v4/basket/add/${slug}?line=${items[0]!.id}`)
  await expect(other.getByText('Unable to find basket or campaign details.')).toBeVisible()
  await other.close()
})

test('keeps an amount with a fraction, which only a call can store, while other fields change [S1 §5]', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added')
  const { id, items } = await basketOf(page)
  const [line] = items as unknown as { id: string; projectId: string }[]
  const stored = { item: { projectId: line!.projectId, amount: 1250, currency: 'USD' } }
  expect(
    (await page.request.patch(`/v4/checkout/guest/baskets/${id}/items/${line!.id}`, { data: stored })).status(),
  ).toBe(200)
  await page.goto(`/v4/basket/add/${slug}?line=${line!.id}`)
  await expect(page.getByLabel('Another amount')).toHaveValue('12.50')
  await untilAlive(page.getByRole('button', { name: 'One more' }))
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^(Update|Add to basket)$/ }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  expect((await basketOf(page)).items).toMatchObject([{ amount: 1250, quantity: 2 }])
  await page.goto(`/v4/basket/add/${slug}?line=${line!.id}`)
  await page.getByLabel('Another amount').fill('')
  await page.getByLabel('Another amount').fill('12')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  expect((await basketOf(page)).items).toMatchObject([{ amount: 1200, quantity: 2 }])
})

test('a change of an outdated line is refused once with a message, then made (baskets-3)', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added')
  const { id, items } = await basketOf(page)
  await page.goto(`/v4/basket/add/${slug}?line=${items[0]!.id}`)
  await page.getByLabel('Another amount').fill('80')
  expect((await page.request.patch(`/v4/checkout/guest/baskets/${id}`, { data: { newsletter: true } })).status()).toBe(
    200,
  )
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.locator('.toast')).toHaveText('Unable to update basket item')
  await expect(page.locator('.item-foot').getByRole('alert')).toHaveText(
    'Your basket was changed elsewhere. Here’s the current one.',
  )
  await expect(page.getByLabel('Another amount')).toHaveValue('80')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  expect((await basketOf(page)).items).toMatchObject([{ amount: 8000 }])
})

test('a change whose response was lost is made on retry without reporting a conflict', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added')
  const [line] = (await basketOf(page)).items
  await page.goto(`/v4/basket/add/${slug}?line=${line!.id}`)
  await page.getByLabel('Another amount').fill('80')
  await page.route('**/items/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.locator('.item-foot').getByRole('alert')).toHaveText(
    'Network connection failed. Please check your internet connection.',
  )
  await page.unroute('**/items/*')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  expect((await basketOf(page)).items).toMatchObject([{ id: line!.id, amount: 8000, quantity: 1 }])
})

test('a logged-in donor adds with saved address and email, and their guest basket is included', async ({
  page,
  request,
}) => {
  const shipped = await campaignWith(request, ({ levels }) =>
    levels.some((level) => level.requireShipping && !level.soldOut),
  )
  const level = shipped.levels.find((level) => level.requireShipping && !level.soldOut)!
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}`)
  await (await openDrawer(page)).getByRole('button', { name: /^Add/ }).click()
  await expect(page.locator('.toast')).toContainText('added')
  await page.goto(`/login?redirectUrl=${encodeURIComponent(`/v4/campaign/${shipped.slug}`)}`)
  await page.getByLabel('Email').fill('amina@example.org')
  await page.getByLabel('Password').fill('sunbul-demo-2026')
  await page.locator('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/campaign/)
  const count = Number(await page.locator('.site-basket-count').textContent())
  expect(count).toBeGreaterThan(0)
  const drawer = await openDrawer(page)
  await drawer.getByRole('radio', { name: new RegExp(level.title) }).check()
  const shipping = drawer.getByRole('group', { name: 'Where should it be sent?' })
  const city = drawer.locator('#drawer-shippingAddress-city')
  await expect(shipping.getByRole('radio').first().or(city)).toBeVisible()
  await expectAccessible(page)
  // A saved address is preselected.
  if (await city.isVisible()) {
    await shipping.getByLabel('Country').selectOption('GB')
    for (const [field, text] of Object.entries({
      name: 'Amina Yusuf',
      line1: '1 High Street',
      city: 'Leeds',
      postalCode: 'LS1 1AA',
    }))
      await drawer.locator(`#drawer-shippingAddress-${field}`).fill(text)
  }
  await drawer.getByRole('button', { name: /^Add .*to basket/ }).click()
  await expect(page.locator('.toast')).toContainText('Fundraiser added successfully')
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.toast')).toContainText('Removed from your basket')
  await expect(page.locator('.site-basket-count')).toHaveText(String(count))
})

test('a fundraiser’s amounts link to its checkout with amount and source [S1 §2.2]', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  await page.goto(`/v4/campaign/${slug}?src=home`)
  const side = page.locator('.campaign-page-side')
  await side.getByRole('button', { name: /^\W?\$30\W?$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/v4/checkout/${slug}\\?amount=30&.*src=home$`))
  await page.goto(`/v4/campaign/${slug}?src=home`)
  await side.getByLabel('Another amount').fill('64')
  await side.getByRole('button', { name: 'Donate' }).click()
  await expect(page).toHaveURL(new RegExp(`/v4/checkout/${slug}\\?amount=64&.*src=home$`))
  await expect(page.getByLabel('Another amount')).toHaveValue('64')
  await page.goto(`/v4/campaign/${slug}`)
  await side.getByRole('button', { name: /^\W?\$30\W?$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/v4/checkout/${slug}\\?amount=30&(?!.*src=)`))
})
