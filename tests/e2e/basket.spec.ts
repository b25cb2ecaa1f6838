import { expect, type Page, test } from '@playwright/test'
import { expectOnePayment } from './ledger-rows.ts'
import {
  aBasket,
  call,
  type Card,
  donorGives,
  donateButtonFor,
  inCurrency,
  itemOf,
  saved,
  twoCauses,
} from './baskets.ts'
import {
  anAddress,
  cards,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  freshEmail,
  recordAnnouncements,
  logOut,
  clickDonate,
  problemsOf,
  receiptsTo,
  summaryIn,
  untilAlive,
} from './support.ts'

test.use({ extraHTTPHeaders: anAddress })

/** The confirmation link in the mail to a new account. */
async function confirmationFor(page: Page, email: string): Promise<string> {
  const find = async () => {
    const { mails } = (await (await page.request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { id: string; to: string; kind: string }[]
    }
    return mails.find((mail) => mail.to === email && mail.kind === 'confirm-email')
  }
  await expect(async () => expect(await find()).toBeDefined()).toPass({ timeout: 10_000 })
  const { plain } = (await (await page.request.get(`/v4/dev/mails/${(await find())!.id}`)).json()) as { plain: string }
  const url = new URL(/https?:\/\/\S*code=\S+/.exec(plain)![0])
  return url.pathname + url.search
}

type Level = { id: string; amount: number; remaining: number | null } & Record<string, unknown>

/** A fundraiser in dollars with a limited level that requires nothing and has places left. */
async function limited(page: Page): Promise<readonly [Card, Level & { remaining: number }]> {
  for (const card of (await inCurrency(page, 'USD')).toReversed()) {
    const { levels } = (await (await page.request.get(`/v4/campaign-pages/${card.slug}`)).json()) as { levels: Level[] }
    const level = levels.find(
      (level) =>
        (level.remaining ?? 0) > 1 &&
        !Object.entries(level).some(([name, value]) => name.startsWith('require') && value === true),
    )
    if (level) return [card, level as Level & { remaining: number }]
  }
  throw new Error('no fundraiser of the demo has such a level')
}

test('a guest pays for two causes with one card form, one challenge and one mail [S2 §4]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const email = freshEmail('basket')
  const [first, second] = await twoCauses(page)
  await page.goto('/v4/basket')
  await expect(page.getByRole('heading', { name: '2 donations' })).toBeVisible()
  await donorGives(page, email, cards.challenge)
  await page.getByRole('radio', { name: /^10%/ }).check()
  await expect(donateButtonFor(page, '$60.50')).toBeVisible()
  await page.getByText('How the tip and fee are shared').click()
  await expect(page.getByRole('row', { name: first.name })).toContainText('$2.00')
  await expect(page.getByRole('row', { name: second.name })).toContainText('$3.50')
  await expect(page.locator('iframe[title="Card details"]')).toHaveCount(1)
  await expectAccessible(page)
  await clickDonate(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })
  await expect(dialog).toContainText('$60.50')
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page).toHaveURL(/\/v4\/basket\/thankyou$/)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const donations = page.getByRole('region', { name: '2 donations' })
  await expect(donations.getByRole('listitem').filter({ hasText: first.name })).toContainText('$20.00')
  await expect(donations.getByRole('listitem').filter({ hasText: second.name })).toContainText('$35.00')
  await expect(page.getByText('Receipt sent to')).toContainText(email)
  await expect(page.getByText(/still in your basket/)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Basket \d/ })).toHaveCount(0)
  await expect(page.locator('#keep-this-gift')).toBeVisible()
  await expect(page.getByRole('group', { name: second.name }).getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectAccessible(page)
  await expectOneReceipt(request, email)
  await page.goto('/v4/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('a guest’s basket moves to the account at log-in and is paid with a saved card', async ({ page, request }) => {
  const email = freshEmail('follows')
  const password = 'ears of grain in the field'
  const account = { email, password, firstName: 'Huda', lastName: 'Saleh', redirectUrl: '/account' }
  expect((await page.request.post('/v4/signup', { data: account })).ok()).toBe(true)
  expect((await page.request.post('/v4/cards', { data: { token: 'pm_card_visa' } })).ok()).toBe(true)
  await page.goto(await confirmationFor(page, email))
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await logOut(page)
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('link', { name: 'Have an account? Log in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  await expect(page.getByText('You’re donating as')).toContainText(email)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('21')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: /Visa.* ending in/ })).toBeChecked()
  await expectAccessible(page)
  await expect(donateButtonFor(page, '$56.00')).toBeVisible()
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$56.00')
  await page.goto('/account/donations')
  await expect(page.getByRole('link', { name: first.name })).toBeVisible()
})

test('a suggested tip is not saved on opening, and is charged when paid', async ({ page, request }) => {
  const email = freshEmail('suggested')
  const [, , basket] = await twoCauses(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url())
  })
  await page.goto('/v4/basket')
  await untilAlive(page.locator('.basket-form'))
  const heard = await recordAnnouncements(page)
  await expect(donateButtonFor(page, '$63.80')).toBeVisible()
  await page.waitForTimeout(2500)
  expect([sent, await heard(), await saved(page).count()]).toEqual([[], [], 0])
  expect(await call(page, 'GET', `guest/baskets/${basket.id}`)).toMatchObject({ version: basket.version, tipAmount: 0 })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('$63.80')).toBeVisible()
  await expectOneReceipt(request, email)
})

