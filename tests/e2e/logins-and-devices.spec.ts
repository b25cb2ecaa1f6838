import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, logOut, problemsOf, summaryIn } from './support.ts'

const freshName = (name: string): string => `${name}-${Math.random().toString(36).slice(2)}`

/** Approves at the provider's own page. */
async function sayYes(page: Page, name: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function continueWith(
  page: Page,
  provider: 'Google' | 'Facebook',
  name: string,
  from = '/login?redirectUrl=%2Faccount%2Fsecurity',
): Promise<void> {
  await page.goto(from)
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await sayYes(page, name)
}

const elsewhere = async (browser: Browser, baseURL: string | undefined, options: object = {}) =>
  (await browser.newContext({ baseURL: baseURL!, ...options })).newPage()

async function mailsTo(
  request: APIRequestContext,
  email: string,
  kind: string,
): Promise<{ subject: string; locale: string }[]> {
  const { mails } = (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
    mails: { to: string; kind: string; subject: string; locale: string }[]
  }
  return mails.filter((mail) => mail.to === email && mail.kind === kind)
}

/** A virtual security key that approves automatically. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a visitor continues with Google, adds a passkey, and logs in with it [S1 §7]', async ({ page }) => {
  const problems = problemsOf(page)
  await withAuthenticator(page)
  await page.goto('/login?redirectUrl=%2Faccount%2Fsecurity')
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectAccessible(page)
  await continueWith(page, 'Google', freshName('layla'))
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toHaveCount(0)
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Name of the passkey').fill('My laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your passkey is ready.')).toBeVisible()
  await page.getByText('Rename').click()
  await page.locator('.security-rename input[name=name]').fill('My old laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My old laptop', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await logOut(page)
  await page.goto('/login?redirectUrl=%2Faccount%2Fsecurity')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/account/security')
  await expect(page.getByText(/last used now/)).toBeVisible()

  await page.goto('/account/reauthenticate?redirectUrl=%2Faccount%2Fsecurity')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/account/security')

  await page.getByRole('button', { name: 'Remove My old laptop' }).click()
  await expect(page.getByText('The passkey was removed.')).toBeVisible()
  await logOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('We don’t recognize this passkey.')).toBeVisible()
  // The unknown passkey is refused, which the browser logs.
  expect(problems.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})

test('fetches a Google picture once and serves it locally until its owner removes it', async ({ page }) => {
  await continueWith(page, 'Google', freshName('omar'))
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('img', { name: 'Layla Haddad' })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture was removed.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Layla Haddad' })).toHaveCount(0)
})

test('Facebook creates an account whose address is still unconfirmed; declining changes nothing', async ({
  page,
  request,
}) => {
  await page.goto('/v4/signup?redirectUrl=%2Faccount%2Fsecurity')
  await page.getByRole('link', { name: 'Continue with Facebook' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(summaryIn(page)).toContainText('You cancelled the login, so nothing was changed.')
  await expectAccessible(page)
  const name = freshName('bilal')
  await continueWith(page, 'Facebook', name, '/v4/signup?redirectUrl=%2Faccount%2Fsecurity')
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible()
  await expect(page.getByText('Confirm your email address first, then you can add a passkey.')).toBeVisible()
  await expect(async () =>
    expect(await mailsTo(request, `${name}@facebook.example`, 'confirm-email')).toHaveLength(1),
  ).toPass({ timeout: 10_000 })
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'الأمان' })).toBeVisible()
  await expectAccessible(page)
})

test('content below passkeys on the log-in and security pages doesn’t shift when they load', async ({ page }) => {
  const top = async (locator: Locator) => {
    await page.evaluate(() => document.fonts.ready)
    return (await locator.boundingBox())!.y
  }
  /** Positions before any script has run, and after hydration. */
  const tops = async (url: string, locator: Locator, alive: string) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(url)
    const before = await top(locator)
    await expect(page.getByRole('button', { name: alive })).toHaveCount(0)
    await page.unrouteAll()
    await page.goto(url)
    await expect(page.getByRole('button', { name: alive })).toBeVisible()
    return { before, after: await top(locator) }
  }
  const logIn = await tops('/login', page.getByRole('link', { name: 'Forgot your password?' }), 'Use a passkey')
  expect(logIn.after).toBe(logIn.before)
  await continueWith(page, 'Google', freshName('asma'))
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  const security = await tops(
    '/account/security',
    page.getByRole('heading', { name: 'Connected logins' }),
    'Add a passkey',
  )
  expect(security.after).toBe(security.before)
})

