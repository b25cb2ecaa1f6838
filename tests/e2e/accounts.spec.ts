import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import {
  cards,
  expectAccessible,
  expectOneReceipt,
  fillCard,
  fillDonor,
  freshEmail,
  logOut,
  openAccountMenu,
  plainCampaign,
  clickDonate,
  problemsOf,
  summaryIn,
} from './support.ts'

const password = 'ears of grain'

/** Returns the newest mail of a kind to an address, once it has arrived. */
async function mailTo(
  request: APIRequestContext,
  email: string,
  kind: string,
): Promise<{ id: string; subject: string; plain: string }> {
  const find = async () => {
    const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
      mails: { id: string; to: string; kind: string }[]
    }
    return mails.find((mail) => mail.to === email && mail.kind === kind)
  }
  await expect(async () => expect(await find()).toBeDefined()).toPass({ timeout: 10_000 })
  return (await (await request.get(`/v4/dev/mails/${(await find())!.id}`)).json()) as {
    id: string
    subject: string
    plain: string
  }
}

const linkIn = (mail: { plain: string }): string => {
  const url = new URL(/https?:\/\/\S*code=\S+/.exec(mail.plain)![0])
  return url.pathname + url.search
}

async function signUp(page: Page, email: string, path = '/v4/signup'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('First name').fill('Amina')
  await page.getByLabel('Last name').fill('Yusuf')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const elsewhere = async (browser: Browser, baseURL: string | undefined, options: object = {}) =>
  (await browser.newContext({ baseURL: baseURL!, ...options })).newPage()

test('a visitor signs up, confirms their address from the mail, and logs in with the password [S2 §7]', async ({
  page,
  request,
}) => {
  const problems = problemsOf(page)
  const email = freshEmail('signup')
  await page.goto('/login?redirectUrl=%2Fv4%2Fdiscover')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/v4/signup?redirectUrl=%2Fv4%2Fdiscover')
  await expectAccessible(page)
  await signUp(page, email, page.url())
  await expect(page).toHaveURL('/v4/discover')
  await openAccountMenu(page)
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(linkIn(await mailTo(request, email, 'confirm-email')))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await expect(page).toHaveURL('/v4/discover')
  expect((await mailTo(request, email, 'welcome')).subject).toBe('Welcome to Sunbul')
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toHaveCount(0)
  await logOut(page)
  await logIn(page, email)
  await expect(page).toHaveURL('/v4')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(problems).toEqual([])
})

test('a taken email looks the same when signing up, and its owner is notified [security-10] [accounts-4]', async ({
  browser,
  baseURL,
  request,
}) => {
  const email = freshEmail('owner')
  const owner = await elsewhere(browser, baseURL)
  await signUp(owner, email)
  await owner.goto(linkIn(await mailTo(request, email, 'confirm-email')))
  await owner.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await expect(owner.getByRole('status')).toHaveText('Your address is confirmed.')
  const [stranger, newcomer] = [await elsewhere(browser, baseURL), await elsewhere(browser, baseURL)]
  const fresh = freshEmail('newcomer')
  await signUp(stranger, email)
  await signUp(newcomer, fresh)
  for (const page of [stranger, newcomer]) await expect(page).toHaveURL('/account')
  const seen = async (page: Page, own: string) =>
    ((await page.locator('main').textContent()) ?? '').replaceAll(own, 'ADDRESS')
  expect(await seen(stranger, email)).toBe(await seen(newcomer, fresh))
  const notice = await mailTo(request, email, 'account-exists')
  await owner.goto(linkIn(notice))
  await owner.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(owner.getByRole('heading', { name: 'Confirm your address' })).toHaveCount(0)
})

test('a link by mail logs in once, by keyboard alone, and returns to the page it began on', async ({
  page,
  request,
}) => {
  const email = 'amina@example.org'
  await page.goto('/login?redirectUrl=%2Faccount%2Fprofile')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  const button = page.getByRole('button', { name: 'Email me a link instead' })
  for (let tabs = 0; tabs < 8 && !(await button.evaluate((element) => element === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(page)
  const link = linkIn(await mailTo(request, email, 'log-in'))
  await page.goto(link)
  await expect(page.getByText('a•••@example.org')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).press('Enter')
  await expect(page).toHaveURL('/account/profile')
  await expectAccessible(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expectAccessible(page)
})

test('resetting a password logs out all devices; an unknown address gets the same response', async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  const email = freshEmail('forgotten')
  await signUp(page, email)
  await page.goto(linkIn(await mailTo(request, email, 'confirm-email')))
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await expect(page).toHaveURL('/account?done=confirmed')
  const other = await elsewhere(browser, baseURL)
  const answers: string[] = []
  for (const address of [freshEmail('unknown'), email]) {
    await other.goto('/password/forgotten')
    await other.getByLabel('Email').fill(address)
    await other.getByRole('button', { name: 'Send me the link' }).click()
    await expect(other.getByRole('status')).toContainText('a link is on its way')
    answers.push((await other.locator('main').innerText()).replaceAll(address, 'ADDRESS'))
  }
  expect(answers[0]).toBe(answers[1])
  await other.goto(linkIn(await mailTo(request, email, 'set-password')))
  await expectAccessible(other)
  await other.getByLabel('New password').fill('another ear of grain')
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByRole('status')).toHaveText('Your new password is saved.')
  await mailTo(request, email, 'password-changed')
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login\?redirectUrl=/)
  await other.goto('/account/password')
  await expectAccessible(other)
  await other.getByLabel('Current password').fill('another ear of grain')
  await other.getByLabel('New password').fill('a third ear of grain')
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByRole('status')).toHaveText('Your new password is saved.')
  await other.goto('/account/reauthenticate?redirectUrl=https://evil.example/')
  await other.getByLabel('Password', { exact: true }).fill('a third ear of grain')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL(/^http:\/\/localhost/)
})

test('a guest keeps a donation in a new account; logging out clears the browser [S2 §3] [S2 §4] [accounts-4]', async ({
  page,
  request,
}) => {
  const email = freshEmail('member')
  await page.goto(`/v4/checkout/${await plainCampaign(request)}?amount=27`)
  await fillDonor(page, email)
  await fillCard(page, cards.good)
  await clickDonate(page)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectOneReceipt(request, email)
  await page.getByLabel('Choose a password').fill('short')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('Choose a password of at least 10 characters.')).toBeVisible()
  await page.getByLabel('Choose a password').fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('This donation is in your account now.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View your account' }).click()
  await expect(page.getByText(email).first()).toBeVisible()
  await page.goto('/account/profile')
  await expect(page.getByLabel('First name')).toHaveValue('Amina')
  await page.getByLabel('First name').fill('Maryam')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await page.evaluate(() => localStorage.setItem('basket', '{"version":1,"value":"b1"}'))
  expect(await page.evaluate(() => sessionStorage.getItem('sunbul.thanks'))).not.toBeNull()
  await logOut(page)
  await expect(page).toHaveURL('/v4')
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('basket'), sessionStorage.getItem('sunbul.thanks')]))
    .toEqual([null, null])
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('sid')
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login/)
})

