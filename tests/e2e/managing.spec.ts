import { expect, type Page, test } from '@playwright/test'
import { anAddress, expectAccessible, freshEmail, problemsOf, summaryIn } from './support.ts'
import { query } from './database.ts'
import { noonZone } from '../support/noon.ts'

test.use({ extraHTTPHeaders: anAddress })

const plans = {
  friday: '0199a000-0000-7000-8000-000000000001',
  daily: '0199a000-0000-7000-8000-000000000002',
  ramadan: '0199a000-0000-7000-8000-000000000004',
}
type Plan = {
  readonly id: string
  readonly version: number
  readonly occurrences: readonly { readonly key: string; readonly status: string; readonly on: string }[]
}

/** Creates a donor with a card and a plan, by default ten dollars each Friday. */
async function giver(
  page: Page,
  over: { plan?: keyof typeof plans; token?: string; amount?: number; more?: object } = {},
) {
  const { plan = 'friday', token = 'pm_card_visa', amount = 1000, more = {} } = over
  const email = freshEmail('regular')
  const data = {
    email,
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  const causes = await dollarCauses(page)
  const request = {
    donationAmountCurrency: 'USD',
    donationAmount: amount,
    timeZone: 'UTC',
    givingPlanId: plans[plan],
    cardId: await card(page, token),
    causes,
    ...more,
  }
  const answer = await page.request.post('/v4/subscriptions', { data: request, headers: { 'idempotency-key': email } })
  expect(answer.ok()).toBe(true)
  return { email, id: ((await answer.json()) as Plan).id }
}
async function card(page: Page, token: string): Promise<string> {
  const added = (await (await page.request.post('/v4/cards', { data: { token } })).json()) as {
    card?: { id: string }
    setupId?: string
    challenge?: { url: string }
  }
  if (added.card) return added.card.id
  await page.request.post(`${added.challenge!.url}/approve`)
  return (
    (await (await page.request.post(`/v4/card-setups/${added.setupId}`, { data: {} })).json()) as {
      card: { id: string }
    }
  ).card.id
}
async function dollarCauses(page: Page) {
  const { campaigns } = (await (await page.request.get('/v4/campaigns?limit=60')).json()) as {
    campaigns: { id: string; currencyCode: string }[]
  }
  return [{ campaignId: campaigns.find(({ currencyCode }) => currencyCode === 'USD')!.id, share: 10_000 }]
}
const read = async (page: Page, id: string) =>
  (await (await page.request.get(`/v4/subscriptions/${id}`)).json()) as Plan

/** Makes the first donation due now, at a time that is day there, so that the test doesn't wait. */
async function comesDue(page: Page, id: string): Promise<string> {
  const { key } = (await read(page, id)).occurrences[0]!
  await query('update subscriptions.subscription set time_zone = $2 where id = $1', [id, noonZone()])
  await query(
    'update subscriptions.occurrence set due_at = now(), planned_at = now() where subscription_id = $1 and occurrence_key = $2',
    [id, key],
  )
  return key
}

test('a donor views a plan in both calendars, skips, edits, pauses and cancels it by keyboard', async ({ page }) => {
  test.slow()
  const problems = problemsOf(page)
  const { id } = await giver(page)
  await page.goto('/account')
  await page
    .getByRole('navigation', { name: 'Your account' })
    .getByRole('link', { name: 'Regular giving' })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Regular giving' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Friday Givers' })).toContainText(
    /Active.*\$10.* a week.*AH.*09:00 UTC/s,
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View and change: Friday Givers' }).press('Enter')
  await expect(page.getByRole('table')).toContainText('Scheduled')
  await expectAccessible(page)

  await page
    .getByRole('button', { name: /^Skip the donation due/ })
    .first()
    .press('Enter')
  await expect(page.getByText('This donation is skipped.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Give after all/ })
    .first()
    .press('Enter')
  await expect(page.getByText('This donation will be made after all.')).toBeVisible()
  await page.getByRole('link', { name: 'Later month' }).press('Enter')
  await expect(page).toHaveURL(/month=/)

  await page.getByRole('link', { name: 'Change: Amount' }).press('Enter')
  await page.getByRole('textbox', { name: /^Each donation/ }).fill('25.505')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(summaryIn(page)).toContainText('Enter an amount in digits')
  await expect(page.getByRole('textbox', { name: /^Each donation/ })).toHaveValue('25.505')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /^Each donation/ }).fill('٢٥٫٥٠')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Changed. This applies to every donation from now on.')).toBeVisible()
  await expect(page.getByText(/\$25\.50.* a week/)).toBeVisible()

  await page.getByRole('link', { name: 'Change: Goes to' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Add a fundraiser' }).fill('water')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Add / }).first().press('Enter')
  await expect(page.getByText('Left to share: 0%')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Split evenly and save' }).press('Enter')
  await expect(page.getByText('50%').first()).toBeVisible()

  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await expect(page.getByText('Paused. You won’t be charged until it resumes.')).toBeVisible()
  await expect(page.getByText('You paused this. You won’t be charged until you resume it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resume giving' }).press('Enter')
  await expect(page.getByText('Your giving has resumed.')).toBeVisible()

  // Another tab was faster: this one shows the current state.
  const { version } = await read(page, id)
  expect((await page.request.patch(`/v4/subscriptions/${id}`, { data: { version, donationAmount: 3000 } })).ok()).toBe(
    true,
  )
  await page.getByRole('link', { name: 'Cancel plan…' }).press('Enter')
  expect(
    (
      await page.request.patch(`/v4/subscriptions/${id}`, { data: { version: version + 1, donationAmount: 3100 } })
    ).ok(),
  ).toBe(true)
  await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expect(summaryIn(page)).toContainText('This plan was changed elsewhere')
  // It takes focus after hydration; a key pressed at that moment would go there.
  await expect(summaryIn(page)).toBeFocused()
  await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expect(page.getByText('You won’t be charged again.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Change: / })).toHaveCount(0)
  await expectAccessible(page)
  // A refused form responds with its status, which browsers log.
  expect(problems.filter((problem) => !/422|409/.test(problem))).toEqual([])
})

test('a failed donation is shown in the account’s overview with a way to pay it', async ({ page }) => {
  const { id } = await giver(page, { token: 'pm_card_chargeCustomerFail' })
  await comesDue(page, id)
  await expect(async () => {
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'A donation didn’t go through' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('main').getByRole('link', { name: 'Friday Givers' }).first()).toHaveAttribute(
    'href',
    `/account/giving/${id}`,
  )
  await expect(page.getByRole('link', { name: 'Choose another card' })).toHaveAttribute(
    'href',
    `/account/giving/${id}?edit=card#edit`,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pay this donation now: .*\$10\.00/ }).click()
  await expect(summaryIn(page)).toContainText('Your card was declined')
})

test('the next donation of a plan of nights shows its night, evening and Hijri date', async ({ page }) => {
  expect(
    (await page.request.post('/v4/login', { data: { email: 'yusuf@example.org', password: 'sunbul-demo-2026' } })).ok(),
  ).toBe(true)
  await page.goto('/account/giving')
  const plan = page.getByRole('article', { name: 'Nights of Ramadan' })
  const [, night] = /Next donation ?Night (\d+)/.exec(
    await plan.innerText().then((text) => text.replaceAll('\n', ' ')),
  )!
  await expect(plan).toContainText('Evening of')
  await expect(plan).toContainText(`${night} Ramadan`)
})

test('the calendar of nights can be changed until they begin (calendar-2)', async ({ page }) => {
  const { id } = await giver(page, { plan: 'ramadan', amount: 30_000 })
  await page.goto(`/account/giving/${id}`)
  await page.getByRole('link', { name: 'Change: Moon sighting to follow' }).click()
  await page.getByLabel('Moon sighting to follow').selectOption({ label: 'Egypt' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.plan-line', { hasText: 'Moon sighting to follow' })).toContainText('Egypt')
  expect(((await (await page.request.get(`/v4/subscriptions/${id}`)).json()) as { calendar: string }).calendar).toBe(
    'EG',
  )
})

test('a declined donation is paid with one click and another card; a removed card lists its plans first', async ({
  page,
}) => {
  const { id } = await giver(page, { token: 'pm_card_chargeCustomerFail' })
  await comesDue(page, id)
  await expect(async () => {
    await page.goto('/account/giving')
    await expect(page.getByRole('heading', { name: 'A donation didn’t go through' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Pay this donation now: .*\$10\.00/ }).click()
  await expect(summaryIn(page)).toContainText('Your card was declined')
  await card(page, 'pm_card_mastercard')
  await page.getByRole('link', { name: 'Choose another card' }).click()
  await page.waitForURL(/card/)
  const mastercard = page.getByRole('radio', { name: /Mastercard/ })
  await expect(async () => {
    await page.reload()
    await expect(mastercard).toBeVisible({ timeout: 2000 })
  }).toPass()
  await mastercard.check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed. This applies')).toBeVisible()
  await page.getByRole('button', { name: 'Pay this donation now' }).click()
  await expect(page.getByText('Paid. Thank you')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('1 donation', { exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()

  await page.goto('/account/cards')
  await page.getByRole('link', { name: /^Remove .*Mastercard/ }).click()
  await expect(page.getByText('will be paused until you choose another card')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Friday Givers' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expect(async () => {
    await page.goto(`/account/giving/${id}`)
    await expect(page.getByText('Needs a card')).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('the mails of a plan are chosen by keyboard alone', async ({ page }) => {
  const { id } = await giver(page, { plan: 'daily' })
  await page.goto(`/account/giving/${id}`)
  await page.getByRole('link', { name: 'Change: Emails about your donations' }).press('Enter')
  await page.getByRole('radio', { name: /A summary/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Neither/ })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Changed. This applies to every donation from now on.')).toBeVisible()
  await expect(page.getByText('Neither', { exact: true })).toBeVisible()
})

test.describe('in Arabic, on a phone, in the dark', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  test('the nights of Ramadan are a right-to-left calendar, and their amounts change', async ({ page }) => {
    const { id } = await giver(page, { plan: 'ramadan', amount: 30_000 })
    await page.goto(`/account/giving/${id}`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1, name: 'ليالي رمضان' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'تغيير: المبلغ' }).click()
    await expect(page.getByRole('textbox', { name: /^الليلة 21/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('مجموع التبرعات المتبقية').fill('٦٠٠')
    await page.getByRole('button', { name: 'وزّع واحفظ' }).click()
    await expect(page.getByText('تم التغيير')).toBeVisible()
    await expect(page.getByText(/600/).first()).toBeVisible()
  })
})