test('preselects anonymity for a donor who was anonymous last time, also after choosing a tip [contract-6]', async ({
  page,
}) => {
  const preferences = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('checkoutPreferences')!) as { value: object })
  const [, , basket] = await twoCauses(page)
  await page.goto('/zakat-policy')
  await page.evaluate(() =>
    localStorage.setItem(
      'checkoutPreferences',
      JSON.stringify({ version: 1, value: { anonymous: true, newsletter: false, tipChoice: '10' } }),
    ),
  )
  await page.goto('/v4/basket')
  await untilAlive(page.locator('.basket-form'))
  await expect(page.getByLabel('Give anonymously')).toBeChecked()
  await donorGives(page, freshEmail('anonymous'), cards.good)
  expect((await preferences()).value).toEqual({ anonymous: true, newsletter: false, tipChoice: '0' })
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await call(page, 'GET', `guest/baskets/${basket.id}`)).toMatchObject({
    status: 'checked-out',
    anonymous: { enabled: true },
  })
  await twoCauses(page)
  await page.goto('/v4/basket')
  await expect(page.getByLabel('Give anonymously')).toBeChecked()
  await page.getByLabel('Give anonymously').uncheck()
  await page.reload()
  await untilAlive(page.locator('.basket-form'))
  await expect(page.getByLabel('Give anonymously')).not.toBeChecked()
})

test('changing the currency says what will be paid, and that the tip was in the first one', async ({ page }) => {
  const [dollars, pounds] = [(await inCurrency(page, 'USD'))[0]!, (await inCurrency(page, 'GBP'))[0]!]
  await aBasket(page, [itemOf(dollars), itemOf(pounds, { amount: 3000 })], { tipAmount: 500 })
  await page.goto('/v4/basket')
  await untilAlive(page.locator('.basket-form'))
  const heard = await recordAnnouncements(page)
  await page.getByRole('radio', { name: /^GBP/ }).check()
  const notice = page.getByRole('status').filter({ hasText: /Your total is now \W?£30\.00\W?\. Your tip was in USD/ })
  await expect(notice).toBeVisible()
  expect((await heard()).join(' ')).toContain('Your total is now')
  await expectAccessible(page)
  await page.getByRole('form', { name: pounds.name }).getByLabel('Amount').fill('40')
  await expect(notice).toHaveCount(0)
})