test('signing up and logging in replace the session; redirects to other sites fail [security-1] [security-6]', async ({
  page,
  baseURL,
}) => {
  const sid = async () => (await page.context().cookies()).find((cookie) => cookie.name === 'sid')?.value
  await page.context().addCookies([{ name: 'sid', value: 'planted'.repeat(7).slice(0, 43), url: baseURL! }])
  await signUp(page, freshEmail('fixed'), '/v4/signup?redirectUrl=https%3A%2F%2Fevil.example%2F')
  await expect(page).toHaveURL('/v4')
  const first = await sid()
  expect(first).toHaveLength(43)
  expect(first).not.toContain('planted')
  const answer = await page.request.post('/v4/signup', { data: {}, headers: { origin: 'https://evil.example' } })
  expect(answer.status()).toBe(403)
  const form = await page.request.post('/signup', {
    form: { email: 'a@example.org' },
    headers: { origin: 'https://evil.example' },
  })
  expect(form.status()).toBe(403)
})

test('pages and mail are complete and right-to-left in Arabic', async ({ browser, baseURL, request }) => {
  const page = await elsewhere(browser, baseURL, { locale: 'ar' })
  const email = freshEmail('arabic')
  await page.goto('/v4/signup')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByLabel('الاسم الأول').fill('أمينة')
  await page.getByLabel('البريد الإلكتروني').fill(email)
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'إنشاء حسابي' }).click()
  await expect(page.getByRole('heading', { name: 'أكّد عنوانك' })).toBeVisible()
  await expectAccessible(page)
  const mail = await mailTo(request, email, 'confirm-email')
  expect(mail.subject).toBe('أكّد بريدك الإلكتروني')
  await page.goto(linkIn(mail))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'نعم، هو عنواني' }).click()
  await expect(page.getByRole('status')).toHaveText('تم تأكيد عنوانك.')
  expect((await mailTo(request, email, 'welcome')).subject).toBe('أهلًا بك في Sunbul')
})

