import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  anAddress,
  cards,
  challengeOf,
  expectAccessible,
  fillCard,
  freshEmail,
  plainCampaign,
  clickDonate,
  problemsOf,
  summaryIn,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

/** A new account that has just logged in. */
async function signUp(page: Page, name: string): Promise<string> {
  const email = freshEmail(name)
  const data = {
    email,
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  return email
}

/** Saves a card through the API and returns its id. */
async function saved(page: Page, token: string): Promise<string> {
  const answer = await page.request.post('/v4/cards', { data: { token } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { card: { id: string } }).card.id
}

async function open(page: Page, slug: string, amount: number): Promise<void> {
  await page.goto(`/v4/checkout/${slug}?amount=${amount}`)
  const receipt = page.getByLabel('I want a tax receipt')
  // The page unticks it if this browser remembers so.
  if (await receipt.isVisible()) await expect(() => receipt.uncheck({ timeout: 1000 })).toPass({ timeout: 5000 })
  const tip = page.getByRole('radio', { name: 'No tip' })
  if (await tip.isVisible()) await tip.check()
}

/** A token for a card that expires this month. */
async function endingCard(page: Page): Promise<string> {
  const { origin, publishableKey } = (await (await page.request.get('/v4/payments/configuration')).json()) as {
    origin: string
    publishableKey: string
  }
  const now = new Date()
  const form = {
    type: 'card',
    'card[number]': '378282246310005',
    'card[exp_month]': now.getUTCMonth() + 1,
    'card[exp_year]': now.getUTCFullYear(),
    'card[cvc]': '1234',
  }
  const answer = await page.request.post(`${origin}/v1/payment_methods`, {
    form,
    headers: { authorization: `Bearer ${publishableKey}` },
  })
  return ((await answer.json()) as { id: string }).id
}

const thanked = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible({ timeout: 15_000 })
const oneCard = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) })

