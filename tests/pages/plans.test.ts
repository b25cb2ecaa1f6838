import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '#modules/platform/identity/tokens.ts'
import { testSecrets } from '../support/app.ts'
import { noonZone } from '../support/noon.ts'
import { campaignPage, campaigns, saveCard, signUp, summaryIn, wantNoReceipt } from './demo.ts'
import type { Page } from './page.ts'
import { createSite, demoTimeout, freshEmail, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

const plans = {
  friday: '0199a000-0000-7000-8000-000000000001',
  daily: '0199a000-0000-7000-8000-000000000002',
}
type Plan = {
  readonly id: string
  readonly state: string
  readonly given: { readonly count: number; readonly amount: number }
  readonly occurrences: readonly { readonly key: string; readonly status: string }[]
}

/** Starts a plan of ten dollars with a saved card; by default each Friday. */
async function subscribe(page: Page, over: object = {}, token = 'pm_card_visa'): Promise<Plan> {
  const [cause] = await campaigns(page.visitor, 'USD')
  const answer = await page.visitor.send('/v4/subscriptions', {
    method: 'POST',
    headers: { 'idempotency-key': freshEmail('key') },
    data: {
      givingPlanId: plans.friday,
      donationAmount: 1000,
      donationAmountCurrency: 'USD',
      timeZone: 'UTC',
      cardId: await saveCard(page.visitor, token),
      causes: [{ campaignId: cause!.id, share: 10_000 }],
      ...over,
    },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Plan>()
}

/** A donor with a plan. */
async function regularDonor({
  plan = 'friday',
  token = 'pm_card_visa',
  language = 'en',
}: { plan?: keyof typeof plans; token?: string; language?: 'en' | 'ar' } = {}) {
  const page = site.newPage({ language })
  const email = await signUp(page.visitor, freshEmail('regular'))
  const daily = { givingPlanId: plans.daily, causes: undefined, remindBefore: true }
  const { id } = await subscribe(page, plan === 'daily' ? daily : {}, token)
  return { page, email, id }
}
const read = (page: Page, id: string) => page.visitor.call<Plan>('GET', `/v4/subscriptions/${id}`)

/** Makes the first donation due, at a time that is day there, and charges it. */
async function comesDue(page: Page, id: string): Promise<void> {
  const { key } = (await read(page, id)).occurrences[0]!
  await site.asOwner(`update subscriptions.subscription set time_zone = '${noonZone()}' where id = '${id}';
    update subscriptions.occurrence set due_at = now(), planned_at = now()
    where subscription_id = '${id}' and occurrence_key = '${key}'`)
  await site.runJobs()
}

/** Returns the link of a mail as its reader opens it. */
async function linkIn(email: string, kind: string, path: string): Promise<string> {
  const [mail] = await site.mailsTo(email, kind)
  return new RegExp(`https?://[^\\s]*${path}[^\\s]*`).exec(await site.plainText(mail))![0]
}

/** Approves a challenge at the bank, and returns. */
async function approve(page: Page, link: string): Promise<void> {
  await page.getByRole('link', { name: link }).click()
  await page.getByRole('button', { name: 'Yes, approve' }).click()
  await page.getByRole('link').first().click()
}

test('a donor completes a challenge from the account; logged out, the plan asks to log in', async () => {
  const { page, id } = await regularDonor({ token: 'pm_card_threeDSecureRequired' })
  await comesDue(page, id)
  await page.goto(`/account/giving/${id}`)
  expect(page.getByRole('heading', { name: 'Your bank needs you to confirm a donation' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay this donation now' }).click()
  expect(page.getByRole('heading', { name: 'One more step at your bank' })).toBeVisible()
  await approve(page, 'Continue to my bank')
  expect(page.getByText('Paid. Thank you')).toBeVisible()
  await page.getByRole('link', { name: 'Change: Last day' }).click()
  page.getByLabel('Last day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(page.getByText('Choose a date that isn’t in the past.').first()).toBeVisible()

  const visitor = site.newPage()
  expect(await visitor.goto('/scheduled-giving/manage?token=nonsense')).toBe(404)
  expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await visitor.goto(`/account/giving/${id}`)
  expect(visitor).toHaveURL(/\/login\?redirectUrl=/)
}, 60_000)

test('the mails of a plan are chosen with it: a summary, each receipt or neither, and a reminder of the first donation', async () => {
  const { page, id } = await regularDonor({ plan: 'daily' })
  await page.goto(`/account/giving/${id}`)
  expect(page.getByText('A summary')).toBeVisible()
  await page.getByRole('link', { name: 'Change: Emails about your donations' }).click()
  expect(page.getByRole('radio', { name: /A summary/ })).toBeChecked()
  page.getByRole('radio', { name: /Each receipt/ }).check()
  page.getByLabel('Email me before the first donation').check()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(page.getByText('Changed. This applies to every donation from now on.')).toBeVisible()
  expect(page.getByText('Each receipt')).toBeVisible()
  expect(page.getByText('And an email before the first donation')).toBeVisible()

  const { page: other, id: weeklyId } = await regularDonor()
  await other.goto(`/account/giving/${weeklyId}?edit=mails`)
  expect(other.getByRole('radio')).toHaveCount(0)
  expect(other.getByLabel('Email me before each donation')).not.toBeChecked()
})

test('in Arabic a mail’s links complete the challenge, skip a donation and cancel the plan', async () => {
  const { page, email, id } = await regularDonor({ token: 'pm_card_threeDSecureRequired', language: 'ar' })
  const manage = await linkIn(email, 'plan-confirmed', '/scheduled-giving/manage')
  await comesDue(page, id)
  const authenticate = await linkIn(email, 'plan-needs-authentication', '/scheduled-giving/authenticate')
  const [notice] = await site.mailsTo(email, 'plan-needs-authentication')
  expect(notice!.subject).toMatch(/\p{Script=Arabic}/u)
  const mail = site.newPage({ language: 'ar' })
  await mail.goto(authenticate)
  expect(mail.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(mail.getByRole('heading', { level: 1 })).toHaveText('يطلب بنكك تأكيد أحد تبرعاتك')
  await mail.getByRole('button', { name: 'أكّد وادفع' }).click()
  await approve(mail, 'المتابعة إلى بنكي')
  expect(mail.getByRole('heading', { level: 1 })).toHaveText('تم دفع هذا التبرع')

  await mail.goto(manage)
  expect(mail.getByRole('heading', { level: 1 })).toHaveText('إدارة خطتك')
  await mail.getByRole('button', { name: 'تخطَّ التبرع القادم' }).click()
  expect(mail.getByRole('status')).toHaveText('تم تخطي هذا التبرع.')
  await mail.getByRole('link', { name: 'إلغاء الخطة…' }).click()
  await mail.getByRole('button', { name: 'نعم، ألغِها' }).click()
  expect(mail.getByRole('status')).toContainText('أُلغيت الخطة. لن يُخصم منك شيء بعد الآن.')
  await site.runJobs()
  expect(await read(page, id)).toMatchObject({ state: 'cancelled', given: { count: 1 } })
}, 60_000)

test('in Arabic one click ends the mails; a truncated link opens nothing', async () => {
  const { id } = await regularDonor({ plan: 'daily' })
  const reader = site.newPage({ language: 'ar' })
  const hour = new Date(Date.now() + 3_600_000)
  const link = `/scheduled-giving/mails/${signToken(testSecrets.sessionSecret, 'unsubscribe', `upcoming-${id}`, hour)}`
  await reader.goto(link)
  expect(reader.getByRole('heading', { level: 1 })).toHaveText('رسالة قبل أول تبرع')
  await reader.getByRole('button', { name: 'إيقاف هذه الرسائل' }).click()
  expect(reader.getByRole('status')).toContainText('لن نراسلك بعد الآن')
  await reader.goto(`${link.slice(0, -4)}xxxx`)
  expect(reader.getByRole('heading', { level: 1 })).toHaveText('هذا الرابط لا يعمل')
})

const ownPlans = async (page: Page) => {
  const { userId } = await page.visitor.call<{ userId: string }>('GET', '/v4/me')
  return (await page.visitor.call<{ subscriptions: object[] }>('GET', `/v4/users/${userId}/subscriptions`))
    .subscriptions
}
const clickContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

test('a plan of a giving level is started in Arabic', async () => {
  const slug = 'clean-water-for-tharparkar'
  const organizer = await site.loggedIn('sana@example.org')
  const campaign = await campaignPage(organizer.visitor, slug)
  const offer = { enabled: true, enabledOnCampaignPage: true }
  await organizer.visitor.call('PUT', `/v4/campaigns/${campaign.id}/plans/month`, offer)
  const level = campaign.levels.find(
    ({ limit, soldOut, requireNote, requireEmail, requireShipping, requireEmergencyContact, requireMedical }) =>
      limit === null &&
      ![soldOut, requireNote, requireEmail, requireShipping, requireEmergencyContact, requireMedical].some(Boolean),
  )!
  const page = site.newPage({ language: 'ar' })
  await signUp(page.visitor, freshEmail('level'))
  await saveCard(page.visitor)
  await page.goto(`/scheduled-giving/plans/${slug}?frequencyType=month`)
  page.getByRole('radio', { name: new RegExp(level.title) }).check()
  await page.getByRole('button', { name: 'متابعة' }).click()
  expect(page.getByText(level.title)).toBeVisible()
  page.getByRole('radio', { name: 'بدون دعم' }).check()
  wantNoReceipt(page)
  await page.locator('#total button').first().click()
  expect(page).toHaveURL(/thank-you/)
  expect(await ownPlans(page)).toMatchObject([{ donationAmount: level.amount, reward: { id: level.id } }])
})

test('a fraction in the wizard is shown as typed, at its own field [S1 §5]', async () => {
  const page = site.newPage()
  const says = (id: string) =>
    expect(page.locator(`#${id}-error`)).toHaveText('Enter a whole number, without decimals.')
  await page.goto('/scheduled-giving/ramadan?step=donations&nights=chosen&night=21&spread=own')
  page.getByLabel('Each night').fill('١٢٫٥٠')
  page.getByRole('textbox', { name: 'Amount for Night 21 in USD' }).fill('12.50')
  await clickContinue(page)
  says('amount')
  says('a21')
  expect(page).toHaveTitle(/^Error: /)
  expect(page.getByLabel('Each night')).toHaveValue('١٢٫٥٠')
  expect(page.locator('#a21')).toHaveValue('12.50')
  await page.getByRole('button', { name: 'Odd nights only' }).click()
  says('a21')
  page.getByLabel('Each night').fill('١٢')
  page.locator('#a21').fill('1,250.00')
  await clickContinue(page)
  expect(page.locator('#a21-error')).toHaveCount(0)
  expect(page).toHaveURL(/step=causes/)
  // A donation of another programme, in one amount.
  await page.goto('/scheduled-giving/daily-givers/checkout?step=donations')
  page.getByLabel('Each donation').fill('12.50')
  await clickContinue(page)
  says('amount')
  expect(page.getByLabel('Each donation')).toHaveValue('12.50')
})

test('every step of the wizard works with a saved card; the agreement is shown before it starts', async () => {
  const page = site.newPage()
  await signUp(page.visitor, freshEmail('wizard'))
  await saveCard(page.visitor)
  await page.goto('/scheduled-giving/ramadan')
  // Another currency proposes its own amounts.
  page.getByLabel('Currency').selectOption('GBP')
  await page.getByRole('button', { name: 'Update' }).first().click()
  expect(page.getByLabel('Currency')).toHaveValue('GBP')
  page.getByLabel('Currency').selectOption('USD')
  await page.getByRole('button', { name: 'Update' }).first().click()
  page.getByLabel('Each night').fill('0')
  await page.getByRole('button', { name: 'Odd nights only' }).click()
  expect(page.getByText('15 chosen')).toBeVisible()
  await clickContinue(page)
  expect(summaryIn(page)).toContainText('Enter an amount.')
  page.getByLabel('Each night').fill('5')
  await page.getByRole('button', { name: 'More on the 27th' }).click()
  expect(page.getByRole('checkbox', { name: /^Night 27 .*\$15/ })).toBeChecked()
  expect(page.getByRole('checkbox', { name: /^Night 29 .*\$5\b/ })).toBeChecked()
  await clickContinue(page)
  page.getByRole('radio', { name: /^I’ll choose/ }).check()
  await clickContinue(page)
  expect(page.getByText('Choose at least one fundraiser, or let us choose for you.').first()).toBeVisible()
  page.getByRole('listitem').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Search' }).click()
  expect(page.getByRole('textbox', { name: /^Share of / })).toHaveValue('100')
  await clickContinue(page)
  page.getByRole('radio', { name: 'No tip' }).check()
  wantNoReceipt(page)
  await page.getByRole('button', { name: /^Start giving/ }).click()
  // The tip was chosen on the last page, so the total differs from the one shown: it is shown again.
  const again = page.getByText('Check what you’re agreeing to, then select the button again to start.')
  const begun = page.getByRole('heading', { level: 1, name: 'May Allah accept it from you' })
  if (again.isVisible) await page.getByRole('button', { name: /^Start giving/ }).click()
  expect(begun).toBeVisible()
  const plans = await ownPlans(page)
  expect(plans).toMatchObject([{ programme: 'Ramadan30Nights', tipAmount: 0, donationAmount: 8500 }])
}, 60_000)

test('a donor who covers the zakat fee sees the exact charge and its parts on every page', async () => {
  const page = site.newPage()
  const { results } = await page.visitor.call<{ results: { id: string; currencyCode: string }[] }>(
    'GET',
    '/v4/discovery/cards?zakat=true&limit=60',
  )
  const causes = [{ campaignId: results.find(({ currencyCode }) => currencyCode === 'USD')!.id, share: 10_000 }]
  await signUp(page.visitor, freshEmail('zakat'))
  const { id } = await subscribe(page, { isZakat: true, maximizeZakat: true, tipAmount: 100, causes })
  // 10.00 and what the card costs: (10.00 + 0.30) / (1 − 2.9 %) − 10.00.
  const parts = /\$10.* to give · .*\$1.* for Sunbul · .*\$0\.61.* processing fee/
  await page.goto(`/scheduled-giving/thank-you?plan=${id}`)
  expect(page.getByText(/\$11\.61/)).toBeVisible()
  expect(page.getByText(parts)).toBeVisible()
  await page.goto('/account/giving')
  expect(page.getByRole('article', { name: 'Friday Givers' })).toContainText(/\$11\.61.* a week/)
  expect(page.getByText(parts)).toHaveCount(2)
  await page.goto(`/account/giving/${id}`)
  expect(page.getByText(parts).first()).toBeVisible()
  expect(page.getByRole('table')).toContainText('$11.61')
})

test('a refused date and name stay as typed', async () => {
  const { page, id } = await regularDonor()
  await page.goto(`/account/giving/${id}`)
  const until = page.getByLabel('Resume on')
  until.fill('2020-01-01')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  expect(summaryIn(page)).toBeVisible()
  expect(until).toHaveValue('2020-01-01')
  await page.goto(`/account/giving/${id}?edit=end`)
  page.getByLabel('Last day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(summaryIn(page)).toBeVisible()
  expect(page.getByLabel('Last day')).toHaveValue('2020-01-01')
  await page.goto(`/account/giving/${id}?edit=name`)
  page.getByLabel('Give without showing my name').check()
  page.getByLabel('Another name to show').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(summaryIn(page)).toBeVisible()
  expect(page.getByLabel('Another name to show')).toHaveValue('4242 4242 4242 4242')
  expect(page.getByLabel('Give without showing my name')).toBeChecked()
})

test('the overview shows the next donation; the list skips, pauses and cancels (recurring-19)', async () => {
  const { page, id } = await regularDonor()
  await page.goto('/account')
  const next = page.getByRole('region', { name: 'Next donation' })
  expect(next).toContainText(/Friday Givers.*AH.*09:00 UTC.*\$10/s)
  expect(page.getByRole('region', { name: 'Receipts' })).toContainText('You’ll find the receipt of each donation here.')
  await next.getByRole('link', { name: 'Your regular giving' }).click()
  const plan = page.getByRole('article', { name: 'Friday Givers' })
  await plan.getByRole('button', { name: 'Skip the next one: Friday Givers' }).click()
  expect(page.getByText('This donation is skipped.')).toBeVisible()
  expect((await read(page, id)).occurrences[0]).toMatchObject({ status: 'CANCELLED' })
  await page.goto('/account/giving')
  await plan.getByRole('button', { name: 'Pause: Friday Givers' }).click()
  expect(page.getByText('Paused. You won’t be charged until it resumes.')).toBeVisible()
  await page.goto('/account')
  expect(next).toContainText('Nothing is scheduled right now.')
  await page.goto('/account/giving')
  await plan.getByRole('button', { name: 'Resume giving: Friday Givers' }).click()
  expect(page.getByText('Your giving has resumed.')).toBeVisible()
  await page.goto('/account/giving')
  await plan.getByRole('link', { name: 'Cancel plan…: Friday Givers' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  expect(page.getByText('You won’t be charged again.')).toBeVisible()
  await page.goto('/account/giving')
  expect(plan.getByRole('button')).toHaveCount(0)
  expect(plan.getByRole('link')).toHaveCount(1)
})