test('the language chosen while logged in follows to another browser', async ({ browser, baseURL, request }) => {
  const email = freshEmail('follows')
  const page = await elsewhere(browser, baseURL)
  await signUp(page, email)
  await page.goto(linkIn(await mailTo(request, email, 'confirm-email')))
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  const other = await elsewhere(browser, baseURL)
  await logIn(other, email)
  await expect(other).toHaveURL('/v4')
  await expect(other.locator('html')).toHaveAttribute('lang', 'ar')
})

test('a donor changes their address: mails go to the new one, and the old one can revert it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const [before, after] = [freshEmail('old-address'), freshEmail('new-address')]
  const guest = await elsewhere(browser, baseURL)
  await guest.goto(`/v4/checkout/${await plainCampaign(request)}?amount=20`)
  await fillDonor(guest, before)
  await fillCard(guest, cards.good)
  await clickDonate(guest)
  await expect(guest).toHaveURL(/\/thankyou\//, { timeout: 15_000 })
  await signUp(page, before)
  await page.goto(linkIn(await mailTo(request, before, 'confirm-email')))
  await page.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await expect(page.getByRole('status')).toHaveText('Your address is confirmed.')

  await page.goto('/account/profile')
  await page.getByRole('link', { name: 'Change this address' }).click()
  await expectAccessible(page)
  await page.getByLabel('New email address').fill('nonsense')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(summaryIn(page)).toContainText('Enter an email address like name@example.org.')
  await expect(page.getByLabel('New email address')).toHaveValue('nonsense')
  await expectAccessible(page)
  await page.getByLabel('New email address').fill(after)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status')).toContainText(`We’ve sent a link to \u2068${after}\u2069.`)
  const link = linkIn(await mailTo(request, after, 'change-email'))
  // In another browser the reader has to log in first and then continues.
  await guest.goto(link)
  await expect(guest).toHaveURL(/\/login\?redirectUrl=/)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, use it' }).click()
  await expect(page.getByRole('status')).toHaveText('Your email address was changed.')
  await expect(page.getByText(after)).toBeVisible()
  await page.goto('/account/donations')
  await expect(page.getByText('$20').or(page.getByText('£20')).or(page.getByText('€20')).first()).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
  await logOut(page)
  await logIn(page, before)
  await expect(summaryIn(page)).toBeVisible()
  await logIn(page, after)
  await expect(page).toHaveURL('/v4')

  await guest.goto(linkIn(await mailTo(request, before, 'email-changed')))
  await guest.getByLabel('New password', { exact: true }).fill('chosen by the owner')
  await guest.getByRole('button', { name: 'Save password' }).click()
  await expect(guest.getByRole('status')).toHaveText('Your new password is saved.')
  await guest.goto('/account/profile')
  await expect(guest.getByText(before)).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login/)
})
