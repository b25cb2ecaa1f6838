import fs from 'node:fs'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import {
  aBasket,
  setCountryToCanada,
  call,
  donorGives,
  donateButtonFor,
  inCurrency,
  itemOf,
  openOptions,
  saved,
  twoCauses,
  type Card,
  typeAddress,
} from './baskets.ts'
import { cards, expectAccessible, expectOneReceipt, freshEmail, clickDonate, summaryIn, untilAlive } from './support.ts'

/** Removes the amount of the first line in the database, because no call stores a line without one. */
async function withoutAmount(basketId: string): Promise<void> {
  const dir = process.env.E2E_DATA_DIR!
  const port = Number(fs.readFileSync(`${dir}/pgdata/postmaster.pid`, 'utf8').split('\n')[3])
  const password = fs.readFileSync(`${dir}/postgres.secret`, 'utf8').trim()
  const db = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'sunbul' })
  await db.connect()
  await db.query(`update baskets.basket set lines = jsonb_set(lines, '{0,amount}', '"0"') where id = $1`, [basketId])
  await db.end()
}

test('a line is edited in place and saved a second after the last change', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  const line = page.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('45')
  await expect(donateButtonFor(page, '$80.00')).toBeVisible()
  await line.getByRole('button', { name: `Add another: ${first.name}` }).click()
  await expect(donateButtonFor(page, '$125.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 4500, quantity: 2 })
  await line.getByLabel('Amount').fill('0')
  await expect(line.locator('.error, .error-text').first()).toBeVisible()
  await expectAccessible(page)
  await line.getByLabel('Amount').fill('30')
  await expect(saved(page)).toBeVisible()
  await page.getByLabel('Name shown with your donations').fill('Umm Ahmad')
  await page.getByLabel(/^Send me the .*newsletter/).check()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name shown with your donations')).toHaveValue('Umm Ahmad')
  await expect(page.getByLabel(/^Send me the .*newsletter/)).toBeChecked()
  await expect(page.getByRole('radio', { name: 'No tip' })).toBeChecked()
})

test('an amount can be cleared and retyped in place; an empty one shows an error and isn’t saved', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: '2 donations' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay separately' })).toHaveCount(0)
  await expectAccessible(page)
  // Saving takes less time than this.
  await page.waitForTimeout(1500)
  await expect(page.getByText('We couldn’t save your changes.')).toHaveCount(0)
  await expect(amount).toBeFocused()
  await page.keyboard.type('45', { delay: 80 })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('45')
  await expect(line.getByText('Enter an amount.')).toHaveCount(0)
  await expect(donateButtonFor(page, '$80.00')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 4500 })
})

test('the only line can be cleared and retyped without losing the card, and comes back with an amount', async ({
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
  await expect(donateButtonFor(page, '$40.00')).toBeVisible()
  await line.getByLabel('Amount').fill('')
  await page.getByRole('button', { name: `Remove: ${only.name}` }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line.getByLabel('Amount')).toHaveValue('20')
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items).toMatchObject([{ amount: 2000, quantity: 2 }])
})

test('an empty or refused amount blocks no other change, and is named before payment', async ({ page, request }) => {
  const email = freshEmail('empty-amount')
  const [first, second, basket] = await twoCauses(page)
  const read = () => call(page, 'GET', `guest/baskets/${basket.id}`)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('')
  await page.getByLabel(/^Send me the .*newsletter/).check()
  await page.getByRole('form', { name: second.name }).getByLabel('Amount').fill('40')
  await donorGives(page, email, cards.good)
  await expect(async () =>
    expect(await read()).toMatchObject({ newsletter: true, tipAmount: 0, items: [{ amount: 2000 }, { amount: 4000 }] }),
  ).toPass()
  await clickDonate(page)
  const summary = summaryIn(page)
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveText([new RegExp(`${first.name}\\W*: Enter an amount`)])
  await expectAccessible(page)
  await summary.getByRole('link', { name: 'Enter an amount.' }).click()
  await expect(line.getByLabel('Amount')).toBeFocused()
  await page.keyboard.type('9999999')
  await expect(line.getByText(/The maximum donation is/)).toBeVisible()
  await page.getByLabel(/^Send me the .*newsletter/).uncheck()
  await expect(async () =>
    expect(await read()).toMatchObject({ newsletter: false, items: [{ amount: 2000 }, { amount: 4000 }] }),
  ).toPass()
  const drawer = page.getByRole('dialog', { name: 'Change your donation' })
  await page.getByRole('link', { name: `Edit: ${second.name}` }).click()
  await expect(drawer.getByLabel('Amount')).toHaveValue('40')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `Edit: ${first.name}` }).click()
  await expect(drawer.getByLabel('Amount')).toHaveValue('20')
  await drawer.getByLabel('Amount').fill('25')
  await drawer.getByRole('button', { name: 'Update' }).click()
  await expect(drawer).toBeHidden()
  await expect(line.getByText(/The maximum donation is/)).toHaveCount(0)
  await expect(saved(page)).toBeVisible()
  await expect(donateButtonFor(page, '$65.00')).toBeVisible()
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await expectOneReceipt(request, email)).toContain('$65.00')
})

