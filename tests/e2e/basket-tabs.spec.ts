import { expect, type Page, test } from '@playwright/test'
import { donorGives, donateButtonFor, saved, twoCauses } from './baskets.ts'
import {
  cards,
  challengeOf,
  expectAccessible,
  expectOneReceipt,
  freshEmail,
  clickDonate,
  receiptsTo,
} from './support.ts'

test('two tabs: a change in one appears in the other without losing input, and only one pays', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const [first, second] = await twoCauses(one)
  await one.goto('/v4/basket')
  await one.getByRole('radio', { name: '10%' }).check()
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
  // The other tab saves a second later; until then a reload shows the earlier values.
  await expect(async () => {
    await one.getByRole('button', { name: 'Reload' }).click({ timeout: 1000 })
    await expect(donateButtonFor(one, '$95.00')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await donorGives(one, freshEmail('first-tab'), cards.good)
  await clickDonate(one)
  await expect(one.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(two.getByText('Basket updated elsewhere.')).toBeVisible()
})

test('notices a change in another tab while an earlier one is loading', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const [first] = await twoCauses(one)
  await one.goto('/v4/basket')
  await one.getByRole('radio', { name: '10%' }).check()
  await expect(saved(one)).toBeVisible()
  await two.goto('/v4/basket')
  await expect(two.getByRole('form', { name: first.name }).getByLabel('Amount')).toBeVisible()
  const change = async (amount: string) => {
    const answered = two.waitForResponse(
      (answer) => answer.request().method() === 'PUT' || answer.request().method() === 'PATCH',
    )
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

test('a guest’s tab notices that the basket moved to an account, and keeps its input', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const [first] = await twoCauses(one)
  await one.goto('/v4/basket')
  await one.getByRole('radio', { name: 'No tip' }).check()
  await expect(saved(one)).toBeVisible()
  await two.goto('/v4/basket')
  await donorGives(two, freshEmail('was-a-guest'), cards.good)
  expect(
    (await one.request.post('/v4/login', { data: { email: 'yusuf@example.org', password: 'sunbul-demo-2026' } })).ok(),
  ).toBe(true)
  const line = one.getByRole('form', { name: first.name })
  await line.getByLabel('Amount').fill('71')
  await expect(one.getByText('Basket updated elsewhere.')).toBeVisible()
  await clickDonate(two)
  await expect(two.getByText('Basket updated elsewhere.')).toBeVisible()
  await one.getByRole('button', { name: 'Reload' }).click()
  await expect(one.getByText('You’re donating as')).toContainText('yusuf@example.org')
  await expect(line.getByLabel('Amount')).toHaveValue('71')
  await one.getByRole('button', { name: `Remove: ${first.name}` }).click()
  await expect(saved(one)).toBeVisible()
})

/** Two causes in the basket, and all fields filled in. */
async function readyToPay(page: Page, email: string, card: string) {
  await twoCauses(page)
  await page.goto('/v4/basket')
  await donorGives(page, email, card)
  await expect(saved(page)).toBeVisible()
}

test('a basket paid in another tab is refused with a link, and charged once', async ({ context, request }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const emails = [freshEmail('pays'), freshEmail('too-late')] as const
  await readyToPay(one, emails[0], cards.good)
  // This tab doesn't receive the other tab's messages.
  await two.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }))
  await two.goto('/v4/basket')
  await donorGives(two, emails[1], cards.good)
  await clickDonate(one)
  await expect(one.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await clickDonate(two)
  await expect(two.getByText('This basket has already been paid for')).toBeVisible()
  await expectAccessible(two)
  await two.getByRole('link', { name: 'View your basket' }).click()
  await expect(two.getByText('Your basket is empty')).toBeVisible()
  await expectOneReceipt(request, emails[0])
  expect((await receiptsTo(request, emails[1])).length).toBe(0)
})

test('during a 3-D Secure challenge in another tab, this one says so and charges nothing', async ({
  context,
  request,
}) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  const emails = [freshEmail('asked'), freshEmail('waits')] as const
  await readyToPay(one, emails[0], cards.challenge)
  await two.goto('/v4/basket')
  await donorGives(two, emails[1], cards.good)
  await clickDonate(one)
  await expect(one.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  await clickDonate(two)
  await expect(two.getByText('You’re confirming this payment with your bank in another tab.')).toBeVisible()
  await expectAccessible(two)
  await one.reload()
  await challengeOf(one).getByRole('button', { name: 'Yes, approve' }).click()
  await expect(one.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, emails[0])
  expect((await receiptsTo(request, emails[1])).length).toBe(0)
})

test('a tab closed during a challenge blocks no one: it is cancelled here, and one payment succeeds', async ({
  context,
  request,
}) => {
  const [lost, page] = [await context.newPage(), await context.newPage()]
  const emails = [freshEmail('lost'), freshEmail('found')] as const
  await readyToPay(lost, emails[0], cards.challenge)
  await clickDonate(lost)
  await expect(lost.getByRole('dialog', { name: 'Your bank needs you to confirm this payment' })).toBeVisible()
  const asks = await lost.locator('dialog iframe').getAttribute('src')
  await lost.close()
  await page.goto('/v4/basket')
  await donorGives(page, emails[1], cards.good)
  await clickDonate(page)
  await page.getByRole('button', { name: 'Pay here' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, emails[1])
  // The challenge is still open in the bank's own app.
  const bank = await context.newPage()
  await bank.goto(asks!)
  await expect(bank.getByRole('button', { name: 'Yes, approve' })).toBeHidden()
  expect((await receiptsTo(request, emails[0])).length).toBe(0)
})
