import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Card, campaigns, campaignWith, plainCampaign, wantNoReceipt } from './demo.ts'
import type { Finder } from './locator.ts'
import type { Page } from './page.ts'
import { createSite, demoTimeout, type Site } from './site.ts'

type Basket = {
  readonly id: string
  readonly items: readonly { readonly id: string; readonly projectId: string; readonly amount: number }[]
}

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

const call = (page: Page, method: string, path: string, data?: object) =>
  page.visitor.call<Basket>(method, `/v4/checkout/${path}`, data)

/** A guest's basket in this browser, with a line for each of two fundraisers. */
async function twoCauses(page: Page, currency: 'USD' | 'CAD' = 'USD'): Promise<readonly [Card, Card, Basket]> {
  const [first, second] = (await campaigns(page.visitor, currency)) as [Card, Card]
  const { id } = await call(page, 'POST', 'guest/baskets', { currency })
  for (const [card, amount] of [
    [first, 2000],
    [second, 3500],
  ] as const)
    await call(page, 'POST', `guest/baskets/${id}/items`, { item: { projectId: card.id, amount, currency } })
  return [first, second, await call(page, 'PATCH', `guest/baskets/${id}`, {})]
}

/** A Canadian address, without its province. */
function typeAddress(line: Finder): void {
  line.getByLabel('First name').fill('Amina')
  line.getByLabel('Last name').fill('Yusuf')
  line.getByLabel('Country').selectOption('CA')
  line.getByLabel('Address', { exact: true }).fill('1 Main Street')
  line.getByLabel('City', { exact: true }).fill('Toronto')
  line.getByLabel('Postal code').fill('M5V 2T6')
}

test('each line is a form: edited, removed, restored; the rest of the basket is another', async () => {
  const page = site.newPage()
  const [first, second, basket] = await twoCauses(page)
  const read = () => call(page, 'GET', `guest/baskets/${basket.id}`)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  line.getByLabel('Amount').fill('33')
  line.getByLabel('How many').fill('2')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page).toHaveURL(/\/v4\/basket\?done=saved$/)
  expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read()).items[0]).toMatchObject({ amount: 3300, quantity: 2 })
  line.getByLabel('Amount').fill('0')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  expect(page.getByRole('form', { name: first.name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(page.getByRole('form', { name: first.name })).toBeVisible()
  expect((await read()).items.map(({ projectId }) => projectId)).toEqual([second.id, first.id])
  page.getByRole('radio', { name: /^10%/ }).check()
  page.getByLabel('Name shown with your donations').fill('Abu Bakr')
  await page.getByRole('form', { name: 'Checkout' }).getByRole('button', { name: 'Save' }).click()
  expect(await read()).toMatchObject({ tipAmount: 1010, anonymous: { enabled: false, name: 'Abu Bakr' } })
  expect(page.getByText('Paying by card needs JavaScript')).toBeVisible()
})

test('restores a removed line once, although the form is sent twice', async () => {
  const page = site.newPage()
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click({ times: 2 })
  expect(page.getByRole('form', { name: first.name })).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items).toMatchObject([
    { projectId: second.id, quantity: 1 },
    { projectId: first.id, quantity: 1 },
  ])
})

test('a tax receipt asks for an address in between, and is saved with it', async () => {
  const page = site.newPage({ country: 'CA' })
  const [first, , basket] = await twoCauses(page, 'CAD')
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  line.getByLabel('I want a tax receipt').check()
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  typeAddress(line)
  await line.getByRole('button', { name: 'Save' }).click()
  const state = line.locator('select').last()
  expect(line.getByLabel('City', { exact: true })).toHaveValue('Toronto')
  state.selectOption('ON')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page).toHaveURL(/done=saved$/)
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({
    isTaxDeductible: true,
    taxAddress: { State: 'ON' },
  })
  line.getByLabel('Amount').fill('26')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page).toHaveURL(/done=saved$/)
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({
    amount: 2600,
    taxAddress: { State: 'ON' },
  })
})

test('shows a fraction as typed and never multiplies it; an invalid restore is refused [S1 §5]', async () => {
  const page = site.newPage()
  const [first, , basket] = await twoCauses(page)
  await call(page, 'PATCH', `guest/baskets/${basket.id}`, { tipAmount: 500 })
  await page.goto('/v4/basket')
  const wrong = page.getByText('Enter a whole number, without decimals.')
  const line = page.getByRole('form', { name: first.name })
  line.getByLabel('Amount').fill('12.50')
  line.getByLabel('How many').fill('1.5')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(line.getByLabel('Amount')).toHaveValue('12.50')
  expect(line.getByLabel('How many')).toHaveValue('1.5')
  expect(line.getByText('Enter a whole number, without decimals.')).toHaveCount(2)
  line.getByLabel('Amount').fill('12.00')
  line.getByLabel('How many').fill('2')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page).toHaveURL(/done=saved$/)
  const rest = page.getByRole('form', { name: 'Checkout' })
  page.locator('#tipTyped').fill('3.20')
  await rest.getByRole('button', { name: 'Save' }).click()
  expect(page.locator('#tipTyped')).toHaveValue('3.20')
  expect(rest.locator('#tipTyped-error')).toHaveText('Enter a whole number, without decimals.')
  expect(await call(page, 'GET', `guest/baskets/${basket.id}`)).toMatchObject({ tipAmount: 500 })
  page.locator('#tipTyped').fill('3')
  await rest.getByRole('button', { name: 'Save' }).click()
  expect(wrong).toHaveCount(0)
  const current = await call(page, 'GET', `guest/baskets/${basket.id}`)
  expect(current).toMatchObject({ tipAmount: 300 })
  expect(current.items[0]).toMatchObject({ amount: 1200, quantity: 2 })
  for (const item of ['not json', '5', 'null']) {
    const answer = await page.visitor.send('/v4/basket', {
      method: 'POST',
      form: { intent: 'undo', item },
      headers: { accept: 'text/html' },
    })
    expect(answer.status).toBe(400)
  }
})

