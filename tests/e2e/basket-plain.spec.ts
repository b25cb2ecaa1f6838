import { expect, test } from '@playwright/test'
import { setCountryToCanada, call, openOptions, twoCauses, typeAddress } from './baskets.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('each line is a form: edited, removed, restored; the rest of the basket is another', async ({ page }) => {
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
    await page.getByRole('radio', { name: /^10%/ }).check()
    await page.getByLabel('Name shown with your donations').fill('Abu Bakr')
    await page.getByRole('form', { name: 'Checkout' }).getByRole('button', { name: 'Save' }).click()
    expect(await read()).toMatchObject({ tipAmount: 1010, anonymous: { enabled: false, name: 'Abu Bakr' } })
    await expect(page.getByText('Paying by card needs JavaScript')).toBeVisible()
  })

  test('restores a removed line once, although the form is sent twice', async ({ page }) => {
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

  test('a tax receipt asks for an address in between, and is saved with it', async ({ page }) => {
    await setCountryToCanada(page)
    const [first, , basket] = await twoCauses(page, {}, 'CAD')
    await page.goto('/v4/basket')
    const line = page.getByRole('form', { name: first.name })
    await openOptions(line)
    await line.getByLabel('I want a tax receipt').check()
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
    await typeAddress(line)
    await line.getByRole('button', { name: 'Save' }).click()
    const state = line.locator('select').last()
    await expect(line.getByLabel('City', { exact: true })).toHaveValue('Toronto')
    await state.selectOption('ON')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/done=saved$/)
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({
      isTaxDeductible: true,
      taxAddress: { State: 'ON' },
    })
    await line.getByLabel('Amount').fill('26')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/done=saved$/)
    expect((await call(page, 'GET', `guest/baskets/${basket.id}`)).items[0]).toMatchObject({
      amount: 2600,
      taxAddress: { State: 'ON' },
    })
  })

  test('shows a fraction as typed and never multiplies it; an invalid restore is refused [S1 §5]', async ({ page }) => {
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
    await line.getByLabel('Amount').fill('12.00')
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
    const current = await call(page, 'GET', `guest/baskets/${basket.id}`)
    expect(current).toMatchObject({ tipAmount: 300 })
    expect(current.items[0]).toMatchObject({ amount: 1200, quantity: 2 })
    for (const item of ['not json', '5', 'null']) {
      const answer = await page.request.post('/v4/basket', {
        form: { intent: 'undo', item },
        headers: { accept: 'text/html' },
      })
      expect(answer.status()).toBe(400)
    }
  })

  test('editing a line that another tab removed neither reports success nor adds it again', async ({
    page,
    context,
  }) => {
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

  test('an outdated form is refused and keeps the typed values', async ({ page }) => {
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