test('a level that sells out before payment is reported by name, at its line', async ({
  page,
  playwright,
  baseURL,
  request,
}) => {
  const email = freshEmail('sold-out')
  const [card, { id: givingLevelId, amount, remaining }] = await limited(page)
  const other = (await inCurrency(page, 'USD')).find(({ id }) => id !== card.id)!
  await aBasket(page, [itemOf(other), itemOf(card, { amount, givingLevelId, quantity: remaining })])
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await expect(saved(page)).toBeVisible()
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL! })
  const post = async (path: string, data: object) => {
    const answer = await elsewhere.post(`/v4/checkout/guest/baskets${path}`, {
      data,
      headers: { 'idempotency-key': `sold-out-${freshEmail('key')}` },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string; quote: { quoteHash: string } }
  }
  const { id } = await post('', { currency: 'USD' })
  const { quote } = await post(`/${id}/items`, { item: itemOf(card, { amount, givingLevelId }) })
  const tokens = [{ type: 'card', token: 'pm_card_visa' }]
  const guest = { email: freshEmail('first'), name: 'Huda Saleh' }
  await post(`/${id}/checkout`, { paymentMethod: 'card', quoteHash: quote.quoteHash, tokens, guest })
  await elsewhere.dispose()
  await clickDonate(page)
  const summary = summaryIn(page)
  const line = page.getByRole('form', { name: card.name })
  await expect(summary.getByRole('listitem')).toHaveText([
    new RegExp(`${card.name}\\W*: This giving level is sold out`),
  ])
  await expect(line.getByText('This giving level is sold out.')).toBeVisible()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'This giving level is sold out.' }).click()
  await expect(line.getByLabel('How many')).toBeFocused()
  expect((await receiptsTo(request, email)).length).toBe(0)
  await line.getByRole('button', { name: `One less: ${card.name}` }).click()
  await expect(line.getByText('This giving level is sold out.')).toHaveCount(0)
})

test('leaving the challenge charges nothing, and the next payment has the basket’s new amount', async ({
  page,
  request,
}) => {
  const email = freshEmail('left')
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.challenge)
  await clickDonate(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop the payment' }).click()
  await expect(dialog).toBeHidden()
  expect((await receiptsTo(request, email)).length).toBe(0)
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('90')
  await expect(donateButtonFor(page, '$125.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await clickDonate(page)
  await expect(dialog).toContainText(/\$125\.00\W? for your donations, in one payment/)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('an edit during a 3-D Secure challenge is refused with a message, and the basket is paid unchanged', async ({
  page,
  request,
}) => {
  const email = freshEmail('left-question')
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.challenge)
  await expect(saved(page)).toBeVisible()
  await clickDonate(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })
  await expect(dialog).toContainText(/\$55\.00\W? for your donations, in one payment/)
  await page.route('**/v4/donations/*/stop', (route) => route.abort())
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Stop the payment' }).click()
  const amount = page.getByRole('form', { name: first.name }).getByLabel('Amount')
  const before = await amount.inputValue()
  await amount.fill('90')
  await expect(
    page.getByText(
      'Your change wasn’t saved, because this basket is being paid for. Finish or cancel that payment first.',
    ),
  ).toBeVisible()
  await expect(amount).toHaveValue(before)
  await expect(donateButtonFor(page, '$55.00')).toBeVisible()
  await clickDonate(page)
  await expect(dialog).toContainText(/\$55\.00\W? for your donations, in one payment/)
  await expectAccessible(page)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText(/of \W?\$55\.00\W? in total have arrived/)).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$55.00')
})

test('returning from the bank in another browser shows the status of the basket’s payment [payments-14]', async ({
  page,
  browser,
  baseURL,
}) => {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, freshEmail('sent-back'), cards.challenge)
  await expect(saved(page)).toBeVisible()
  const response = page.waitForResponse('**/checkout')
  await clickDonate(page)
  const { id } = (await (await response).json()) as { id: string }
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  const back = await elsewhere.newPage()
  await back.goto(`/v4/basket?gift=${id}`)
  await expect(back.getByRole('heading', { level: 1 })).toHaveText('We’re confirming your payment')
  await page.goto(`/v4/basket?gift=${id}`)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page).toHaveURL(/\/v4\/basket\/thankyou$/)
  // The page checks again by itself as well.
  await expect(async () => {
    const again = back.getByRole('link', { name: 'Check again' })
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(back.getByRole('heading', { level: 1 })).toHaveText('Your donation has arrived', { timeout: 2000 })
  }).toPass()
  await expect(back.getByText('$55.00')).toBeVisible()
  await elsewhere.close()
})