test('connects a second login to the account, uses it, and disconnects it', async ({ page }) => {
  const name = freshName('zaynab')
  await continueWith(page, 'Google', name)
  await page.getByRole('link', { name: 'Connect Facebook' }).click()
  await sayYes(page, name)
  await expect(page.getByText('Connected. You can now log in with it.')).toBeVisible()
  await expect(page.getByText(`${name}@facebook.example`)).toBeVisible()
  await logOut(page)
  await continueWith(page, 'Facebook', name)
  await expect(page.getByText(`${name}@google.example`)).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Facebook' }).click()
  await expect(page.getByText('Disconnected.')).toBeVisible()
  await logOut(page)
  await continueWith(page, 'Facebook', name)
  await expect(page.getByText(`${name}@google.example`)).toHaveCount(0)
})

test('another person’s login can’t confirm an identity: the user stays logged in and sees why', async ({ page }) => {
  const name = freshName('huda')
  await continueWith(page, 'Google', name)
  await page.goto('/account/reauthenticate?redirectUrl=%2Faccount%2Fprivacy')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await sayYes(page, freshName('another'))
  await expect(summaryIn(page)).toContainText('This login isn’t connected to your account')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await sayYes(page, name)
  await expect(page).toHaveURL('/account/privacy')
  await page.goto('/account/profile')
  await expect(page.getByText(`${name}@google.example`).first()).toBeVisible()
})

test('a new device is notified by mail and logged out from another one, in Arabic without scripts', async ({
  browser,
  baseURL,
  request,
}) => {
  const name = freshName('device')
  const email = `${name}@google.example`
  const laptop = await elsewhere(browser, baseURL, { locale: 'ar', javaScriptEnabled: false })
  await laptop.goto('/login?redirectUrl=%2Faccount%2Fsecurity')
  await laptop.getByRole('link', { name: 'المتابعة باستخدام Google' }).click()
  await sayYes(laptop, name)
  await expect(laptop.getByText('لم يُسجَّل الدخول إلى حسابك من مكان آخر.')).toBeVisible()
  expect(await mailsTo(request, email, 'new-device')).toEqual([])

  const phone = await elsewhere(browser, baseURL, {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 844 },
  })
  await continueWith(phone, 'Google', name)
  await expect(phone.getByText('Chrome on Android')).toBeVisible()
  await expectAccessible(phone)
  await expect(async () =>
    expect(await mailsTo(request, email, 'new-device')).toMatchObject([
      { subject: 'تسجيل دخول جديد إلى حسابك في Sunbul', locale: 'ar' },
    ]),
  ).toPass({
    timeout: 10_000,
  })

  await laptop.reload()
  await laptop.getByRole('button', { name: 'تسجيل الخروج من Chrome على Android' }).click()
  await expect(laptop.getByText('سُجِّل خروج ذلك الجهاز.')).toBeVisible()
  await phone.reload()
  await expect(phone).toHaveURL(/\/login\?redirectUrl=/)
  await continueWith(phone, 'Google', name)
  await phone.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(phone.getByText('All other devices were logged out.')).toBeVisible()
  await laptop.reload()
  await expect(laptop).toHaveURL(/\/login\?redirectUrl=/)
  expect(await mailsTo(request, email, 'new-device')).toHaveLength(1)
})
