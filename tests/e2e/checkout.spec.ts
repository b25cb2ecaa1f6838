import { expect, test } from '@playwright/test'
import {
  anAddress,
  cards,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  plainCampaign,
  openMessage,
  clickDonate,
  receiptsTo,
  summaryIn,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

test('a challenge that could not be cancelled is resumed with its own amount, whatever the form has', async ({
  page,
  request,
}) => {
  const email = freshEmail('left-question')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=500`)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })
  await expect(dialog).toContainText('$500.00')
  await page.route('**/v4/donations/*/stop', (route) => route.abort())
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Stop the payment' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Another amount').fill('50')
  await expect(page.getByRole('button', { name: /^Donate \W?\$50\.00/ })).toBeVisible()
  await clickDonate(page)
  await expect(dialog).toContainText('$500.00')
  await expect(dialog).not.toContainText('$50.00')
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$500.00')
})

test('returning to a page reloaded during a challenge keeps the words and choices once', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  const words = freshEmail('May it reach them').split('@')[0]!
  await page.goto(`/v4/checkout/${slug}?amount=52`)
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('Your tip').fill('7')
  await fillDonor(page, freshEmail('reloaded-words'))
  await openMessage(page)
  await page.getByLabel(/^Name shown on the page/).fill('Umm Bilal')
  await page.getByLabel(/^Place shown on the page/).fill('Bursa')
  await page.getByLabel(/^Words of support/).fill(words)
  await page.getByLabel(/^Send me the .*newsletter/).check()
  await fillCard(page, cards.challenge)
  await clickDonate(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  let count = 0
  await page.route('**/v4/donations/comment', (route) => {
    count += 1
    return route.continue()
  })
  await page.reload()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(count).toBe(1)
  const mine = page.locator('li, article').filter({ hasText: words }).last()
  // A cached page may still be shown for a second.
  await expect(async () => {
    await page.goto(`/v4/campaign/${slug}`)
    await expect(mine).toContainText('Umm Bilal', { timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  await expect(mine).toContainText('Bursa')
  await page.goto(`/v4/checkout/${slug}`)
  await expect(page.getByLabel('Your tip')).toHaveValue('7')
  await expect(page.getByLabel('Another amount')).toHaveValue('52')
  await expect(page.getByLabel(/^Send me the .*newsletter/)).toBeChecked()
})

test('after a decline, another amount is a new donation, charged once', async ({ page, request }) => {
  const email = freshEmail('less-now')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=90`)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await fillDonor(page, email)
  await fillCard(page, cards.declined)
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('Your card was declined')
  await page.getByLabel('Another amount').fill('35')
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$35.00')
})

test('a level whose amount changes during checkout is shown again, and paid without losing input', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const [slug, email] = ['teachers-of-thar', freshEmail('dearer')]
  const { id, currency } = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as {
    id: string
    currency: string
  }
  const people = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { origin: baseURL! } })
  expect(
    (
      await people.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
    ).ok(),
  ).toBe(true)
  const title = freshEmail('A desk').split('@')[0]!
  const added = await people.request.post(`/v4/campaigns/${id}/levels`, { data: { amount: '60', title } })
  const level = ((await added.json()) as { levels: { id: string; title: string }[] }).levels.find(
    (level) => level.title === title,
  )!
  try {
    await expect(async () => {
      await page.goto(`/v4/checkout/${slug}?level=${level.id}`)
      await expect(page.getByRole('radio', { name: title })).toBeChecked({ timeout: 1000 })
    }).toPass({ timeout: 10_000 })
    await page.getByRole('radio', { name: 'No tip' }).check()
    await fillDonor(page, email)
    await openMessage(page)
    await page.getByLabel(/^Words of support/).fill('For their desks')
    await fillCard(page, cards.good)
    const button = page.getByRole('button', { name: /^Donate / })
    await expect(button).toContainText('60.00')
    expect(
      (await people.request.patch(`/v4/campaigns/${id}/levels/${level.id}`, { data: { amount: '75', title } })).ok(),
    ).toBe(true)
    // The fundraiser's data is read again within seconds.
    await expect(async () => {
      const quote = await request.post('/v4/quotes', {
        data: { campaignId: id, amount: 0, currency, levelId: level.id },
      })
      expect(await quote.json()).toMatchObject({ gift: 7500 })
    }).toPass({ timeout: 10_000 })
    await clickDonate(page)
    await expect(summaryIn(page)).toContainText('The total is now')
    await expect(button).toContainText('75.00')
    await expect(page.getByLabel(/^Words of support/)).toHaveValue('For their desks')
    expect((await receiptsTo(request, email)).length).toBe(0)
    await clickDonate(page)
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(await expectOneReceipt(request, email)).toContain('75.00')
  } finally {
    await people.request.delete(`/v4/campaigns/${id}/levels/${level.id}`)
    await people.close()
  }
})

test('remembers the choice of a tax receipt only for donors who were asked [S1 §5]', async ({ browser, baseURL }) => {
  for (const [address, isAsked] of [
    ['212.58.244.70', false],
    ['8.8.8.8', true],
  ] as const) {
    const context = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': address } })
    const page = await context.newPage()
    await page.goto('/v4/checkout/robots-on-wednesdays')
    await expect(page.getByLabel('I want a tax receipt')).toHaveCount(isAsked ? 1 : 0)
    await page.getByRole('radio', { name: 'No tip' }).check()
    await fillDonor(page, freshEmail('abroad'))
    await fillCard(page, cards.good)
    await clickDonate(page)
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    const remembered = await page.evaluate(() => localStorage.getItem('userTaxDeductiblePreference'))
    expect(remembered).toEqual(isAsked ? expect.stringContaining('false') : null)
    await context.close()
  }
})