test('all fields of a line are edited in the drawer, after pending changes are saved', async ({ page }) => {
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
  await expect(donateButtonFor(page, '$115.00')).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 4000, quantity: 2 })
})

test('a tax receipt asks for an address, saved once complete and offered to the next line [S1 §5]', async ({
  page,
}) => {
  await setCountryToCanada(page)
  const [first, second, basket] = await twoCauses(page, {}, 'CAD')
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  const line = page.getByRole('form', { name: first.name })
  await openOptions(line)
  await line.getByLabel('I want a tax receipt').check()
  await expect(line.getByText('We’ll save this donation once the address is complete.')).toBeVisible()
  await clickDonate(page)
  for (const sentence of ['your first and last name.', 'your complete address.', 'a city.', 'a postal code.'])
    await expect(summaryIn(page)).toContainText(`${first.name}\u2069: Please enter ${sentence}`)
  await expect(line.getByText('Enter your last name.')).toBeVisible()
  await typeAddress(line)
  await expectAccessible(page)
  await line.locator('select').last().selectOption('ON')
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({
    isTaxDeductible: true,
    taxAddress: { City: 'Toronto', State: 'ON' },
  })
  await openOptions(page.getByRole('form', { name: second.name }))
  await page.getByRole('form', { name: second.name }).getByLabel('I want a tax receipt').check()
  await expect(async () =>
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[1]).toMatchObject({
      isTaxDeductible: true,
      taxAddress: { City: 'Toronto' },
    }),
  ).toPass()
  await page.reload()
  await openOptions(line)
  await expect(line.getByText('1 Main Street')).toBeVisible()
  await expect(line.getByRole('button', { name: 'Change the address' })).toBeVisible()
  await expectAccessible(page)
})

test('a receipt that is unticked is not preselected for the next line [S1 §5]', async ({ page }) => {
  const [first] = await twoCauses(page)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  await untilAlive(line)
  await openOptions(line)
  await line.getByLabel('I want a tax receipt').check()
  await line.getByLabel('I want a tax receipt').uncheck()
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('userTaxDeductiblePreference')!) as object),
  ).toMatchObject({ value: false })
})

test('saves a change just before leaving the page, by a request that outlives it', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  await untilAlive(line)
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = (url, options) => {
      if (options?.method === 'PATCH') sessionStorage.setItem('outlives', String(options.keepalive))
      return send(url, options)
    }
  })
  await line.getByLabel('Amount').fill('64')
  await page.goto('/zakat-policy')
  await expect(async () =>
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 6400 }),
  ).toPass()
  expect(await page.evaluate(() => sessionStorage.getItem('outlives'))).toBe('true')
})

test('a removed line can be restored', async ({ page }) => {
  const [first, second, basket] = await twoCauses(page, { isZakat: false })
  await page.goto('/v4/basket')
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(page.getByRole('form', { name: first.name })).toHaveCount(0)
  await expect(saved(page)).toBeVisible()
  await expectAccessible(page)
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items.map(({ projectId }) => projectId)).toEqual([
    second.id,
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: first.name })).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items.map(({ projectId }) => projectId)).toEqual([
    second.id,
    first.id,
  ])
})

