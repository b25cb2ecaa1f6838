import { expect, type Page, test } from '@playwright/test'
import {
  anAddress,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  freshEmail,
  mailsTo,
  monthlyCampaign,
  plainCampaign,
  problemsOf,
  receiptsTo,
  summaryIn,
  untilAlive,
} from './support.ts'
import { twoCauses } from './baskets.ts'
import { countEffort } from './taps.ts'

test.use({ extraHTTPHeaders: anAddress })

const phone = { width: 390, height: 844 }
const wideScreen = { width: 1440, height: 900 }

const buttonsIn = (page: Page) => page.frameLocator('.checkout-wallets iframe')
const walletButton = (page: Page) => buttonsIn(page).getByRole('button', { name: /Phone Wallet/ })
const sheetOf = (page: Page) => page.frameLocator('dialog iframe').getByRole('dialog')
const approve = (page: Page) =>
  sheetOf(page)
    .getByRole('button', { name: /^Approve/ })
    .click()
const thanked = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 15_000 })

/** Opens the wallet's sheet and clicks the options with these labels (or parts of them). */
async function openSheet(page: Page, input: { readonly card?: string; readonly person?: string } = {}): Promise<void> {
  await walletButton(page).click()
  const sheet = sheetOf(page)
  for (const [name, wanted] of [['Card', input.card] as const, ['Contact', input.person] as const]) {
    if (wanted === undefined) continue
    const choice = sheet.getByLabel(name)
    await expect(choice).toBeVisible()
    const label = (await choice.locator('option').allTextContents()).find((text) => text.includes(wanted))
    await choice.selectOption({ label: label ?? wanted })
  }
}

for (const viewport of [phone, wideScreen])
  test(`a wallet pays in three taps from the fundraiser, with nothing typed, at ${viewport.width} px [payments-24]`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport)
    const problems = problemsOf(page)
    const counted = await countEffort(page)
    const requests: string[] = []
    page.on('request', (request) => {
      if (!request.url().includes('/v1/')) requests.push(request.postData() ?? '')
    })
    await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
    counted.reset()
    await page.getByRole('button', { name: 'Donate' }).first().click()
    const button = walletButton(page)
    await expect(button).toBeVisible()
    const place = (await page.locator('.checkout-wallets iframe').boundingBox())!
    // Above the bar on a phone, which is hidden on wide screens.
    const bar = await page.locator('.checkout-bar').boundingBox()
    expect(place.y + 51).toBeLessThanOrEqual(bar?.y ?? viewport.height)
    // The email follows the wallets. Where there are none, it is at most 600 px down on phones, and on the first screen.
    const [wallets, email] = await Promise.all(
      [page.locator('.checkout-wallets'), page.getByLabel('Email', { exact: true })].map((part) => part.boundingBox()),
    )
    expect(email!.y - (wallets!.y + wallets!.height)).toBeLessThanOrEqual(160)
    expect(email!.y - wallets!.height).toBeLessThanOrEqual(viewport === phone ? 600 : viewport.height - email!.height)
    await button.click()
    await approve(page)
    await thanked(page)
    expect(counted.effort()).toEqual({ taps: 3, fieldTaps: 0, typedFields: [] })
    await expect(page.getByText('Receipt sent to')).toContainText('layla@example.org')
    // The number was only sent to the bank.
    expect(requests.filter((body) => body.includes('4242424242424242'))).toEqual([])
    expect(problems).toEqual([])
  })

test.describe('on a phone with a touch screen', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('a first donation by card takes five taps and five typed fields', async ({ page, request }) => {
    const counted = await countEffort(page)
    await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
    counted.reset()
    await page.getByRole('button', { name: 'Donate' }).first().tap()
    const email = page.getByLabel('Email', { exact: true })
    await untilAlive(email)
    for (const [field, text] of [
      [email, freshEmail('five')],
      [page.getByLabel('Name', { exact: true }), 'Amina Yusuf'],
      // The card's fields lead from one to the next.
      [page.frameLocator('iframe[title="Card details"]').getByLabel('Card number'), '42424242424242421234123'],
    ] as const) {
      await field.tap()
      await page.keyboard.type(text)
    }
    await page
      .getByRole('button', { name: /^Donate / })
      .last()
      .tap()
    await thanked(page)
    expect(counted.effort()).toEqual({
      taps: 5,
      fieldTaps: 3,
      typedFields: ['email', 'name', 'number', 'expiry', 'cvc'],
    })
  })
})