test('a card is saved with a donation, pays the next one in two clicks, and is removed [payments-17]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  await signUp(page, 'keeps')
  const slug = await plainCampaign(request)
  await open(page, slug, 31)
  await expect(page.getByRole('group', { name: 'Pay with' })).toHaveCount(0)
  const keep = page.getByRole('checkbox', { name: /Save this card for next time/ })
  await expect(keep).not.toBeChecked()
  await expect(page.getByText('I can remove it at any time')).toBeVisible()
  await keep.check()
  await fillCard(page, cards.good)
  await clickDonate(page)
  await thanked(page)

  await expect(async () => {
    await page.goto('/account/cards')
    await expect(oneCard(page, '4242')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(oneCard(page, '4242')).toContainText(/Default.*Visa.*ending in.*4242.*12\/2034/s)
  await expectAccessible(page)

  // Another day: this browser remembers everything, so only two buttons remain.
  await page.evaluate(() => localStorage.removeItem('donationAmount'))
  await page.goto(`/v4/campaign/${slug}`)
  await page.getByRole('button', { name: 'Donate' }).first().click()
  await expect(page.getByRole('radio', { name: /Visa.*4242/ })).toBeChecked()
  await expect(page.locator('iframe[title="Card details"]')).toHaveCount(0)
  await expectAccessible(page)
  await clickDonate(page)
  await thanked(page)
  expect(await page.evaluate(() => localStorage.getItem('savedCard'))).toMatch(
    /^\{"version":1,"value":"[0-9a-f-]{36}"\}$/,
  )

  await page.goto('/account/cards')
  await page.getByRole('link', { name: /^Remove .*4242/ }).click()
  await expect(page.getByText('Remove this card?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('The card is removed.')).toBeVisible()
  await expect(page.getByText('No saved cards')).toBeVisible()
  await open(page, slug, 33)
  await expect(page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Pay with' })).toHaveCount(0)
  expect(problems).toEqual([])
})

test('cards are added, one with 3-D Secure, made the default and removed by keyboard', async ({ page }) => {
  await signUp(page, 'adds')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Cards' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No saved cards')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add your first card' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You won’t be charged. Your bank may ask')).toBeVisible()
  await expect(page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')).toBeVisible()
  await page.getByRole('button', { name: 'Save card' }).press('Enter')
  await expect(summaryIn(page)).toContainText('Enter the whole card number.')
  await expect(page).toHaveTitle(/^Error: /)
  await expectAccessible(page)
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Save card' }).press('Enter')
  await expect(summaryIn(page)).toContainText('This card wasn’t accepted. You haven’t been charged.')
  await fillCard(page, '5555555555554444')
  await page.getByRole('button', { name: 'Save card' }).press('Enter')
  await expect(page.getByText('The card is saved.')).toBeVisible()

  await page.getByRole('link', { name: 'Add a card' }).press('Enter')
  await fillCard(page, cards.challenge)
  await page.getByRole('button', { name: 'Save card' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Stop adding this card?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep going' }).press('Enter')
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).press('Enter')
  await expect(page.getByText('The card is saved.')).toBeVisible()

  await page.getByRole('button', { name: /^Make default: .*3184/ }).press('Enter')
  await expect(page.getByText('This is now your default card.')).toBeVisible()
  await expect(oneCard(page, '3184')).toContainText('Default')
  await page.getByRole('link', { name: /^Remove .*3184/ }).press('Enter')
  await page.getByRole('button', { name: 'Remove card' }).press('Enter')
  await expect(oneCard(page, '4444')).toContainText('Default')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('checkout chooses one of several cards by keyboard, with its own challenge', async ({ page, request }) => {
  await signUp(page, 'chooses')
  for (const token of ['pm_card_visa', 'pm_card_amex', 'pm_card_mastercard']) await saved(page, token)
  const slug = await plainCampaign(request)
  await open(page, slug, 34)
  await page.getByRole('radio', { name: /Visa.*4242/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Another card' })).toBeChecked()
  await fillCard(page, cards.challenge)
  await page.getByRole('checkbox', { name: /Save this card/ }).check()
  await clickDonate(page)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await thanked(page)
  await expect(async () => {
    await open(page, slug, 35)
    await expect(page.getByRole('radio', { name: /Visa.*3184/ })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('radio', { name: /Visa.*3184/ }).check()
  await clickDonate(page)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await thanked(page)
  await open(page, slug, 36)
  await expect(page.getByRole('radio', { name: /Visa.*3184/ })).toBeChecked()
})

test('a card removed in another tab is reported, and another one pays', async ({ page, request }) => {
  await signUp(page, 'two-tabs')
  const [visa] = [await saved(page, 'pm_card_visa'), await saved(page, 'pm_card_amex')]
  await open(page, await plainCampaign(request), 37)
  expect((await page.request.delete(`/v4/cards/${visa}`, { data: {} })).ok()).toBe(true)
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('This card was removed.')
  await page.getByRole('radio', { name: /American Express/ }).check()
  await clickDonate(page)
  await thanked(page)
})

test('a card that expires soon is marked in the list and at checkout', async ({ page, request }) => {
  await signUp(page, 'ends')
  await saved(page, await endingCard(page))
  await page.goto('/account/cards')
  await expect(oneCard(page, 'American Express')).toContainText('Expires soon')
  await expect(page.getByText('If you get a card with another number, add it here.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=39`)
  await expect(page.getByRole('radio', { name: /American Express.*Expires soon/s })).toBeChecked()
  await expectAccessible(page)
})

test('an expired card shows its expiry and can be chosen, because it may have been renewed', async ({ page }) => {
  await page.goto('/dev/kit')
  const choice = page.getByRole('group', { name: 'Pay with' })
  const expired = choice.getByRole('radio', { name: /American Express.*expiry date.*12\/2024.*may still work/s })
  await choice.getByRole('radio', { name: /Mastercard.*Expires soon/s }).check()
  await expired.check()
  await expect(expired).toBeChecked()
})

test('an empty response is not taken for a saved card, and a retry saves it', async ({ page }) => {
  await signUp(page, 'emptied')
  await page.goto('/account/cards/new')
  await fillCard(page, cards.good)
  await page.route('**/v4/cards', (route) => route.fulfill({ status: 200, body: '' }), { times: 1 })
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(summaryIn(page)).toContainText('Network connection failed')
  await expect(page).toHaveURL(/\/account\/cards\/new/)
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page).toHaveURL(/\/account\/cards\?done=saved/)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('pages are right-to-left in Arabic, and card data keeps its direction', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await signUp(page, 'arabic')
  await saved(page, 'pm_card_visa')
  await page.goto('/account/cards')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1, name: 'البطاقات' })).toBeVisible()
  await expect(page.getByText(/12\/20\d\d/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/account/cards/new')
  await expect(page.getByText('يمكنني إزالتها في أي وقت')).toBeVisible()
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=38`)
  await expect(page.getByRole('radio', { name: /Visa.*4242/ })).toBeChecked()
  await page.getByRole('radio', { name: 'بطاقة أخرى' }).check()
  await expect(page.getByRole('checkbox', { name: /احفظ هذه البطاقة/ })).toBeVisible()
  await expectAccessible(page)
})

test('no one opens another person’s cards', async ({
  page,
  browser,
  baseURL,
}: {
  page: Page
  browser: Browser
  baseURL: string | undefined
}) => {
  await page.goto('/account/cards')
  await expect(page).toHaveURL(/\/login\?redirectUrl=%2Faccount%2Fcards/)
  await signUp(page, 'owner')
  const id = await saved(page, 'pm_card_visa')
  const thief = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await signUp(thief, 'thief')
  await thief.goto(`/account/cards?remove=${id}`)
  await expect(thief.getByText('No saved cards')).toBeVisible()
  for (const intent of ['remove', 'default'])
    expect(
      (
        await thief.request.post('/account/cards', { form: { intent, card: id }, headers: { origin: baseURL! } })
      ).status(),
    ).toBe(404)
  await page.goto('/account/cards')
  await expect(oneCard(page, '4242')).toContainText('Default')
})