test('a line whose removal could not be saved is restored unchanged, once', async ({ page, context }) => {
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(page.getByText('We couldn’t save your changes.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: first.name })).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expect(donateButtonFor(page, '$55.00')).toBeVisible()
  const { items } = await call(page, 'GET', `guest/baskets/${basket.id}`)
  expect(items).toMatchObject([
    { projectId: first.id, quantity: 1 },
    { projectId: second.id, quantity: 1 },
  ])
})

test('a line that could not be restored is reported, offered again, and blocks no payment', async ({ page }) => {
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, freshEmail('not-back'), cards.good)
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(saved(page)).toBeVisible()
  await page.route('**/items', (route) => route.abort())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/add .* back/)).toBeVisible()
  await page.unroute('**/items')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: first.name })).toBeVisible()
  await expect(page.getByText(/add .* back/)).toHaveCount(0)
  await page.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(saved(page)).toBeVisible()
  await page.route('**/items', (route) => route.abort())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/add .* back/)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items.map(({ projectId }) => projectId)).toEqual([
    second.id,
  ])
  await donateButtonFor(page, '$35.00').click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
})

test('a refused name shows an error at its field; corrected or hidden, the basket can be paid', async ({ page }) => {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, freshEmail('refused-name'), cards.good)
  const name = page.getByLabel('Name shown with your donations')
  await name.fill('@amina')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await donateButtonFor(page, '$55.00').click()
  await summaryIn(page).getByRole('link').click()
  await expect(name).toBeFocused()
  await page.getByLabel('Give anonymously').check()
  await expect(saved(page)).toBeVisible()
  await page.getByLabel('Give anonymously').uncheck()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Amina of Leeds')
  await expect(saved(page)).toBeVisible()
  await donateButtonFor(page, '$55.00').click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
})

test('an unsaved change is reported, kept, and saved on retry', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await page.route('**/items/*', (route) => route.abort())
  await page.getByRole('form', { name: first.name }).getByLabel('Amount').fill('60')
  await expect(page.getByText('We couldn’t save your changes.')).toBeVisible()
  await expect(page.getByRole('form', { name: first.name }).getByLabel('Amount')).toHaveValue('60')
  await expectAccessible(page)
  await page.unroute('**/items/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ amount: 6000 })
})

test('a change whose response was lost is saved on retry without reporting a conflict', async ({ page }) => {
  const [first, second, basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(page)).toBeVisible()
  const notSaved = page.getByText('We couldn’t save your changes.')
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
  await losing(() => page.getByRole('radio', { name: /^10%/ }).check())
  await losing(() => page.getByRole('button', { name: `Remove: ${first.name}` }).click())
  await losing(() => page.getByLabel('Give anonymously').check())
  const current = await call(page, 'GET', `guest/baskets/${basket.id}`)
  expect(current).toMatchObject({ tipAmount: 350, items: [{ projectId: second.id, amount: 3500 }] })
  expect(current).toMatchObject({ anonymous: { enabled: true } })
})

test('a line stored without an amount keeps its position and focus while typing one [S1 §5]', async ({ page }) => {
  const [first, second] = (await inCurrency(page, 'USD')) as [Card, Card]
  const basket = await aBasket(page, [itemOf(first), itemOf(second)])
  await withoutAmount(basket.id)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  const amount = line.getByLabel('Amount')
  await untilAlive(line)
  const names = await page.locator('.basket-line h3').allTextContents()
  await expect(line).toContainText('Enter an amount for this donation.')
  await expectAccessible(page)
  const stored = async () =>
    (await call(page, 'GET', `guest/baskets/${basket.id}`)).items.find(({ projectId }) => projectId === first.id)
      ?.amount
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
  await expect(line).not.toContainText('Enter an amount for this donation.')
  await page.getByRole('radio', { name: 'No tip' }).check()
  await expect(donateButtonFor(page, '$65')).toBeVisible()
})

test('a quantity can be cleared and retyped; left empty it is one [S1 §5]', async ({ page }) => {
  const [first, , basket] = await twoCauses(page)
  await page.goto('/v4/basket')
  const line = page.getByRole('form', { name: first.name })
  const quantity = line.getByLabel('How many')
  await untilAlive(line)
  await page.getByRole('radio', { name: 'No tip' }).check()
  await quantity.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await expect(quantity).toHaveValue('')
  await page.keyboard.type('3')
  await expect(quantity).toHaveValue('3')
  await expect(donateButtonFor(page, '$95.00')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(quantity).toHaveValue('')
  await expect(donateButtonFor(page, '$55.00')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(quantity).toHaveValue('1')
  await quantity.fill('')
  await line.getByRole('button', { name: /^Add another/ }).click()
  await expect(quantity).toHaveValue('2')
  await expect(saved(page)).toBeVisible()
  expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({ quantity: 2 })
})

test('a pasted fraction is not a quantity: the previous value stays [S1 §5]', async ({ page }) => {
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