test('editing a line that another tab removed neither reports success nor adds it again', async () => {
  const page = site.newPage()
  const [first, second, basket] = await twoCauses(page)
  const read = () => call(page, 'GET', `guest/baskets/${basket.id}`)
  await page.goto('/v4/basket')
  const other = page.visitor.newPage()
  await other.goto(`/v4/basket/add/${first.slug}?line=${basket.items[0]!.id}`)
  await call(page, 'DELETE', `guest/baskets/${basket.id}/items/${basket.items[0]!.id}`, {})
  const line = page.getByRole('form', { name: first.name })
  line.getByLabel('Amount').fill('88')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page.getByText('Basket updated elsewhere.')).toBeVisible()
  expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
  await other.getByRole('button', { name: 'Update' }).click()
  expect(other.getByText('Unable to find basket or campaign details.')).toBeVisible()
  expect((await read()).items.map(({ projectId }) => projectId)).toEqual([second.id])
})

test('an outdated form is refused and keeps the typed values', async () => {
  const page = site.newPage()
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await call(page, 'PATCH', `guest/baskets/${basket.id}`, { newsletter: true })
  const line = page.getByRole('form', { name: first.name })
  line.getByLabel('Amount').fill('88')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page.getByText('Basket updated elsewhere.')).toBeVisible()
  expect(line.getByLabel('Amount')).toHaveValue('88')
  await line.getByRole('button', { name: 'Save' }).click()
  expect(page).toHaveURL(/done=saved$/)
})

test('a donation is added and edited on its own page', async () => {
  const page = site.newPage()
  const slug = await plainCampaign(page.visitor)
  await page.goto(`/v4/campaign/${slug}?src=home`)
  await page.locator('.campaign-page-side').getByRole('link', { name: 'Add to basket' }).click()
  expect(page).toHaveURL(new RegExp(`/v4/basket/add/${slug}\\?src=home`))
  wantNoReceipt(page)
  page.getByLabel('Another amount').fill('٠')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  page.getByLabel('Another amount').fill('٣٥')
  page.getByLabel('How many').fill('2')
  await page.getByRole('button', { name: 'Add to basket' }).click()
  expect(page).toHaveURL(/\/v4\/basket$/)
  await page.goto('/v4/discover')
  expect(page.getByRole('link', { name: 'Basket 1 donation', exact: true })).toBeVisible()
})

test('removing a level shows the amount that replaces it before adding [amounts-12]', async () => {
  const page = site.newPage()
  const campaign = await campaignWith(
    page.visitor,
    ({ currency, levels }) => currency === 'USD' && levels.some(({ amount, soldOut }) => amount > 0 && !soldOut),
  )
  const level = campaign.levels.find(({ amount, soldOut }) => amount > 0 && !soldOut)!
  await page.goto(`/v4/basket/add/${campaign.slug}?level=${level.id}`)
  wantNoReceipt(page)
  expect(page.getByLabel('Another amount')).toHaveCount(0)
  page.getByRole('radio', { name: 'Change selection' }).check()
  await page.getByRole('button', { name: /^Add/ }).click()
  expect(page.getByLabel('Another amount')).toHaveValue('20')
  expect(page.locator('.error-summary')).toHaveCount(0)
  await page.getByRole('button', { name: /^Add/ }).click()
  expect(page).toHaveURL(/\/v4\/basket$/)
  expect(page.getByLabel('Amount', { exact: true })).toHaveValue('20')
  await page.goto(`/v4/checkout/${campaign.slug}?level=${level.id}`)
  page.getByRole('radio', { name: 'Change selection' }).check()
  await page
    .locator('form.checkout-form, main form')
    .first()
    .getByRole('button', { name: /^Donate/ })
    .first()
    .click()
  expect(page.getByLabel('Another amount')).toHaveValue('20')
})

test('a repeated form, as after a lost response, adds once; reopened it adds another', async () => {
  const page = site.newPage()
  const slug = await plainCampaign(page.visitor)
  const add = async (times = 1) => {
    await page.goto(`/v4/basket/add/${slug}`)
    wantNoReceipt(page)
    await page.getByRole('button', { name: 'Add to basket' }).click({ times })
    expect(page).toHaveURL(/\/v4\/basket$/)
  }
  await add()
  await add(2)
  expect(page.getByLabel('How many')).toHaveValue('2')
  await add()
  expect(page.getByLabel('How many')).toHaveValue('3')
})

