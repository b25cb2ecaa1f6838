import fs from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import pg from 'pg'
import {
  campaigns,
  cards,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  freshEmail,
  press,
  problemsOf,
  receiptsTo,
  untilAlive,
} from './support.ts'

type Card = Awaited<ReturnType<typeof campaigns>>[number] & { name: string }
type View = {
  id: string
  version: number
  userId: string | null
  currency: string
  tipAmount: number
  items: { id: string; projectId: string; amount: number }[]
}

async function call(page: Page, method: string, path: string, data?: object): Promise<View> {
  const answer = await page.request.fetch(`/v4/checkout/${path}`, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as View
}

/** Fundraisers of the demo in a currency. */
const inCurrency = async (page: Page, currency: string) => (await campaigns(page.request)).filter((card) => card.currencyCode === currency) as Card[]

const itemOf = (card: Card, over: object = {}) => ({ projectId: card.id, amount: 2000, currency: card.currencyCode, ...over })

/** A guest's basket in this browser, with these gifts. */
async function aBasket(page: Page, items: readonly object[], { currency = 'USD', ...edit }: { currency?: string; tipAmount?: number } = {}): Promise<View> {
  const { id } = await call(page, 'POST', 'guest/baskets', { currency })
  for (const item of items) await call(page, 'POST', `guest/baskets/${id}/items`, { item })
  return call(page, 'PATCH', `guest/baskets/${id}`, edit)
}

async function twoCauses(page: Page, over: object = {}): Promise<readonly [Card, Card, View]> {
  const [first, second] = (await inCurrency(page, 'USD')) as [Card, Card]
  return [first, second, await aBasket(page, [itemOf(first, over), itemOf(second, { amount: 3500 })])]
}

/** No call stores a gift without an amount; one from elsewhere is shown as it stands. */
async function withoutAmount(basketId: string): Promise<void> {
  const dir = process.env.E2E_DATA_DIR!
  const port = Number(fs.readFileSync(`${dir}/pgdata/postmaster.pid`, 'utf8').split('\n')[3])
  const password = fs.readFileSync(`${dir}/postgres.secret`, 'utf8').trim()
  const db = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'sunbul' })
  await db.connect()
  await db.query(`update baskets.basket set lines = jsonb_set(lines, '{0,amount}', '"0"') where id = $1`, [basketId])
  await db.end()
}

async function donorGives(page: Page, email: string, card: string): Promise<void> {
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Amina Yusuf')
  await fillCard(page, card)
}

const saved = (page: Page) => page.getByText('Saved', { exact: true })
const gives = (page: Page, amount: string) => page.getByRole('button', { name: new RegExp(`^Give \\W?${amount.replace('$', '\\$').replace('.', '\\.')}`) })
/** The link in the mail that asks a new account whether the address is its own. */
async function confirmationFor(page: Page, email: string): Promise<string> {
  const find = async () => {
    const { mails } = (await (await page.request.get('/v4/dev/mails?limit=200')).json()) as { mails: { id: string; to: string; kind: string }[] }
    return mails.find((mail) => mail.to === email && mail.kind === 'confirm-email')
  }
  await expect(async () => expect(await find()).toBeDefined()).toPass({ timeout: 10_000 })
  const { plain } = (await (await page.request.get(`/v4/dev/mails/${(await find())!.id}`)).json()) as { plain: string }
  const url = new URL(/https?:\/\/\S*code=\S+/.exec(plain)![0])
  return url.pathname + url.search
}

test('a guest gives to two causes in one payment: one card form, one question of the bank, one mail, and both are thanked [S2 §4]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const email = freshEmail('basket')
  const [first, second] = await twoCauses(page)
  await page.goto('/v4/basket')
  await expect(page.getByRole('heading', { name: '2 gifts' })).toBeVisible()
  await donorGives(page, email, cards.challenge)
  await page.getByRole('radio', { name: /^10 %/ }).check()
  await expect(gives(page, '$60.50')).toBeVisible()
  await page.getByText('How it is shared out').click()
  await expect(page.getByRole('row', { name: first.name })).toContainText('$2.00')
  await expect(page.getByRole('row', { name: second.name })).toContainText('$3.50')
  await expect(page.locator('iframe[title="Card details"]')).toHaveCount(1)
  await expectAccessible(page)
  await press(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank wants to check it is you' })
  await expect(dialog).toContainText('$60.50')
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page).toHaveURL(/\/v4\/basket\/thankyou$/)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const gifts = page.getByRole('region', { name: '2 gifts' })
  await expect(gifts.getByRole('listitem').filter({ hasText: first.name })).toContainText('$20.00')
  await expect(gifts.getByRole('listitem').filter({ hasText: second.name })).toContainText('$35.00')
  await expect(page.getByText('Receipt sent to')).toContainText(email)
  await expect(page.locator('#keep-this-gift')).toBeVisible()
  await expect(page.getByRole('group', { name: second.name }).getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectAccessible(page)
  await expectOneReceipt(request, email)
  await page.goto('/v4/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('a guest’s basket follows its owner at log-in, who pays it with a card of their account without typing who they are', async ({ page, request }) => {
  const email = freshEmail('follows')
  const password = 'ears of grain in the field'
  const account = { email, password, firstName: 'Huda', lastName: 'Saleh', redirectUrl: '/account' }
  expect((await page.request.post('/v4/signup', { data: account })).ok()).toBe(true)
  expect((await page.request.post('/v4/cards', { data: { token: 'pm_card_visa' } })).ok()).toBe(true)
  await page.goto(await confirmationFor(page, email))
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await page.getByRole('button', { name: /Log out/ }).click()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('link', { name: 'Have an account? Log in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/v4\/basket$/)
  await expect(page.getByText('You give as')).toContainText(email)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('21')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: /Visa.* ending in/ })).toBeChecked()
  await expectAccessible(page)
  await expect(gives(page, '$56.00')).toBeVisible()
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$56.00')
  await page.goto('/account/gifts')
  await expect(page.getByRole('link', { name: first.name })).toBeVisible()
})

