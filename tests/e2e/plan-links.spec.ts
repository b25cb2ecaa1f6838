import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { confirmingSentence, fillDiskFor } from './broken-records.ts'
import { campaigns, expectAccessible, freshEmail, problemsOf } from './support.ts'
import { query } from './database.ts'
import { noonZone } from '../support/noon.ts'

const fridayGivers = '0199a000-0000-7000-8000-000000000001'
type Plan = {
  readonly id: string
  readonly state: string
  readonly given: { readonly count: number; readonly amount: number }
  readonly occurrences: readonly Donation[]
}
type Donation = { readonly key: string; readonly status: string }

/** A donor with a card and a weekly plan of ten dollars; the rest of the test doesn't use the account. */
async function fridayGiver(page: Page, token = 'pm_card_visa', locale = 'en'): Promise<{ email: string; id: string }> {
  const email = freshEmail('linked')
  const data = {
    email,
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  const cause = (await campaigns(page.request)).find(({ currencyCode }) => currencyCode === 'USD')!
  const request = {
    givingPlanId: fridayGivers,
    donationAmount: 1000,
    donationAmountCurrency: 'USD',
    timeZone: 'UTC',
    cardId: await savedCard(page, token),
    causes: [{ campaignId: cause.id, share: 10_000 }],
  }
  const begun = await page.request.post('/v4/subscriptions', {
    data: request,
    headers: { 'accept-language': locale, 'idempotency-key': email },
  })
  expect(begun.ok(), await begun.text()).toBe(true)
  return { email, id: ((await begun.json()) as Plan).id }
}

async function savedCard(page: Page, token: string): Promise<string> {
  type Added = { card?: { id: string }; setupId?: string; challenge?: { url: string } }
  const added = (await (await page.request.post('/v4/cards', { data: { token } })).json()) as Added
  if (added.card) return added.card.id
  await page.request.post(`${added.challenge!.url}/approve`)
  return (
    (await (await page.request.post(`/v4/card-setups/${added.setupId}`, { data: {} })).json()) as {
      card: { id: string }
    }
  ).card.id
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

type Mail = {
  readonly id: string
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly plain: string
}
const mailsTo = async (request: APIRequestContext, email: string): Promise<Mail[]> =>
  ((await (await request.get('/v4/dev/mails?limit=200')).json()) as { mails: Mail[] }).mails.filter(
    ({ to }) => to === email,
  )

/** Returns the link of a mail as its reader opens it, from the sent mail. */
async function linkIn(request: APIRequestContext, email: string, kind: string, path: string): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const mail = (await mailsTo(request, email)).find((mail) => mail.kind === kind)
    expect(mail).toBeDefined()
    const { plain } = (await (await request.get(`/v4/dev/mails/${mail!.id}`)).json()) as Mail
    found = plain.match(new RegExp(`https?://[^\\s]*${path}[^\\s]*`))?.[0]
    expect(found).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return found!
}

/** A reader with only the mail: no session, no cookie. */
async function reader(browser: Browser, over: object = {}): Promise<Page> {
  return (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...over })).newPage()
}
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('by a mail’s link a donor skips, pauses and cancels in two clicks, without logging in', async ({
  page,
  browser,
  request,
}) => {
  const { email, id } = await fridayGiver(page)
  const link = await linkIn(request, email, 'plan-confirmed', '/scheduled-giving/manage')
  const mail = await reader(browser)
  const problems = problemsOf(mail)
  // No other site gets the URL, which contains the token.
  expect((await mail.goto(link))!.headers()['referrer-policy']).toBe('same-origin')
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Manage your plan')
  await expect(mail.getByRole('article')).toContainText(/Friday Givers.*Active.*\$10.* a week/s)
  // The link reveals nothing about the card, and opening it has changed nothing.
  await expect(mail.getByText(/4242/)).toHaveCount(0)
  const untouched = await read(page, id)
  expect([untouched.state, untouched.occurrences[0]!.status]).toEqual(['active', 'SCHEDULED'])
  await expectAccessible(mail)

  await mail.getByRole('button', { name: 'Skip the next one' }).press('Enter')
  await expect(mail.getByRole('status')).toHaveText('This donation is skipped.')
  expect((await read(page, id)).occurrences[0]).toMatchObject({ status: 'CANCELLED' })
  await expectAccessible(mail)

  await mail.getByLabel('Resume on').fill('2020-01-01')
  await mail.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(mail.getByRole('alert')).toBeVisible()
  await expectAccessible(mail)
  await mail.getByLabel('Resume on').fill('')
  await mail.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(mail.getByRole('status')).toHaveText('Paused. You won’t be charged until it resumes.')
  expect((await read(page, id)).state).toBe('paused')

  await mail.getByRole('link', { name: 'Cancel plan…' }).press('Enter')
  await expect(mail.getByText('Cancel this plan for good?')).toBeVisible()
  await expectAccessible(mail)
  await mail.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expect(mail.getByRole('status')).toContainText('Cancelled. You won’t be charged again.')
  expect((await read(page, id)).state).toBe('cancelled')
  await expectAccessible(mail)

  // Opening the mail weeks later shows the result, without a button.
  await mail.goto(link)
  await expect(mail.getByText('Cancelled by you')).toBeVisible()
  await expect(mail.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect
    .poll(async () => (await mailsTo(request, email)).map(({ kind }) => kind), { timeout: 20_000 })
    .toContain('plan-cancelled')
  // A refused form responds with its status, which browsers log.
  expect(problems.filter((problem) => !/4\d\d/.test(problem))).toEqual([])
  await mail.context().close()
})

test('a donor completes a challenge by the mail’s link, and the donation is made once', async ({
  page,
  browser,
  request,
}) => {
  const { email, id } = await fridayGiver(page, 'pm_card_threeDSecureRequired')
  await comesDue(page, id)
  const link = await linkIn(request, email, 'plan-needs-authentication', '/scheduled-giving/authenticate')
  const mail = await reader(browser)
  await mail.goto(link)
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Your bank needs you to confirm a donation')
  await expect(mail.getByRole('article')).toContainText(/Charged now.*\$10\.00/s)
  await expectAccessible(mail)
  expect((await read(page, id)).given.count).toBe(0)
  await mail.getByRole('button', { name: /^Confirm and pay .*\$10\.00/ }).press('Enter')
  await expect(mail.getByRole('heading', { name: 'One more step at your bank' })).toBeVisible()
  await expect(mail.getByRole('button', { name: 'Confirm and pay' })).toHaveCount(0)
  await expectAccessible(mail)

  // The same mail on another device opens the same challenge, not a second payment.
  const other = await reader(browser, { javaScriptEnabled: false })
  await other.goto(link)
  await other.getByRole('button', { name: 'Confirm and pay' }).click()
  const question = (page: Page) => page.getByRole('link', { name: 'Continue to my bank' }).getAttribute('href')
  expect(await question(other)).toBe(await question(mail))

  // The bank's result can't be recorded at first: no page asks to pay again, with or without scripts.
  const free = await fillDiskFor(email)
  await mail.getByRole('link', { name: 'Continue to my bank' }).click()
  await mail.getByRole('button', { name: 'Yes, approve' }).click()
  // If the bank's page isn't framed, it returns by a link or automatically.
  await expect(async () => {
    const back = mail.getByRole('link', { name: /back|return|continue/i }).first()
    if (await back.isVisible()) await back.click({ timeout: 500 }).catch(() => undefined)
    await expect(mail.getByRole('heading', { level: 1 })).toHaveText("We're confirming your payment", { timeout: 800 })
  }).toPass({ timeout: 15_000 })
  await other.goto(mail.url())
  for (const page of [mail, other]) {
    await expect(page.getByText(confirmingSentence)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByText(/nothing (was|has been) charged/i)).toHaveCount(0)
  }
  await expectAccessible(mail)
  await free()
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('This donation is paid', { timeout: 20_000 })
  await expectAccessible(mail)
  await expect.poll(async () => (await read(page, id)).given, { timeout: 15_000 }).toEqual({ count: 1, amount: 1000 })

  for (const again of [mail, other]) {
    await again.goto(link)
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('This donation is paid')
    await expect(again.getByRole('button', { name: 'Confirm and pay' })).toHaveCount(0)
  }
  await expect
    .poll(async () => (await mailsTo(request, email)).filter(({ kind }) => kind === 'receipt').length, {
      timeout: 15_000,
    })
    .toBe(1)
  expect((await read(page, id)).given).toEqual({ count: 1, amount: 1000 })
  await Promise.all([mail, other].map((page) => page.context().close()))
})

test('the mail of a failed donation opens the page to pay it, with its amount', async ({ page, request }) => {
  const { email, id } = await fridayGiver(page, 'pm_card_chargeCustomerFail')
  const key = await comesDue(page, id)
  const link = await linkIn(request, email, 'plan-failed', '/account/giving')
  const problems = problemsOf(page)
  expect(new URL(link).searchParams.get('gift')).toBe(key)
  expect((await page.goto(link))!.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 2, name: 'A donation didn’t go through' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay this donation now: .*\$10\.00/ })).toBeVisible()
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('an altered, truncated or unrelated link opens nothing and changes nothing', async ({
  page,
  browser,
  request,
}) => {
  const { email, id } = await fridayGiver(page)
  const stranger = await fridayGiver(await reader(browser))
  const link = new URL(await linkIn(request, email, 'plan-confirmed', '/scheduled-giving/manage'))
  const token = link.searchParams.get('token')!
  const theirs = new URL(
    await linkIn(request, stranger.email, 'plan-confirmed', '/scheduled-giving/manage'),
  ).searchParams.get('token')!
  const half = Math.floor(token.length / 2)
  const altered = [
    token.slice(0, -2),
    `${token.slice(0, half)}${token[half] === 'A' ? 'B' : 'A'}${token.slice(half + 1)}`,
    `${theirs.slice(0, half)}${token.slice(half)}`,
    'nonsense',
    '',
  ]
  const mail = await reader(browser)
  for (const bad of altered) {
    const answer = await mail.goto(`/scheduled-giving/manage?token=${encodeURIComponent(bad)}`)
    expect([bad, answer!.status()]).toEqual([bad, 404])
    await expect(mail.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
    for (const [path, data] of [
      ['cancel', { token: bad }],
      ['pause', { token: bad }],
      ['pay', { token: bad, key: '2026-11-27' }],
    ] as const)
      expect([path, (await request.post(`/v4/subscription-links/${path}`, { data })).status()]).toEqual([path, 404])
  }
  await expectAccessible(mail)
  // No link shows future donations.
  const { key } = (await read(page, id)).occurrences[0]!
  for (const gift of [key, '1999-01-01', ''])
    expect(
      (await mail.goto(
        `/scheduled-giving/authenticate?token=${encodeURIComponent(token)}&gift=${encodeURIComponent(gift)}`,
      ))!.status(),
    ).toBe(404)
  expect((await read(page, id)).state).toBe('active')
  await mail.context().close()
})

test('in Arabic on a phone, in the dark: the pages of a plan’s mails are accessible', async ({
  page,
  browser,
  request,
}) => {
  const { email, id } = await fridayGiver(page, 'pm_card_threeDSecureRequired', 'ar')
  const manage = await linkIn(request, email, 'plan-confirmed', '/scheduled-giving/manage')
  await comesDue(page, id)
  const authenticate = await linkIn(request, email, 'plan-needs-authentication', '/scheduled-giving/authenticate')
  const mail = await reader(browser, { locale: 'ar', viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  for (const [link, title] of [
    [manage, 'إدارة خطتك'],
    [authenticate, 'يطلب بنكك تأكيد أحد تبرعاتك'],
  ] as const) {
    await mail.goto(link)
    await expect(mail.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(mail.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await fits(mail)).toBe(true)
    await expectAccessible(mail)
  }
  await mail.context().close()
})