test('a fundraiser’s amount is never sent with a fraction; a link with one is ignored [S1 §2.2, §5]', async () => {
  const page = site.newPage()
  const slug = await plainCampaign(page.visitor)
  await page.goto(`/v4/campaign/${slug}`)
  const side = page.locator('.campaign-page-side')
  const amount = side.getByLabel('Another amount')
  for (const typed of ['12.50', '١٢٫٥٠', '1 250']) {
    amount.fill(typed)
    await expect(side.getByRole('button', { name: 'Donate' }).click()).rejects.toThrow('refuses to send')
    expect(amount.attribute('title')).toBe('Enter a whole number, without decimals.')
  }
  amount.fill('۰۱۲۳')
  await side.getByRole('button', { name: 'Donate' }).click()
  expect(page.getByLabel('Another amount')).toHaveValue('123')
  for (const typed of ['12.50', '12,5', '١٢٫٥٠']) {
    await page.goto(`/v4/basket/add/${slug}?amount=${typed}`)
    expect(page.getByLabel('Another amount')).toHaveValue('20')
  }
})

test('shows a fraction as typed, never multiplies it, and accepts .00 [S1 §5]', async () => {
  const page = site.newPage()
  await page.goto(`/v4/basket/add/${await plainCampaign(page.visitor)}`)
  wantNoReceipt(page)
  const amount = page.getByLabel('Another amount')
  const add = page.getByRole('button', { name: 'Add to basket' })
  amount.fill('12.50')
  await add.click()
  expect(page.status).toBe(400)
  expect(amount).toHaveValue('12.50')
  expect(page.locator('#amount-error')).toHaveText('Enter a whole number, without decimals.')
  amount.fill('١٬٢٥٠٫٠٠')
  page.getByLabel('How many').fill('1.5')
  await add.click()
  expect(amount).toHaveValue('1250')
  expect(page.getByLabel('How many')).toHaveValue('1.5')
  expect(page.locator('#quantity-error')).toHaveText('Enter a whole number, without decimals.')
  amount.fill('12.00')
  page.getByLabel('How many').fill('2')
  await add.click()
  expect(page).toHaveURL(/\/v4\/basket$/)
  expect(page.getByLabel('Amount')).toHaveValue('12')
  expect(page.getByLabel('How many')).toHaveValue('2')
})

test('the changed one of amount chip and field counts, also after an error', async () => {
  const page = site.newPage()
  await page.goto(`/v4/basket/add/${await plainCampaign(page.visitor)}`)
  wantNoReceipt(page)
  const amount = page.getByLabel('Another amount')
  const add = page.getByRole('button', { name: 'Add to basket' })
  const chip = (name: string) => page.getByRole('radio', { name })
  chip('$30').check()
  page.getByLabel('How many').fill('1.5')
  await add.click()
  expect(amount).toHaveValue('30')
  amount.fill('')
  await add.click()
  expect(page.locator('#quantity-error')).toBeVisible()
  expect(amount).toHaveValue('')
  chip('$30').check()
  await add.click()
  expect(amount).toHaveValue('30')
  chip('$50').check()
  page.getByLabel('How many').fill('1')
  await add.click()
  expect(page).toHaveURL(/\/v4\/basket$/)
  expect(page.getByLabel('Amount')).toHaveValue('50')
})

test('the form starts with amount and source of the URL [S1 §2.2]', async () => {
  const page = site.newPage()
  const campaign = await campaignWith(page.visitor, ({ zakatVerified, levels }) => zakatVerified && levels.length > 0)
  await page.goto(`/v4/basket/add/${campaign.slug}?amount=35&src=zakat-home`)
  expect(page.getByLabel('Another amount')).toHaveValue('35')
  expect(page.getByLabel('Count this as zakat')).toBeChecked()
  await page.goto('/v4/basket/add/nothing-of-this-name')
  expect(page.getByText('Error fetching campaign details: ')).toBeVisible()
  await page.goto(`/v4/basket/add/${campaign.slug}?line=00000000-0000-7000-8000-000000000000`)
  expect(page.getByText('Unable to find basket or campaign details.')).toBeVisible()
})

test('an amount with a fraction, which only a call can store, stays while other fields change [S1 §5]', async () => {
  const page = site.newPage()
  const [first, , { id, items }] = await twoCauses(page)
  const item = { projectId: first.id, amount: 1250, currency: 'USD' }
  await call(page, 'PATCH', `guest/baskets/${id}/items/${items[0]!.id}`, { item })
  await page.goto(`/v4/basket/add/${first.slug}?line=${items[0]!.id}`)
  expect(page.getByLabel('Another amount')).toHaveValue('12.50')
  page.getByLabel('How many').fill('2')
  await page.getByRole('button', { name: 'Update' }).click()
  expect(page).toHaveURL(/\/v4\/basket$/)
  expect((await call(page, 'GET', `guest/baskets/${id}`)).items[0]).toMatchObject({ amount: 1250, quantity: 2 })
})