test('a line is edited where it stands and saved a second after the last change', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  const line = page.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('45')
  await expect(gives(page, '$80.00')).toBeVisible()
  await line.getByRole('button', { name: `One more: ${first.name}` }).click()
  await expect(gives(page, '$125.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 4500, quantity: 2 })
  await line.getByLabel('Amount').fill('0')
  await expect(line.locator('.error, .error-text').first()).toBeVisible()
  await expectAccessible(page)
  await line.getByLabel('Amount').fill('30')
  await expect(saved(page)).toBeVisible()
  await page.getByLabel('Name shown with your gifts').fill('Umm Ahmad')
  await page.getByLabel('Send me the newsletter').check()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name shown with your gifts')).toHaveValue('Umm Ahmad')
  await expect(page.getByLabel('Send me the newsletter')).toBeChecked()
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
})

test('an amount is cleared and typed anew where it stands: nothing moves, and an empty one is asked for at its field and saved by nobody', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(page)).toBeVisible()
  const line = page.getByRole('form', { name: first.name })
  const amount = line.getByLabel('Amount')
  await amount.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAccessibleDescription(/Enter an amount\./)
  await expect(page.getByRole('heading', { name: '2 gifts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not in this payment' })).toHaveCount(0)
  await expectAccessible(page)
  // Longer than it takes to save what can be saved.
  await page.waitForTimeout(1500)
  await expect(page.getByText('Your changes could not be saved.')).toHaveCount(0)
  await expect(amount).toBeFocused()
  await page.keyboard.type('45', { delay: 80 })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('45')
  await expect(line.getByText('Enter an amount.')).toHaveCount(0)
  await expect(gives(page, '$80.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 4500 })
})

test('the only gift is cleared and typed anew without losing the card, and comes back from the drawer or from being taken out with an amount', async ({
  page,
}) => {
  const [only] = (await inCurrency(page, 'USD')) as [Card]
  const basket = await aBasket(page, [itemOf(only)])
  await page.goto('/v4/basket')
  await donorGives(page, freshEmail('only'), cards.good)
  const line = page.getByRole('form', { name: only.name })
  await line.getByLabel('Amount').fill('')
  await expect(page.getByText('Basket items not found in user preferred currency.')).toHaveCount(0)
  await expect(page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')).not.toHaveValue('')
  await line.getByRole('link', { name: `Edit: ${only.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'One more' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await expect(gives(page, '$40.00')).toBeVisible()
  await line.getByLabel('Amount').fill('')
  await page.getByRole('button', { name: `Remove: ${only.name}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line.getByLabel('Amount')).toHaveValue('20')
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items).toMatchObject([{ amount: 2000, quantity: 2 }])
})

test('a gift whose amount is empty or refused holds up no other change, and is named before anything is paid', async ({ page, request }) => {
  const email = freshEmail('empty-amount')
  const [first, second, basket] = await twoCauses(page)
  const read = () => call(page, 'GET', `guest/baskets/${basket.id}`)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('')
  await page.getByLabel('Send me the newsletter').check()
  await page.getByRole('form', { name: second.name }).getByLabel('Amount').fill('40')
  await donorGives(page, email, cards.good)
  await expect(async () => expect(await read()).toMatchObject({ newsletter: true, tipAmount: 0, items: [{ amount: 2000 }, { amount: 4000 }] })).toPass()
  await press(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveText([new RegExp(`${first.name}\\W*: Enter an amount`)])
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter an amount.' }).click()
  await expect(line.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('9999999')
  await expect(line.getByText(/The largest gift at once is/)).toBeVisible()
  await page.getByLabel('Send me the newsletter').uncheck()
  await expect(async () => expect(await read()).toMatchObject({ newsletter: false, items: [{ amount: 2000 }, { amount: 4000 }] })).toPass()
  const drawer = page.getByRole('dialog', { name: 'Change your gift' })
  await page.getByRole('link', { name: `Edit: ${second.name}` }).click()
  await expect(drawer.getByLabel('Amount')).toHaveValue('40')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Edit: ${first.name}` }).click()
  await expect(drawer.getByLabel('Amount')).toHaveValue('20')
  await drawer.getByLabel('Amount').fill('25')
  await drawer.getByRole('button', { name: 'Update' }).click()
  await expect(drawer).toBeHidden()
  await expect(line.getByText(/The largest gift at once is/)).toHaveCount(0)
  await expect(saved(page)).toBeVisible()
  await expect(gives(page, '$65.00')).toBeVisible()
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$65.00')
})

type Level = { id: string; amount: number; remaining: number | null } & Record<string, unknown>

/** A fundraiser in dollars with places left at a level that asks for nothing. */
async function limited(page: Page): Promise<readonly [Card, Level & { remaining: number }]> {
  for (const card of (await inCurrency(page, 'USD')).toReversed()) {
    const { levels } = (await (await page.request.get(`/v4/campaigns/by-slug/${card.slug}`)).json()) as { levels: Level[] }
    const level = levels.find(
      (each) => (each.remaining ?? 0) > 1 && !Object.entries(each).some(([name, value]) => name.startsWith('require') && value === true),
    )
    if (level) return [card, level as Level & { remaining: number }]
  }
  throw new Error('no fundraiser of the demo has such a level')
}

test('a level that sells out before the press is told by the name of its gift, and at that gift', async ({ page, playwright, baseURL, request }) => {
  const email = freshEmail('sold-out')
  const [card, { id: givingLevelId, amount, remaining }] = await limited(page)
  const other = (await inCurrency(page, 'USD')).find(({ id }) => id !== card.id)!
  await aBasket(page, [itemOf(other), itemOf(card, { amount, givingLevelId, quantity: remaining })])
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await expect(saved(page)).toBeVisible()
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL! })
  const post = async (path: string, data: object) => {
    const answer = await elsewhere.post(`/v4/checkout/guest/baskets${path}`, { data, headers: { 'idempotency-key': `sold-out-${freshEmail('key')}` } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string; quote: { quoteHash: string } }
  }
  const { id } = await post('', { currency: 'USD' })
  const { quote } = await post(`/${id}/items`, { item: itemOf(card, { amount, givingLevelId }) })
  const tokens = [{ type: 'card', token: 'pm_card_visa' }]
  const guest = { email: freshEmail('first'), name: 'Huda Saleh' }
  await post(`/${id}/checkout`, { paymentMethod: 'card', quoteHash: quote.quoteHash, tokens, guest })
  await elsewhere.dispose()
  await press(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  const line = page.getByRole('form', { name: card.name })
  await expect(summary.getByRole('listitem')).toHaveText([new RegExp(`${card.name}\\W*: This giving level is sold out`)])
  await expect(line.getByText('This giving level is sold out.')).toBeVisible()
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'This giving level is sold out.' }).click()
  await expect(line.getByLabel('How many')).toBeFocused()
  expect((await receiptsTo(request, email)).length).toBe(0)
  await line.getByRole('button', { name: `One less: ${card.name}` }).click()
  await expect(line.getByText('This giving level is sold out.')).toHaveCount(0)
})

test('everything of a gift is changed in the drawer, after what waits was saved, and the page shows it', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  const line = page.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('40')
  await line.getByRole('link', { name: `Edit: ${first.name}` }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'One more' }).click()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Update' }).click()
  await expect(drawer).toBeHidden()
  await expect(line.getByLabel('How many')).toHaveValue('2')
  await expect(gives(page, '$115.00')).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 4000, quantity: 2 })
})

test('a bank’s question that is left charges nothing, and the next press asks about what the basket is then', async ({ page, request }) => {
  const email = freshEmail('left')
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.challenge)
  await press(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank wants to check it is you' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop the payment' }).click()
  await expect(dialog).toBeHidden()
  expect((await receiptsTo(request, email)).length).toBe(0)
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('90')
  await expect(gives(page, '$125.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await press(page)
  await expect(dialog).toContainText(/\$125\.00\W? for your gifts, in one payment/)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

async function typeAddress(line: Locator): Promise<void> {
  await line.getByLabel('First name').fill('Amina')
  await line.getByLabel('Last name').fill('Yusuf')
  await line.getByLabel('Country').selectOption('US')
  await line.getByLabel('Address', { exact: true }).fill('1 Main Street')
  await line.getByLabel('City', { exact: true }).fill('Austin')
  await line.getByLabel(/zip/i).fill('78701')
}

test('a tax receipt asks for an address, is saved once that is whole, and the next gift is offered it [S1 §5]', async ({ page }) => {
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  const line = page.getByRole('form', { name: first.name })
  await line.getByLabel('I want a tax receipt').check()
  await expect(line.getByText('This gift is saved once the address is complete.')).toBeVisible()
  await press(page)
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(`Fill in the address for the gift to`)
  await typeAddress(line)
  await expectAccessible(page)
  await line.locator('select').last().selectOption('TX')
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ isTaxDeductible: true, taxAddress: { City: 'Austin', State: 'TX' } })
  await page.getByRole('form', { name: second.name }).getByLabel('I want a tax receipt').check()
  await expect(async () =>
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[1]).toMatchObject({ isTaxDeductible: true, taxAddress: { City: 'Austin' } }),
  ).toPass()
  await page.reload()
  await expect(line.getByText('1 Main Street')).toBeVisible()
  await expect(line.getByRole('button', { name: 'Change the address' })).toBeVisible()
  await expectAccessible(page)
})

test('a gift that is taken out can be put back', async ({ page }) => {
  const [first, second, basket] = await twoCauses(page, { isZakat: false })
  await page.goto('/v4/basket')
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(page.getByRole('form', { name: first.name })).toHaveCount(0)
  await expect(saved(page)).toBeVisible()
  await expectAccessible(page)
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items.map(({ projectId }) => projectId)).toEqual([second.id])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: first.name })).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items.map(({ projectId }) => projectId)).toEqual([second.id, first.id])
})

test('a gift whose removal could not be saved is put back as it was, once', async ({ page, context }) => {
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(page.getByText('Your changes could not be saved.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: first.name })).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expect(gives(page, '$55.00')).toBeVisible()
  const { items } = await call(page, 'GET', `guest/baskets/${basket.id}`)
  expect(items).toMatchObject([
    { projectId: first.id, quantity: 1 },
    { projectId: second.id, quantity: 1 },
  ])
})

test('what cannot be saved is said, kept, and saved when asked again', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.route('**/items/*', (route) => route.abort())
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('60')
  await expect(page.getByText('Your changes could not be saved.')).toBeVisible()
  await expect(page.getByRole('form', { name: first.name }).getByLabel('Amount')).toHaveValue('60')
  await expectAccessible(page)
  await page.unroute('**/items/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 6000 })
})

test('what was saved though its answer was lost is saved when asked again, and nobody else is said to have changed it', async ({ page }) => {
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(page)).toBeVisible()
  const notSaved = page.getByText('Your changes could not be saved.')
  const losing = async (change: () => Promise<void>) => {
    await page.route('**/v4/checkout/guest/baskets/**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await change()
    await expect(notSaved).toBeVisible()
    await page.unroute('**/v4/checkout/guest/baskets/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText('Basket updated elsewhere.')).toHaveCount(0)
  }
  await losing(() => page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('60'))
  await losing(() => page.getByRole('radio', { name: /^10 %/ }).check())
  await losing(() => page.getByRole('button', { name: `Remove: ${first.name}` }).click())
  await losing(() => page.getByLabel('Give anonymously').check())
  const stands = await call(page, 'GET', `guest/baskets/${basket.id}`)
  expect(stands).toMatchObject({ tipAmount: 350, items: [{ projectId: second.id, amount: 3500 }] })
  expect(stands).toMatchObject({ anonymous: { enabled: true } })
})

test('two tabs: a change in one is noticed in the other without losing what was typed there, and only one of them pays', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const [first, second] = await twoCauses(one)
  await one.goto('/v4/basket')
  await expect(saved(one)).toBeVisible()
  await two.goto('/v4/basket')
  await donorGives(two, freshEmail('second-tab'), cards.good)
  await expect(saved(two)).toBeVisible()
  await one.getByRole('button', { name: 'Reload' }).click()
  await one.getByRole('form', { name: first.name }).getByLabel('Amount').fill('25')
  await expect(saved(one)).toBeVisible()
  await expect(two.getByText('Basket updated elsewhere.')).toBeVisible()
  await expectAccessible(two)
  await two.getByRole('form', { name: second.name }).getByLabel('Amount').fill('70')
  await two.getByRole('button', { name: 'Reload' }).click()
  await expect(two.getByText('Basket updated elsewhere.')).toHaveCount(0)
  await expect(two.getByRole('form', { name: first.name }).getByLabel('Amount')).toHaveValue('25')
  await expect(two.getByRole('form', { name: second.name }).getByLabel('Amount')).toHaveValue('70')
  await expect(two.getByLabel('Email', { exact: true })).not.toHaveValue('')
  await expect(saved(two)).toBeVisible()
  // What the other tab typed is saved a second later; until then a reload shows what stood before.
  await expect(async () => {
    await one.getByRole('button', { name: 'Reload' }).click({ timeout: 1000 })
    await expect(gives(one, '$95.00')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await donorGives(one, freshEmail('first-tab'), cards.good)
  await press(one)
  await expect(one.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(two.getByText('Basket updated elsewhere.')).toBeVisible()
})

test('a change in another tab is noticed also while the one before is being loaded', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const [first] = await twoCauses(one)
  await one.goto('/v4/basket')
  await expect(saved(one)).toBeVisible()
  await two.goto('/v4/basket')
  await expect(two.getByRole('form', { name: first.name }).getByLabel('Amount')).toBeVisible()
  const change = async (amount: string) => {
    const answered = two.waitForResponse((answer) => answer.request().method() === 'PUT' || answer.request().method() === 'PATCH')
    await two.getByRole('form', { name: first.name }).getByLabel('Amount').fill(amount)
    await answered
  }
  await change('25')
  await expect(one.getByText('Basket updated elsewhere.')).toBeVisible()
  let isRead = () => {}
  const read = new Promise<void>((resolve) => (isRead = resolve))
  let letThrough = () => {}
  const through = new Promise<void>((resolve) => (letThrough = resolve))
  await one.route('**/*.data*', async (route) => {
    const response = await route.fetch()
    isRead()
    await through
    await route.fulfill({ response })
  })
  await one.getByRole('button', { name: 'Reload' }).click()
  await read
  await change('35')
  await expect(saved(two)).toBeVisible()
  letThrough()
  await expect(one.getByRole('form', { name: first.name }).getByLabel('Amount')).toHaveValue('25')
  await expect(one.getByText('Basket updated elsewhere.')).toBeVisible()
  await one.unroute('**/*.data*')
  await one.getByRole('button', { name: 'Reload' }).click()
  await expect(one.getByRole('form', { name: first.name }).getByLabel('Amount')).toHaveValue('35')
  await expect(one.getByText('Basket updated elsewhere.')).toHaveCount(0)
})

test('a basket that went to an account in another tab is noticed where it was a guest’s, by a change and by a press, and is loaded with what was typed', async ({
  context,
}) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const [first] = await twoCauses(one)
  await one.goto('/v4/basket')
  await one.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(one)).toBeVisible()
  await two.goto('/v4/basket')
  await donorGives(two, freshEmail('was-a-guest'), cards.good)
  expect((await one.request.post('/v4/login', { data: { email: 'yusuf@example.org', password: 'sunbul-demo-2026' } })).ok()).toBe(true)
  const line = one.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('71')
  await expect(one.getByText('Basket updated elsewhere.')).toBeVisible()
  await press(two)
  await expect(two.getByText('Basket updated elsewhere.')).toBeVisible()
  await one.getByRole('button', { name: 'Reload' }).click()
  await expect(one.getByText('You give as')).toContainText('yusuf@example.org')
  await expect(line.getByLabel('Amount')).toHaveValue('71')
  await one.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(saved(one)).toBeVisible()
})

test('a basket that was paid for in another tab is refused with a way on, and charged once', async ({ context, request }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const emails = [freshEmail('pays'), freshEmail('too-late')] as const
  await twoCauses(one)
  await one.goto('/v4/basket')
  await donorGives(one, emails[0], cards.good)
  await expect(saved(one)).toBeVisible()
  // This tab hears nothing of the other.
  await two.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }))
  await two.goto('/v4/basket')
  await donorGives(two, emails[1], cards.good)
  await press(one)
  await expect(one.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await press(two)
  await expect(two.getByText('This basket has already been paid for')).toBeVisible()
  await expectAccessible(two)
  await two.getByRole('link', { name: 'See your basket as it stands' }).click()
  await expect(two.getByText('Your basket is empty')).toBeVisible()
  await expectOneReceipt(request, emails[0])
  expect((await receiptsTo(request, emails[1])).length).toBe(0)
})

test('while another tab is being asked by its bank, this one says so and charges nothing', async ({ context, request }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const emails = [freshEmail('asked'), freshEmail('waits')] as const
  await twoCauses(one)
  await one.goto('/v4/basket')
  await donorGives(one, emails[0], cards.challenge)
  await expect(saved(one)).toBeVisible()
  await two.goto('/v4/basket')
  await donorGives(two, emails[1], cards.good)
  await press(one)
  await expect(one.getByRole('dialog', { name: 'Your bank wants to check it is you' })).toBeVisible()
  await press(two)
  await expect(two.getByText('This basket is being paid for in another tab.')).toBeVisible({ timeout: 15_000 })
  await expectAccessible(two)
  await one.reload()
  await challengeOf(one).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(one.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, emails[0])
  expect((await receiptsTo(request, emails[1])).length).toBe(0)
})

test('a bank’s question that could not be called off is come back to with what it is about, whatever the basket is by now', async ({ page, request }) => {
  const email = freshEmail('left-question')
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.challenge)
  await expect(saved(page)).toBeVisible()
  await press(page)
  const dialog = page.getByRole('dialog', { name: 'Your bank wants to check it is you' })
  await expect(dialog).toContainText(/\$55\.00\W? for your gifts, in one payment/)
  await page.route('**/v4/gifts/*/stop', (route) => route.abort())
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Stop the payment' }).click()
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('90')
  await expect(gives(page, '$125.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await press(page)
  await expect(dialog).toContainText(/\$55\.00\W? for your gifts, in one payment/)
  await expectAccessible(page)
  await challengeOf(page).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText(/of \W?\$55\.00\W? together have arrived/)).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$55.00')
})

test('who logs in while the bank asks for a guest’s basket has it once that is over, beside what the account held', async ({ page, context }) => {
  const email = freshEmail('logs-in-late')
  const password = 'ears of grain in the field'
  const account = { email, password, firstName: 'Huda', lastName: 'Saleh', redirectUrl: '/account' }
  const { userId } = (await (await page.request.post('/v4/signup', { data: account })).json()) as { userId: string }
  await page.goto(await confirmationFor(page, email))
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByRole('button', { name: /Log out/ })).toBeVisible()
  const [first, second, third] = (await inCurrency(page, 'USD')) as [Card, Card, Card]
  const { id } = await call(page, 'POST', `${userId}/baskets`, { currency: 'USD' })
  await call(page, 'POST', `${userId}/baskets/${id}/items`, { item: itemOf(third, { amount: 1200 }) })
  expect((await page.request.post('/v4/logout', { data: {} })).ok()).toBe(true)
  await aBasket(page, [itemOf(first), itemOf(second)])
  await page.goto('/v4/basket')
  await donorGives(page, freshEmail('guest'), cards.challenge)
  await expect(saved(page)).toBeVisible()
  await press(page)
  await expect(page.getByRole('dialog', { name: 'Your bank wants to check it is you' })).toBeVisible()
  const two = await context.newPage()
  expect((await two.request.post('/v4/login', { data: { email, password } })).ok()).toBe(true)
  await two.goto('/v4/basket')
  await expect(two.getByRole('heading', { name: '1 gift', exact: true })).toBeVisible()
  await challengeOf(page).getByRole('button', { name: 'No, decline' }).click()
  await expect(page.getByRole('dialog', { name: 'Your bank wants to check it is you' })).toBeHidden()
  await two.reload()
  await expect(two.getByRole('heading', { name: '3 gifts' })).toBeVisible()
  expect((await call(two, 'GET', `${userId}/baskets/${id}`)).items.map(({ projectId }) => projectId)).toEqual([third.id, first.id, second.id])
})

test('what changed between the price and the press is shown, and nothing is charged until it is pressed again', async ({ page, request }) => {
  const email = freshEmail('changed')
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await expect(saved(page)).toBeVisible()
  await call(page, 'PATCH', `guest/baskets/${basket.id}/items/${basket.items[0]!.id}`, { item: itemOf(first, { amount: 5000 }) })
  await press(page)
  await expect(page.getByText(/The total has changed to \W?\$85\.00/)).toBeVisible()
  await expect(page.getByText(`${first.name}`).last()).toBeVisible()
  await expect(page.getByText(/\$20\.00\W* became \W*\$50\.00/)).toBeVisible()
  await expectAccessible(page)
  expect((await receiptsTo(request, email)).length).toBe(0)
  await expect(gives(page, '$85.00')).toBeVisible()
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$85.00')
})

test('only gifts in the chosen currency are paid; the others stay, with the reason, and are given next [S2 §5]', async ({ page, request }) => {
  const email = freshEmail('currencies')
  const [dollars, pounds] = [(await inCurrency(page, 'USD'))[0]!, (await inCurrency(page, 'GBP'))[0]!]
  await aBasket(page, [itemOf(dollars), itemOf(pounds, { amount: 3000 })])
  await page.goto('/v4/basket')
  const skipped = page.getByRole('region', { name: 'Not in this payment' })
  await expect(skipped.getByRole('form', { name: pounds.name })).toContainText('This gift is in GBP.')
  await expectAccessible(page)
  await donorGives(page, email, cards.good)
  await expect(gives(page, '$20.00')).toBeVisible()
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('1 gift is still in your basket.')).toBeVisible()
  await page.getByRole('link', { name: 'See your basket as it stands' }).click()
  await expect(page.getByText('Basket items not found in user preferred currency. Unable to checkout.')).toBeVisible()
  await expectAccessible(page)
  await press(page)
  await expect(page.getByRole('alert').first()).toContainText('Basket items not found in user preferred currency. Unable to checkout.')
  await page.getByRole('radio', { name: /^GBP/ }).check()
  await expect(gives(page, '£30')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await donorGives(page, email, cards.good)
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(async () => expect((await receiptsTo(request, email)).length).toBe(2)).toPass()
})

test('a line that is stored without an amount keeps its place and the focus of whoever types one [S1 §5]', async ({ page }) => {
  const [first, second] = (await inCurrency(page, 'USD')) as [Card, Card]
  const basket = await aBasket(page, [itemOf(first), itemOf(second)])
  await withoutAmount(basket.id)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  const amount = line.getByLabel('Amount')
  await untilAlive(line)
  const names = await page.locator('.basket-line h3').allTextContents()
  await expect(line).toContainText('This gift has no amount.')
  await expectAccessible(page)
  const stored = async () => (await call(page, 'GET', `guest/baskets/${basket.id}`)).items.find(({ projectId }) => projectId === first.id)?.amount
  await amount.click()
  for (const [key, value, minor] of [
    ['4', '4', 400],
    ['٥', '45', 4500],
  ] as const) {
    await page.keyboard.insertText(key)
    await expect(amount).toHaveValue(value)
    await expect.poll(stored).toBe(minor)
    await expect(amount).toBeFocused()
    expect(await page.locator('.basket-line h3').allTextContents()).toEqual(names)
  }
  await expect(line).not.toContainText('This gift has no amount.')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(gives(page, '$65')).toBeVisible()
})

test('a pasted fraction is no number of pieces: what stood there stays [S1 §5]', async ({ page }) => {
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  const quantity = line.getByLabel('How many')
  await untilAlive(line)
  await quantity.fill('٣')
  await expect(quantity).toHaveValue('3')
  for (const typed of ['1.5', '١٫٥', '12,5']) {
    await quantity.fill(typed)
    await expect(quantity).toHaveValue('3')
  }
})

test('a declined card is told at the card, and another one pays for the same basket', async ({ page, request }) => {
  const email = freshEmail('declined')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.declined)
  await press(page)
  await expect(page.getByRole('alert').first()).toContainText('Your card was declined')
  await expect(page).toHaveTitle(/^Error: /)
  await expectAccessible(page)
  await fillCard(page, cards.good)
  await press(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('a guest whose answer was lost is thanked by the next press, and after a reload', async ({ page, request }) => {
  for (const how of ['press', 'reload']) {
    const email = freshEmail(`lost-${how}`)
    await twoCauses(page)
    await page.goto('/v4/basket')
    await donorGives(page, email, cards.good)
    await expect(saved(page)).toBeVisible()
    await page.route('**/v4/checkout/guest/baskets/*/checkout', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page)
    await expect(page.getByText('Network connection failed.').first()).toBeVisible({ timeout: 20_000 })
    await page.unroute('**/v4/checkout/guest/baskets/*/checkout')
    await (how === 'press' ? press(page) : page.reload())
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(await expectOneReceipt(request, email)).toContain('$55.00')
  }
})

test('a double click and a third pay once', async ({ page, request }) => {
  const email = freshEmail('double')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, cards.good)
  await gives(page, '$55.00').evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.click()
  })
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
  await page.waitForTimeout(1500)
  expect((await receiptsTo(request, email)).length).toBe(1)
})

test('what is missing is said above the form and at each field, and focus goes there', async ({ page }) => {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByLabel('Email', { exact: true }).fill('amina@')
  await press(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
})

test('whoever mends one field is left in it while another is wrong, and the next press says so again', async ({ page }) => {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await press(page)
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByLabel('Email', { exact: true }).focus()
  // Key by key, as people type: each change is drawn before the next.
  await page.keyboard.type('amina@example.org', { delay: 30 })
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('amina@example.org')
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  for (let presses = 0; presses < 2; presses++) {
    await press(page)
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText('Enter your name.')
    await page.getByLabel('Email', { exact: true }).focus()
  }
})

test('the keyboard alone edits and pays', async ({ page, request }) => {
  const email = freshEmail('keyboard')
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  const amount = page.getByRole('form', { name: first.name }).getByLabel('Amount')
  await amount.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('22')
  await page.getByRole('radio', { name: /^16 %/ }).focus()
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
  await gives(page, '$57.00').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
})

test('in Arabic on a phone the basket reads from right to left, fits, and is paid the same', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })
  await context.addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  const page = await context.newPage()
  const email = freshEmail('arabic')
  await twoCauses(page)
  await page.goto('/v4/basket')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { name: 'سلتك' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('radio', { name: 'بلا إكرامية' }).check()
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('every gift is a form: changed, taken out, put back; the rest of the basket is another', async ({ page }) => {
    const [first, second, basket] = await twoCauses(page)
    const read = () => call(page, 'GET', `guest/baskets/${basket.id}`)
    await page.goto('/v4/basket')
    const line = page.getByRole('form', { name: first.name })
    await line.getByLabel('Amount').fill('33')
    await line.getByLabel('How many').fill('2')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/v4\/basket\?done=saved$/)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect((await read()).items[0]).toMatchObject({ amount: 3300, quantity: 2 })
    await line.getByLabel('Amount').fill('0')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
    await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
    await expect(page.getByRole('form', { name: first.name })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('form', { name: first.name })).toBeVisible()
    expect((await read()).items.map(({ projectId }) => projectId)).toEqual([second.id, first.id])
    await page.getByRole('radio', { name: /^10 %/ }).check()
    await page.getByLabel('Name shown with your gifts').fill('Abu Bakr')
    await page.getByRole('form', { name: 'Checkout' }).getByRole('button', { name: 'Save' }).click()
    expect(await read()).toMatchObject({ tipAmount: 1010, anonymous: { enabled: false, name: 'Abu Bakr' } })
    await expect(page.getByText('Card fields need JavaScript')).toBeVisible()
  })

  test('what was taken out is put back once, though the form is sent twice', async ({ page }) => {
    const [first, second, basket] = await twoCauses(page)
    await page.goto('/v4/basket')
    await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
    await page.route('**/v4/basket', async (route) => {
      if (route.request().method() === 'POST') expect((await route.fetch({ maxRedirects: 0 })).status()).toBe(303)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('form', { name: first.name })).toBeVisible()
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items).toMatchObject([
      { projectId: second.id, quantity: 1 },
      { projectId: first.id, quantity: 1 },
    ])
  })

  test('a tax receipt asks for an address on the way, and is saved with it', async ({ page }) => {
    const [first, , basket] = await twoCauses(page)
    await page.goto('/v4/basket')
    const line = page.getByRole('form', { name: first.name })
    await line.getByLabel('I want a tax receipt').check()
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
    await typeAddress(line)
    await line.getByRole('button', { name: 'Save' }).click()
    const state = line.locator('select').last()
    await expect(line.getByLabel('City', { exact: true })).toHaveValue('Austin')
    await state.selectOption('TX')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/done=saved$/)
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ isTaxDeductible: true, taxAddress: { State: 'TX' } })
    await line.getByLabel('Amount').fill('26')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/done=saved$/)
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 2600, taxAddress: { State: 'TX' } })
  })

  test('a fraction comes back as it was typed and is never multiplied; what cannot be put back is refused [S1 §5]', async ({ page }) => {
    const [first, , basket] = await twoCauses(page)
    await call(page, 'PATCH', `guest/baskets/${basket.id}`, { tipAmount: 500 })
    await page.goto('/v4/basket')
    const wrong = page.getByText('Enter a whole number, without decimals.')
    const line = page.getByRole('form', { name: first.name })
    await line.getByLabel('Amount').fill('12.50')
    await line.getByLabel('How many').fill('1.5')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(line.getByLabel('Amount')).toHaveValue('12.50')
    await expect(line.getByLabel('How many')).toHaveValue('1.5')
    await expect(line.getByText('Enter a whole number, without decimals.')).toHaveCount(2)
    await line.getByLabel('Amount').fill('12,00')
    await line.getByLabel('How many').fill('2')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/done=saved$/)
    const rest = page.getByRole('form', { name: 'Checkout' })
    await page.locator('#tipTyped').fill('3.20')
    await rest.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('#tipTyped')).toHaveValue('3.20')
    await expect(rest.locator('#tipTyped-error')).toHaveText('Enter a whole number, without decimals.')
    expect(await call(page, 'GET', `guest/baskets/${basket.id}`)).toMatchObject({ tipAmount: 500 })
    await page.locator('#tipTyped').fill('3')
    await rest.getByRole('button', { name: 'Save' }).click()
    await expect(wrong).toHaveCount(0)
    const stands = await call(page, 'GET', `guest/baskets/${basket.id}`)
    expect(stands).toMatchObject({ tipAmount: 300 })
    expect(stands.items[0]).toMatchObject({ amount: 1200, quantity: 2 })
    for (const item of ['not json', '5', 'null']) {
      const answer = await page.request.post('/v4/basket', { form: { intent: 'undo', item }, headers: { accept: 'text/html' } })
      expect(answer.status()).toBe(400)
    }
  })

  test('a gift that another tab took out meanwhile is not called saved, and not put in again by changing it', async ({ page, context }) => {
    const [first, second, basket] = await twoCauses(page)
    const read = () => call(page, 'GET', `guest/baskets/${basket.id}`)
    await page.goto('/v4/basket')
    const other = await context.newPage()
    await other.goto(`/v4/basket/add/${first.slug}?line=${basket.items[0]!.id}`)
    await call(page, 'DELETE', `guest/baskets/${basket.id}/items/${basket.items[0]!.id}`, {})
    const line = page.getByRole('form', { name: first.name })
    await line.getByLabel('Amount').fill('88')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Basket updated elsewhere.')).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
    await other.getByRole('button', { name: 'Update' }).click()
    await expect(other.getByText('Unable to find basket or campaign details.')).toBeVisible()
    expect((await read()).items.map(({ projectId }) => projectId)).toEqual([second.id])
  })

  test('a form that was made before another change is refused, and keeps what was typed', async ({ page }) => {
    const [first, , basket] = await twoCauses(page)
    await page.goto('/v4/basket')
    await call(page, 'PATCH', `guest/baskets/${basket.id}`, { newsletter: true })
    const line = page.getByRole('form', { name: first.name })
    await line.getByLabel('Amount').fill('88')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Basket updated elsewhere.')).toBeVisible()
    await expect(line.getByLabel('Amount')).toHaveValue('88')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/done=saved$/)
  })
})