test('a confirmed large tip is asked about again after the tip or amount changes', async ({ page, request }) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
  await page.getByRole('radio', { name: 'Other' }).check()
  await page.getByLabel('Your tip', { exact: true }).fill('25')
  const isMeant = page.getByLabel(/^Yes, that’s right/)
  await isMeant.check()
  await page.getByLabel('Your tip', { exact: true }).fill('900')
  await expect(isMeant).not.toBeChecked()
  await fillDonor(page, freshEmail('large-tip'))
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('larger than your donation')
  await isMeant.check()
  await page.getByLabel('Another amount').fill('21')
  await expect(isMeant).not.toBeChecked()
})

test('name, email and address are typed once and reused below', async ({ browser, baseURL, request }) => {
  const slug = 'teachers-of-thar'
  const { id } = (await (await request.get(`/v4/campaign-pages/${slug}`)).json()) as { id: string }
  const people = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { origin: baseURL! } })
  expect(
    (
      await people.request.post('/v4/login', { data: { email: 'sana@example.org', password: 'sunbul-demo-2026' } })
    ).ok(),
  ).toBe(true)
  const title = freshEmail('A parcel').split('@')[0]!
  const data = { amount: '30', title, requireShipping: true, includeEmail: true, requireEmail: true }
  const added = await people.request.post(`/v4/campaigns/${id}/levels`, { data })
  const level = ((await added.json()) as { levels: { id: string; title: string }[] }).levels.find(
    (level) => level.title === title,
  )!
  const donor = await browser.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { 'x-forwarded-for': '212.58.244.71' },
  })
  const page = await donor.newPage()
  try {
    await expect(async () => {
      await page.goto(`/v4/checkout/${slug}?level=${level.id}`)
      await expect(page.getByRole('radio', { name: title })).toBeChecked({ timeout: 1000 })
    }).toPass({ timeout: 10_000 })
    const email = freshEmail('once')
    const aid = page.getByLabel(/Gift Aid/).first()
    await aid.check()
    await page.getByText('Add your home address now').click()
    await fillDonor(page, email)
    const tax = page.locator('details', { hasText: 'Add your home address now' })
    await tax.getByLabel('Postcode').fill('LS1 1AA')
    await expect(tax.getByLabel('First name')).toHaveValue('Amina')
    await expect(tax.getByLabel('Last name')).toHaveValue('Yusuf')
    await tax.getByLabel('Address', { exact: true }).fill('1 High Street')
    await tax.getByLabel('City', { exact: true }).fill('Leeds')
    const delivery = page.getByRole('group', { name: 'Where should it be sent?' })
    await expect(delivery.getByLabel('Full name')).toHaveValue('Amina Yusuf')
    await delivery.getByRole('button', { name: /1 High Street/ }).click()
    await expect(delivery.getByLabel('Address', { exact: true })).toBeFocused()
    for (const [label, value] of [
      ['Full name', 'Amina Yusuf'],
      ['Address', '1 High Street'],
      ['City', 'Leeds'],
      ['Postal code', 'LS1 1AA'],
      ['Country', 'GB'],
    ] as const)
      await expect(delivery.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(delivery.getByRole('button', { name: /1 High Street/ })).toHaveCount(0)
    await expect(page.getByLabel('Your email (shared with the organizer)')).toHaveValue(email)
    await expectAccessible(page)
  } finally {
    await people.request.delete(`/v4/campaigns/${id}/levels/${level.id}`)
    await people.close()
    await donor.close()
  }
})

for (const [answer, heading] of [
  ['Yes, approve', 'Your donation has arrived'],
  ['No, decline', 'This donation wasn’t paid'],
] as const)
  test(`returning from the bank in another browser shows the status, then the result of “${answer}” [payments-14]`, async ({
    page,
    browser,
    baseURL,
    request,
  }) => {
    const slug = await plainCampaign(request)
    await page.goto(`/v4/checkout/${slug}?amount=61`)
    await page.getByRole('radio', { name: 'No tip' }).check()
    await fillDonor(page, freshEmail('sent-back'))
    await fillCard(page, cards.challenge)
    const response = page.waitForResponse('**/api/donate/donate/*')
    await clickDonate(page)
    const { result } = (await (await response).json()) as { result: { id: string } }
    const elsewhere = await browser.newContext({ baseURL: baseURL! })
    const back = await elsewhere.newPage()
    await back.goto(`/v4/checkout/${slug}?gift=${result.id}`)
    await expect(back.getByRole('heading', { level: 1 })).toHaveText('We’re confirming your payment')
    await expect(back.getByText('$61.00')).toBeVisible()
    await expect(back.getByRole('button', { name: /^Donate / })).toHaveCount(0)
    await expectAccessible(back)
    // The tab that started the donation continues it.
    await page.goto(`/v4/checkout/${slug}?gift=${result.id}`)
    await challengeOf(page).getByRole('button', { name: answer }).click()
    if (answer === 'Yes, approve') await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    else await expect(summaryIn(page)).toContainText('Error processing payment (3DS)')
    // The page polls the status by itself.
    await expect(back.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 20_000 })
    const again = back.getByRole('link', { name: 'Donate again' })
    await expect(again).toHaveCount(answer === 'Yes, approve' ? 0 : 1)
    if (answer === 'No, decline') {
      await again.click()
      await expect(back.getByRole('button', { name: /^Donate / })).toBeVisible()
    }
    await elsewhere.close()
  })