test('logging in during a challenge keeps the guest’s basket beside the account’s own', async ({ page, context }) => {
  const email = freshEmail('logs-in-late')
  const password = 'ears of grain in the field'
  const account = { email, password, firstName: 'Huda', lastName: 'Saleh', redirectUrl: '/account' }
  const { userId } = (await (await page.request.post('/v4/signup', { data: account })).json()) as { userId: string }
  await page.goto(await confirmationFor(page, email))
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const [first, second, third] = (await inCurrency(page, 'USD')) as [Card, Card, Card]
  const { id } = await call(page, 'POST', `${userId}/baskets`, { currency: 'USD' })
  await call(page, 'POST', `${userId}/baskets/${id}/items`, { item: itemOf(third, { amount: 1200 }) })
  expect((await page.request.post('/v4/logout', { data: {} })).ok()).toBe(true)
  await aBasket(page, [itemOf(first), itemOf(second)])
  await page.goto('/v4/basket')
  await donorGives(page, freshEmail('guest'), cards.challenge)
  await expect(saved(page)).toBeVisible()
  await clickDonate(page)
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  const two = await context.newPage()
  expect((await two.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  await two.goto('/v4/basket')
  await expect(two.getByRole('heading', { name: '1 donation', exact: true })).toBeVisible()
  await challengeOf(page).getByRole('button', { name: 'No, decline' }).click()
  await expect(page.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeHidden()
  // The page closes the challenge before the server asks the bank for its result.
  await expect(async () => {
    await two.reload()
    await expect(two.getByRole('heading', { name: '3 donations' })).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 15_000 })
  expect((await call(two, 'GET', `${userId}/baskets/${id}`)).items.map(({ projectId }) => projectId)).toEqual([
    third.id,
    first.id,
    second.id,
  ])
})

test('a price that changed before payment is shown, and nothing is charged until confirmed', async ({
  page,
  request,
}) => {
  const email = freshEmail('changed')
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await expect(saved(page)).toBeVisible()
  await call(page, 'PATCH', `guest/baskets/${basket.id}/items/${basket.items[0]!.id}`, {
    item: itemOf(first, { amount: 5000 }),
  })
  await clickDonate(page)
  await expect(page.getByText(/The total is now \W?\$85\.00/)).toBeVisible()
  await expect(page.getByText(`${first.name}`).last()).toBeVisible()
  await expect(page.getByText(/\$20\.00\W* is now \W*\$50\.00/)).toBeVisible()
  await expectAccessible(page)
  expect((await receiptsTo(request, email)).length).toBe(0)
  await expect(donateButtonFor(page, '$85.00')).toBeVisible()
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$85.00')
})

test('pays only lines in the chosen currency; the others stay with the reason for the next payment [S2 §5]', async ({
  page,
  request,
}) => {
  const email = freshEmail('currencies')
  const [dollars, pounds] = [(await inCurrency(page, 'USD'))[0]!, (await inCurrency(page, 'GBP'))[0]!]
  await aBasket(page, [itemOf(dollars), itemOf(pounds, { amount: 3000 })])
  await page.goto('/v4/basket')
  const skipped = page.getByRole('region', { name: 'Pay separately' })
  await expect(skipped.getByRole('region', { name: 'GBP' }).getByRole('form', { name: pounds.name })).toBeVisible()
  await expect(skipped.getByText('2 payments are left, one for each currency.')).toBeVisible()
  await expectAccessible(page)
  await donorGives(page, email, cards.good)
  await expect(donateButtonFor(page, '$20.00')).toBeVisible()
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('1 donation is still in your basket.')).toBeVisible()
  await page.getByRole('link', { name: 'View your basket' }).click()
  // The next currency is chosen, and the donor is known: only the card is asked for again.
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(donateButtonFor(page, '£30')).toBeVisible()
  await expect(page.locator('#email')).toHaveValue(email)
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(async () => expect((await receiptsTo(request, email)).length).toBe(2)).toPass()
})

test('shows a decline at the card, and another card pays the same basket', async ({ page, request }) => {
  const email = freshEmail('declined')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.declined)
  await clickDonate(page)
  await expect(summaryIn(page)).toContainText('Your card was declined')
  await expect(page).toHaveTitle(/^Error: /)
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('a guest whose response was lost is thanked after paying again, and after a reload', async ({ page, request }) => {
  for (const how of ['press', 'reload']) {
    const email = freshEmail(`lost-${how}`)
    await twoCauses(page)
    await page.goto('/v4/basket')
    await donorGives(page, email, cards.good)
    await expect(donateButtonFor(page, '$55.00')).toBeVisible()
    await page.route('**/v4/checkout/guest/baskets/*/checkout', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await clickDonate(page)
    await expect(page.getByText('Network connection failed.').first()).toBeVisible({ timeout: 20_000 })
    await page.unroute('**/v4/checkout/guest/baskets/*/checkout')
    await (how === 'press' ? clickDonate(page) : page.reload())
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(await expectOneReceipt(request, email)).toContain('$55.00')
  }
})

test('a double and a third click pay once', async ({ page, request }) => {
  const email = freshEmail('double')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await donateButtonFor(page, '$55.00').evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.click()
  })
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
  await expectOnePayment(email)
})

test('missing fields are listed above the form and at each field, with focus', async ({ page }) => {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByLabel('Email', { exact: true }).fill('amina@')
  await clickDonate(page)
  const summary = summaryIn(page)
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('correcting one field keeps focus while another is wrong, and the next submit reports it', async ({ page }) => {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await clickDonate(page)
  const summary = summaryIn(page)
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByLabel('Email', { exact: true }).focus()
  // Key by key, as people type, with a render after each.
  await page.keyboard.type('amina@example.org', { delay: 30 })
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('amina@example.org')
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  for (let attempt = 0; attempt < 2; attempt++) {
    await clickDonate(page)
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText('Enter your name.')
    await page.getByLabel('Email', { exact: true }).focus()
  }
})

test('edits and pays by keyboard alone', async ({ page, request }) => {
  const email = freshEmail('keyboard')
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  const amount = page.getByRole('form', { name: first.name }).getByLabel('Amount')
  await amount.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('22')
  await page.getByRole('radio', { name: /^16%/ }).focus()
  for (let left = 0; left < 3; left++) await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Amina Yusuf')
  await page.frameLocator('iframe[title="Card details"]').getByLabel('Card number').focus()
  await page.keyboard.type(cards.good)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await donateButtonFor(page, '$57.00').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('in Arabic on a phone the basket is right-to-left, fits, and is paid the same', async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const page = await context.newPage()
  const email = freshEmail('arabic')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { name: 'سلتك' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('radio', { name: 'بدون دعم' }).check()
  await page.getByLabel('البريد الإلكتروني', { exact: true }).fill(email)
  await page.getByLabel('الاسم', { exact: true }).fill('أمينة يوسف')
  const frame = page.frameLocator('iframe[title="بيانات البطاقة"]')
  await frame.getByLabel('رقم البطاقة').fill(cards.good)
  await frame.getByLabel('تاريخ الانتهاء').fill('1234')
  await frame.getByLabel('رمز الأمان').fill('123')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^تبرّع/ }).click()
  await expect(page.getByRole('heading', { name: 'شكرًا لك' })).toBeVisible()
  await expectAccessible(page)
  expect(await expectOneReceipt(request, email)).not.toBe('')
  await context.close()
})