test('a wallet pays a basket in two taps from its page, with nothing typed [payments-23]', async ({ page }) => {
  const counted = await countEffort(page)
  await twoCauses(page)
  await page.goto('/v4/basket')
  await expect(walletButton(page)).toBeVisible()
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 900],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const line of await page.locator('.basket-line').all())
      expect((await line.boundingBox())!.height).toBeLessThanOrEqual(140)
  }
  counted.reset()
  await openSheet(page)
  await expect(sheetOf(page)).toContainText('$55.00')
  await approve(page)
  await thanked(page)
  expect(counted.effort()).toEqual({ taps: 2, fieldTaps: 0, typedFields: [] })
  await expect(page.getByText('Receipt sent to')).toContainText('layla@example.org')
})

test('a guest starts a programme with a wallet in three taps, and is charged nothing today [recurring-30]', async ({
  page,
  context,
  baseURL,
}) => {
  // A tax receipt, which is preselected in the United States, needs an address on this page.
  await context.addCookies([{ name: 'country', value: 'AE', url: baseURL! }])
  const counted = await countEffort(page)
  await page.goto('/scheduled-giving/daily-givers/checkout?step=causes&amount=11&currency=USD')
  counted.reset()
  await page.getByRole('button', { name: /^(Continue|Next)/ }).click()
  const wallets = page.getByRole('group', { name: 'Express payment' })
  await expect(page.getByText('I agree that this card is kept').first()).toBeVisible()
  await wallets
    .frameLocator('iframe')
    .getByRole('button', { name: /Phone Wallet/ })
    .click()
  await expect(sheetOf(page)).toContainText(/\$0\.00.*\$11/s)
  await approve(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Your plan is set up' })).toBeVisible({ timeout: 15_000 })
  expect(counted.effort()).toEqual({ taps: 3, fieldTaps: 0, typedFields: [] })
  await expect(page.getByText('You haven’t been charged today.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('layla@example.org')
})

test('a cancelled sheet leaves the form as it was, with the focus on the wallets [payments-24]', async ({
  page,
  request,
}) => {
  const email = freshEmail('leaves')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=51`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await openSheet(page)
  await expect(sheetOf(page)).toContainText('$51.00')
  await expectAccessible(page)
  await expect(sheetOf(page).getByRole('button', { name: /^Approve/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog iframe')).toHaveCount(0)
  await expect(walletButton(page)).toBeFocused()
  await expect(summaryIn(page)).toHaveCount(0)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  // An amount below the minimum opens no sheet.
  await page.getByLabel('Another amount').fill('0')
  await walletButton(page).click()
  await expect(page.getByLabel('Another amount')).toBeFocused()
  await expect(page.locator('dialog iframe')).toHaveCount(0)
})

test('a decline is shown beside the wallet button, and a challenge opens on the page [payments-24]', async ({
  page,
  request,
}) => {
  const email = freshEmail('wallet-declined')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=52`)
  // Typed values override those of the wallet.
  await page.getByLabel('Email', { exact: true }).fill(email)
  await openSheet(page, { card: '0002' })
  await approve(page)
  await expect(summaryIn(page)).toContainText('Your card was declined')
  await openSheet(page, { card: '3220' })
  await approve(page)
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await thanked(page)
  expect(await expectOneReceipt(request, email)).toContain('$')
  expect(await receiptsTo(request, email)).toHaveLength(1)
})

test('a wallet without an email or a name asks for it at its field, and charges nothing [payments-24]', async ({
  page,
  request,
}) => {
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=53`)
  await openSheet(page, { person: 'Without an email address' })
  await approve(page)
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  await expect(page.locator('dialog iframe')).toHaveCount(0)
  await email.fill(freshEmail('wallet-email'))
  await openSheet(page, { person: 'Without a name' })
  await approve(page)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await name.fill('Omar Saleh')
  await openSheet(page, { person: 'Without a name' })
  await approve(page)
  await thanked(page)
})

test('a repeated donation by wallet is asked about once, and yes pays without a second sheet [payments-12]', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  for (let count = 1; count <= 2; count++) {
    await page.goto(`/v4/checkout/${slug}?amount=54`)
    await openSheet(page)
    await approve(page)
    if (count === 2) await page.getByRole('button', { name: 'Donate again' }).click()
    await thanked(page)
  }
})

/** Types email, name and card as a person does: a tap into each field, and each key. */
async function typeCard(page: Page): Promise<string> {
  const type = async (field: ReturnType<Page['getByLabel']>, text: string) => {
    await field.click()
    await field.pressSequentially(text)
  }
  const email = freshEmail('types')
  await type(page.getByLabel('Email', { exact: true }), email)
  await type(page.getByLabel('Name', { exact: true }), 'Amina Yusuf')
  const bank = page.frameLocator('iframe[title="Card details"]')
  await type(bank.getByLabel('Card number'), '4242424242424242')
  await type(bank.getByLabel('Expiry date'), '1234')
  await type(bank.getByLabel('Security code'), '123')
  return email
}

for (const country of ['US', 'GB', 'CA', 'AE'])
  test(`a guest in ${country} types five fields to pay by card at 1440 px`, async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    await page.setViewportSize(wideScreen)
    await context.addCookies([{ name: 'country', value: country, url: baseURL! }])
    const counted = await countEffort(page)
    await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
    counted.reset()
    await page.getByRole('button', { name: 'Donate' }).first().click()
    await typeCard(page)
    await page
      .getByRole('button', { name: /^Donate / })
      .first()
      .click()
    await thanked(page)
    // The taps are Donate, one into each field, and the button that pays.
    expect(counted.effort()).toEqual({
      taps: 7,
      fieldTaps: 5,
      typedFields: ['email', 'name', 'number', 'expiry', 'cvc'],
    })
  })

test('a guest gives monthly by card with five fields, and one tap more for the frequency [recurring-21]', async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone)
  const counted = await countEffort(page)
  await page.goto(`/v4/campaign/${await monthlyCampaign(request)}`)
  counted.reset()
  await page.getByRole('button', { name: 'Donate' }).first().click()
  await page.getByRole('radio', { name: 'Monthly' }).click()
  const email = await typeCard(page)
  await page
    .getByRole('button', { name: /^Donate .* monthly$/ })
    .first()
    .click()
  await thanked(page)
  expect(counted.effort()).toEqual({
    taps: 8,
    fieldTaps: 5,
    typedFields: ['email', 'name', 'number', 'expiry', 'cvc'],
  })
  // The page shows where the link of the plan went, and corrects it.
  const right = freshEmail('corrected')
  await expect(page.getByText(email)).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Email address')).toBeFocused()
  await page.getByLabel('Email address').fill(right)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByText('Links in earlier emails no longer work.')).toContainText(right)
  await expectAccessible(page)
  await expect
    .poll(async () => (await mailsTo(request, right)).map(({ kind }) => kind), { timeout: 15_000 })
    .toContain('plan-confirmed')
})

test('a wallet begins a monthly plan, whose card is the wallet’s and whose mandate is above the button [recurring-21]', async ({
  page,
  request,
}) => {
  const email = freshEmail('wallet-monthly')
  const counted = await countEffort(page)
  await page.goto(`/v4/checkout/${await monthlyCampaign(request)}?amount=55&frequencyType=month`)
  await expect(page.getByText(/allow us to charge .* each month from/)).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  counted.reset()
  await openSheet(page)
  await expect(sheetOf(page)).toContainText(/55\.00.*Then.* each month/)
  await approve(page)
  await thanked(page)
  expect(counted.effort()).toEqual({ taps: 2, fieldTaps: 0, typedFields: [] })
  expect(await expectOneReceipt(request, email)).toContain('55.00')
  await expect
    .poll(async () => (await mailsTo(request, email)).map(({ kind }) => kind).toSorted(), { timeout: 15_000 })
    .toEqual(['plan-confirmed', 'receipt'])
  const { id } = (await mailsTo(request, email)).find(({ kind }) => kind === 'plan-confirmed')!
  const { plain } = (await (await request.get(`/v4/dev/mails/${id}`)).json()) as { plain: string }
  await page.goto(/https?:\/\/\S*\/scheduled-giving\/manage\S*/.exec(plain)![0])
  await expect(page.getByRole('article')).toContainText(/Monthly donation.*Active.*ending in .*4242/s)
  // A reader who isn't the donor stops mails and charges, and sees nothing of the plan.
  await page.goto(/https?:\/\/\S*\/scheduled-giving\/not-me\S*/.exec(plain)![0])
  await expect(page.getByRole('main')).not.toContainText(/Monthly|55/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’ve stopped these emails')
  await page.goto(/https?:\/\/\S*\/scheduled-giving\/manage\S*/.exec(plain)![0])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
})

test('a donor with a saved card pays in two taps from the fundraiser', async ({ page, request }) => {
  const data = {
    email: freshEmail('returns'),
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  expect((await page.request.post('/v4/cards', { data: { token: 'pm_card_visa' } })).ok()).toBe(true)
  const counted = await countEffort(page)
  await page.goto(`/v4/campaign/${await plainCampaign(request)}`)
  counted.reset()
  await page.getByRole('button', { name: 'Donate' }).first().click()
  const button = page.getByRole('button', { name: /^Donate / }).first()
  await untilAlive(button)
  await button.click()
  await thanked(page)
  expect(counted.effort()).toEqual({ taps: 2, fieldTaps: 0, typedFields: [] })
})
