import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { signToken } from '#modules/platform/identity/tokens.ts'
import { expectAccessible, freshEmail, problemsOf } from './support.ts'

const dailyGivers = '0199a000-0000-7000-8000-000000000002'

/** A donor with a card and a daily plan whose causes the platform chooses; returns their address and the plan. */
async function dailyGiver(page: Page): Promise<{ email: string; subscriptionId: string }> {
  const email = freshEmail('daily')
  const data = {
    email,
    password: 'ears of grain in the field',
    firstName: 'Amina',
    lastName: 'Yusuf',
    redirectUrl: '/account',
  }
  expect((await page.request.post('/v4/signup', { data })).ok()).toBe(true)
  const { card } = (await (await page.request.post('/v4/cards', { data: { token: 'pm_card_visa' } })).json()) as {
    card: { id: string }
  }
  const request = {
    givingPlanId: dailyGivers,
    donationAmount: 200,
    donationAmountCurrency: 'USD',
    timeZone: 'Europe/London',
    cardId: card.id,
    remindBefore: true,
  }
  const begun = await page.request.post('/v4/subscriptions', { data: request, headers: { 'idempotency-key': email } })
  expect(begun.status()).toBe(200)
  return { email, subscriptionId: ((await begun.json()) as { id: string }).id }
}

/** Returns the footer link of a later mail, signed with the demo's secret. */
function unsubscribeLink(kind: 'upcoming' | 'summary', subscriptionId: string): string {
  const { sessionSecret } = JSON.parse(readFileSync(path.join(process.env.E2E_DATA_DIR!, 'secrets.json'), 'utf8')) as {
    sessionSecret: string
  }
  return `/scheduled-giving/mails/${signToken(sessionSecret, 'unsubscribe', `${kind}-${subscriptionId}`, new Date(Date.now() + 3_600_000))}`
}

async function mailOf(
  request: APIRequestContext,
  email: string,
  kind: string,
): Promise<{ id: string; subject: string } | undefined> {
  const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
    mails: { id: string; kind: string; to: string; subject: string }[]
  }
  return mails.find((mail) => mail.to === email && mail.kind === kind)
}

test('a plan is confirmed by mail, and its donor chooses mails without logging in', async ({
  page,
  request,
  browser,
}) => {
  const problems = problemsOf(page)
  const { email, subscriptionId } = await dailyGiver(page)
  await expect
    .poll(async () => (await mailOf(request, email, 'plan-confirmed'))?.subject, { timeout: 20_000 })
    .toMatch(/^Daily Givers: your first donation is on /)

  const stranger = await browser.newContext({ locale: 'en' })
  const reader = await stranger.newPage()
  await reader.goto(unsubscribeLink('summary', subscriptionId))
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Emails about your donations')
  await expect(reader.getByRole('radio', { name: /A summary/ })).toBeChecked()
  await expectAccessible(reader)
  await reader.getByRole('radio', { name: /A summary/ }).focus()
  await reader.keyboard.press('ArrowDown')
  await reader.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(reader.getByRole('status')).toHaveText('Saved.')
  // Not reloaded, which would send the form again.
  await reader.goto(unsubscribeLink('summary', subscriptionId))
  await expect(reader.getByRole('radio', { name: /Each receipt/ })).toBeChecked()
  // One-click unsubscribe of a mail program, without cookie and page.
  const response = await request.post(unsubscribeLink('summary', subscriptionId), {
    form: { 'List-Unsubscribe': 'One-Click' },
  })
  expect(response.status()).toBe(200)
  await reader.goto(unsubscribeLink('summary', subscriptionId))
  await expect(reader.getByRole('radio', { name: /Neither/ })).toBeChecked()
  await stranger.close()
  expect(problems).toEqual([])
})
