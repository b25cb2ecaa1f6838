import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, freshEmail, summaryIn } from './support.ts'

async function deskOf(
  browser: Browser,
  baseURL: string | undefined,
  over: object = {},
  email = 'admin@example.org',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, ...over })
  expect((await context.request.post('/v4/login', { data: { email, password: 'sunbul-demo-2026' } })).ok()).toBe(true)
  return context.newPage()
}

test('an admin adds a charity without scripts, verifies it, and invites its first owner', async ({
  browser,
  baseURL,
}) => {
  const page = await deskOf(browser, baseURL, { javaScriptEnabled: false })
  await page.goto('/staff/charities')
  await page.getByRole('link', { name: 'Add a charity' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Bayt al-Khayr')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByRole('button', { name: 'Add charity' }).click()
  await expect(summaryIn(page)).toContainText('Enter the registration number. It’s printed on receipts.')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bayt al-Khayr')
  await expect(page.getByLabel('Country')).toHaveValue('GB')

  const slug = `bayt-${Math.random().toString(36).slice(2)}`
  await page.getByLabel('Description').fill('Meals for students. Every evening of the term.')
  await page.getByLabel('Registration number').fill('Charity no. 0000199 (demo)')
  await page.getByLabel('Registered address').fill('1 Long Row\nNottingham\nNG1 2DH')
  await page.getByLabel('Email of the charity').fill('office@bayt.example')
  await page.getByLabel('Page address').fill(slug)
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByLabel('Wording of receipts').selectOption('uk')
  await page.getByLabel('Currency of its general fund').selectOption('GBP')
  await page.getByLabel('Main cause of its general fund').selectOption('food')
  await page.getByRole('button', { name: 'Add charity' }).click()
  await expect(page.getByRole('status')).toHaveText('Added. Now invite its first owner.')

  await page.getByLabel('Status').selectOption('verified')
  await page.getByLabel('Last day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Set verification' }).click()
  await expect(summaryIn(page)).toContainText('Choose a date that isn’t in the past.')
  await page.getByLabel('Last day').fill('')
  await page.getByRole('button', { name: 'Set verification' }).click()
  await expect(
    page.getByText('Proposed: Verified, usual end. To confirm it, another member of staff must set the same.'),
  ).toBeVisible()
  const reviewer = await deskOf(browser, baseURL, {}, 'reviewer@example.org')
  const path = new URL(page.url()).pathname.replace('/staff', '/v4/staff')
  expect((await reviewer.request.put(`${path}/verification`, { data: { state: 'verified' } })).ok()).toBe(true)
  await reviewer.context().close()
  await page.goto(new URL(page.url()).pathname)
  await expect(page.getByText('✓ Verified')).toBeVisible()

  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(summaryIn(page).getByRole('link')).toHaveAttribute('href', '#ownerEmail')
  const owner = freshEmail('owner')
  await page.getByLabel('Owner’s email').fill(owner)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`${owner}`)).toBeVisible()
  const { mails } = (await (await page.request.get('/v4/dev/mails?limit=200')).json()) as {
    mails: { to: string; kind: string; subject: string }[]
  }
  expect(mails.find(({ to }) => to === owner)).toMatchObject({
    kind: 'team-invitation',
    subject: expect.stringContaining('Bayt al-Khayr'),
  })

  await page.getByLabel('Name', { exact: true }).fill('Bayt al-Khayr Trust')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bayt al-Khayr Trust')
  await page.getByRole('link', { name: 'View page' }).click()
  await expect(page).toHaveURL(`/v4/campaign/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bayt al-Khayr Trust')
  await expect(page.getByRole('button', { name: 'Donate' }).first()).toBeVisible()
  await page.context().close()
})

test('an unverified charity’s page shows why it can’t receive donations, and no form', async ({ page }) => {
  const sentence =
    "This charity can't accept donations right now. You haven't been charged. Please choose another fundraiser."
  const slugs = ['a-prayer-room-near-nagoya-station', 'a-boat-for-the-school-of-lamu', 'a-second-stove-for-marseille']
  for (const slug of slugs) {
    await page.goto(`/v4/campaign/${slug}`)
    await expect(page.locator('main').getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Donate' })).toBeDisabled()
    await expect(page.locator('.donate-form')).toHaveCount(0)
    await page.goto(`/v4/checkout/${slug}`)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.locator('form[method=post]').getByRole('textbox')).toHaveCount(0)
  }
  await expectAccessible(page)
  // The charity of this fundraiser was rejected.
  expect((await page.goto('/v4/campaign/something-good-for-everyone'))!.status()).toBe(404)
})

test('only admins manage charities; they can be added in Arabic on a phone', async ({ browser, baseURL }) => {
  const organizer = await deskOf(browser, baseURL, {}, 'sana@example.org')
  for (const path of ['/staff/charities', '/staff/charities/new', '/staff/charities/1'])
    expect((await organizer.goto(path))!.status()).toBe(404)
  await organizer.context().close()
  const page = await deskOf(browser, baseURL, { viewport: { width: 390, height: 844 } })
  for (const path of ['/staff/charities', '/staff/charities/1']) {
    await page.goto(path)
    await expectAccessible(page)
  }
  await page.context().addCookies([{ name: 'lang', value: 'ar', url: baseURL! }])
  await page.goto('/staff/charities/new')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('جمعية جديدة')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await page.context().close()
})

test('an owner proves a domain and chooses it for the public address, without scripts [pages-16]', async ({
  browser,
  baseURL,
}) => {
  const page = await deskOf(browser, baseURL, { javaScriptEnabled: false }, 'sana@example.org')
  await page.goto('/organize')
  await page.locator('a[href^="/organize/charities/"]', { hasText: 'Noor of Bradford' }).click()
  await page.getByRole('link', { name: 'Your own domains' }).click()
  const path = new URL(page.url()).pathname
  await page.getByLabel('Domain', { exact: true }).fill('org.uk')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(summaryIn(page).getByRole('link')).toHaveAttribute('href', '#host')
  await expect(page.getByLabel('Domain', { exact: true })).toHaveValue('org.uk')
  await page.getByLabel('Domain', { exact: true }).fill('https://Give.Umeed.test/')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('The domain was added. Now add its TXT record.')).toBeVisible()
  const domain = page.getByRole('region', { name: 'give.umeed.test' })
  await expect(domain.getByText('Waiting for the TXT record')).toBeVisible()
  await expect(domain.getByLabel('Name', { exact: true })).toHaveValue('_sunbul.give.umeed.test')
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain.getByText('We didn’t find this record in the latest check.')).toBeVisible()
  await domain.getByRole('link', { name: 'Set this record in the demo' }).click()
  await page.getByRole('button', { name: 'Save record' }).click()
  await expect(page.getByRole('button', { name: 'Remove _sunbul.give.umeed.test' })).toBeVisible()
  await page.goto(path)
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain.getByText('Verified', { exact: true })).toBeVisible()
  await domain.getByRole('button', { name: 'Use for the public address' }).click()
  await expect(domain.getByText('Public address', { exact: true })).toBeVisible()
  const withScripts = await deskOf(browser, baseURL, {}, 'sana@example.org')
  await withScripts.goto(path)
  await expectAccessible(withScripts)
  await withScripts.context().close()
  await domain.getByText('Remove', { exact: false }).first().click()
  await domain.getByRole('button', { name: 'Remove the domain' }).click()
  await expect(page.getByText('Your charity has no domain yet.')).toBeVisible()
  await page.context().close()
})
