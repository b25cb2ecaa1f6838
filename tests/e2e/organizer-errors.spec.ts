import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { anAddress, campaigns, expectAccessible, freshEmail, giveByApi, summaryIn, untilAlive } from './support.ts'

test.use({ extraHTTPHeaders: anAddress })
test.setTimeout(120_000)

const password = 'ears of grain in the field'
const posted = async <Answer>(request: APIRequestContext, url: string, data: object): Promise<Answer> => {
  const answer = await request.post(url, { data, headers: { 'idempotency-key': freshEmail('key') } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Answer
}

/** Returns the code in the newest mail of a kind. */
async function codeIn(request: APIRequestContext, to: string, kind: string): Promise<string> {
  const mails = async () =>
    (
      (await (await request.get('/v4/dev/mails?limit=200')).json()) as {
        mails: { id: string; to: string; kind: string }[]
      }
    ).mails.filter((mail) => mail.to === to && mail.kind === kind)
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
  const { plain } = (await (await request.get(`/v4/dev/mails/${(await mails())[0]!.id}`)).json()) as { plain: string }
  return /code=([\w-]+)/.exec(plain)![1]!
}

/** A new user with an account and a browser of their own. */
async function newUser(
  browser: Browser,
  baseURL: string | undefined,
  firstName: string,
  over: object = {},
): Promise<{ page: Page; email: string }> {
  const page = await (await browser.newContext({ baseURL: baseURL!, ...over })).newPage()
  const email = freshEmail(firstName.toLowerCase())
  await posted(page.request, '/v4/signup', { email, password, firstName, lastName: 'Saleh' })
  await posted(page.request, '/v4/email-confirmations', { code: await codeIn(page.request, email, 'confirm-email') })
  return { page, email }
}

/** A separate charity with its owner, so that other tests are not affected. */
async function aCharity(browser: Browser, baseURL: string | undefined) {
  const admin = await browser.newContext({ baseURL: baseURL! })
  await posted(admin.request, '/v4/login', { email: 'admin@example.org', password: 'sunbul-demo-2026' })
  const owner = await newUser(browser, baseURL, 'Zaynab')
  const words = {
    name: 'Zaytun House',
    email: 'office@zaytun.example',
    postalAddress: '1 Long Row\nNottingham',
    registration: 'Charity no. 0000299 (demo)',
  }
  const basis = { country: 'GB', timeZone: 'Europe/London', currency: 'GBP', category: 'food', receiptRegime: 'uk' }
  const { id } = await posted<{ id: string }>(admin.request, '/v4/staff/charities', {
    ...words,
    ...basis,
    slug: freshEmail('zaytun').split('@')[0]!,
  })
  // Before the verification: afterwards two of staff decide about the first owner (accounts-15).
  await posted(admin.request, `/v4/staff/charities/${id}/owners`, { email: owner.email })
  await posted(owner.page.request, '/v4/invitations/accept', {
    code: await codeIn(owner.page.request, owner.email, 'team-invitation'),
  })
  const reviewer = await browser.newContext({ baseURL: baseURL! })
  await posted(reviewer.request, '/v4/login', { email: 'reviewer@example.org', password: 'sunbul-demo-2026' })
  for (const { request } of [admin, reviewer])
    expect((await request.put(`/v4/staff/charities/${id}/verification`, { data: { state: 'verified' } })).ok()).toBe(
      true,
    )
  await reviewer.close()
  await admin.close()
  const { fundraisers } = (await (await owner.page.request.get('/v4/fundraisers/own')).json()) as {
    fundraisers: { id: string }[]
  }
  /** Another member of the charity. */
  const colleague = async (role: string, over: object = {}) => {
    const one = await newUser(browser, baseURL, role === 'finance' ? 'Tariq' : 'Idris', over)
    await posted(owner.page.request, `/v4/organizations/${id}/members/invitations`, { email: one.email, role })
    await posted(one.page.request, '/v4/invitations/accept', {
      code: await codeIn(one.page.request, one.email, 'team-invitation'),
    })
    return one
  }
  return { id, owner, colleague, fund: fundraisers[0]!.id }
}

const aDraft = async (page: Page, organizationId: string, by: 'person' | 'charity' = 'person'): Promise<string> =>
  (
    await posted<{ id: string }>(page.request, '/v4/fundraisers', {
      organizationId,
      title: 'A well for Zaytun',
      category: 'water',
      currency: 'GBP',
      by,
    })
  ).id

test('items on later pages of a list can be withdrawn, removed, opened and marked there', async ({
  browser,
  baseURL,
}) => {
  const { owner, colleague, fund } = await aCharity(browser, baseURL)
  const { page } = owner
  const receivedOn = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  for (let number = 1; number <= 26; number++) {
    const donation = {
      id: fund,
      amount: '5',
      receivedOn,
      donorName: `Donor ${number}`,
      anonymous: false,
      method: 'cash',
      note: `book ${number}`,
    }
    await posted(page.request, '/api/projectadmin/offlineDonation', donation)
  }
  await page.goto(`/organize/${fund}/offline?page=1`)
  const donation = page.locator('.offline-donation')
  await expect(donation).toHaveCount(1)
  await donation.getByRole('link', { name: /^Withdraw/ }).click()
  await donation.getByLabel('Reason for withdrawing').fill('4242 4242 4242 4242')
  await donation.getByRole('button', { name: 'Withdraw donation' }).click()
  await expect(summaryIn(page)).toBeVisible()
  await expect(donation.getByLabel('Reason for withdrawing')).toHaveValue('4242 4242 4242 4242')
  await donation.getByLabel('Reason for withdrawing').fill('Entered twice')
  await donation.getByRole('button', { name: 'Withdraw donation' }).click()
  await expect(page).toHaveURL(/offline\?page=1&done=withdrawn/)
  await expect(donation).toContainText('Withdrawn: Entered twice')

  const second = await colleague('admin')
  for (let number = 1; number <= 22; number++)
    await posted((number <= 11 ? page : second.page).request, `/v4/campaigns/${fund}/news`, {
      title: `News ${number}`,
      body: '<p>The oven is hot.</p>',
    })
  await page.goto(`/organize/${fund}/news`)
  await page.getByRole('link', { name: 'Older updates' }).click()
  await expect(page.locator('.organize-row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Remove News 1', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(page.getByText('The update is removed.')).toBeVisible()
  await expect(page.locator('.organize-row h2')).toHaveText(['News 2'])

  const level = { amount: '20', title: 'A day in the kitchen', requireEmergencyContact: true }
  const { levels } = await posted<{ levels: [{ id: string }] }>(page.request, `/v4/campaigns/${fund}/levels`, level)
  const visitor = await browser.newContext({ baseURL: baseURL! })
  for (let number = 1; number <= 26; number++) {
    const email = freshEmail('guest')
    await giveByApi(visitor.request, fund, {
      amount: '20',
      currency: 'GBP',
      rewardID: levels[0].id,
      guest: { email, name: `Guest ${number}` },
      emergencyContact: { name: `Contact ${number}`, phone: '+447700900123' },
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
    })
  }
  await page.goto(`/organize/${fund}/claims`)
  await page.getByRole('link', { name: 'Older' }).click()
  const claim = page.locator('.claim-list > li')
  await expect(claim).toHaveCount(1)
  await claim.getByRole('button', { name: 'Show emergency contact' }).click()
  await expect(claim).toContainText('Contact 1')
  await claim.getByRole('button', { name: 'Mark as sent' }).click()
  // The last page of the list is empty now, so the claims that are still to send are shown instead of "all caught up".
  await expect(claim).toHaveCount(25)
})

test('Enter continues in the editor, and focus moves to adding the next level', async ({ browser, baseURL }) => {
  const { id, owner } = await aCharity(browser, baseURL)
  const { page } = owner
  const draft = await aDraft(page, id)
  await page.goto(`/organize/${draft}/edit/giving`)
  await untilAlive(page.getByLabel('Minimum donation'))
  await page.getByLabel('Minimum donation').fill('5')
  await page.getByLabel('Minimum donation').press('Enter')
  await page.waitForURL('**/edit/review')
  await page.goto(`/organize/${draft}/edit/giving`)
  await expect(page.getByLabel('Minimum donation')).toHaveValue('5')

  await page.goto(`/organize/${draft}/levels`)
  const add = page.getByRole('link', { name: 'Add level' })
  await untilAlive(add)
  await add.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('25')
  await dialog.getByLabel('Title').fill('A pump')
  await dialog.getByLabel('Title').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
})

test('a fundraiser paused by staff says so and offers no refused actions', async ({ browser, baseURL, request }) => {
  const { id, owner, fund } = await aCharity(browser, baseURL)
  const { page } = owner
  await posted(page.request, `/v4/campaigns/${fund}/news`, {
    title: 'The oven is hot',
    body: '<p>And the bread is in.</p>',
  })
  const { slug } = (await (await page.request.get(`/v4/campaigns/${fund}/running`)).json()) as { slug: string }
  await posted(request, '/v4/reports', { campaignId: fund, reason: 'fraud', text: `Reported ${slug}` })
  const admin = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await posted(admin.request, '/v4/login', { email: 'admin@example.org', password: 'sunbul-demo-2026' })
  const { cases } = (await (await admin.request.get('/v4/staff/cases?kind=report&sort=age')).json()) as {
    cases: { id: string; campaign: string }[]
  }
  const found = cases.find(({ campaign }) => campaign === 'Zaytun House')!
  await admin.goto(`/staff/cases/${found.id}`)
  await admin.getByRole('radio', { name: /Pause the fundraiser/ }).check()
  await admin.getByLabel('Reason', { exact: true }).fill('We look into it')
  await admin.getByRole('button', { name: 'Submit decision', exact: true }).click()
  await expect(admin.getByRole('status')).toHaveText(/^The case is decided\./)

  await page.goto(`/organize/${fund}/state`)
  await expect(page.getByText(/^We’ve paused this fundraiser/)).toBeVisible()
  await expect(page.getByText('until you resume it')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Resume donations' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`/organize/${fund}/news`)
  await expect(page.getByText(/^We’ve paused this fundraiser/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write an update' })).toHaveCount(0)
  expect(id).not.toBe('')
})

test('errors of a role change are shown at its field; stepping down leads to an allowed page', async ({
  browser,
  baseURL,
}) => {
  const { id, owner, colleague } = await aCharity(browser, baseURL)
  const { page } = owner
  const draft = await aDraft(page, id)
  await page.goto(`/organize/${draft}/team`)
  const invite = page.getByRole('region', { name: 'Invite someone' })
  await invite.getByLabel('Email address').fill('nonsense')
  await invite.getByLabel('Name on the page').fill('Bilal')
  await invite.getByLabel('Role on the page').fill('Cook')
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(summaryIn(page)).toBeVisible()
  await expect(invite.getByLabel('Name on the page')).toHaveValue('Bilal')
  await expect(invite.getByLabel('Role on the page')).toHaveValue('Cook')

  const own = page.locator('.organize-row').first()
  await own.getByText(/^Change /).click()
  await own.getByRole('radio', { name: /^Viewer/ }).check()
  await own.getByLabel('Role on the page').fill('Driver')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(summaryIn(page)).toContainText('needs an organizer')
  await summaryIn(page).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`#${(await own.getAttribute('id'))!}$`))
  await expect(own.getByRole('radio', { name: /^Viewer/ })).toBeChecked()
  await expect(own.getByLabel('Role on the page')).toHaveValue('Driver')
  await expect(invite.getByRole('radio', { name: /^Editor/ })).toBeChecked()
  await expectAccessible(page)

  const admin = await colleague('admin')
  await admin.page.goto(`/organize/charities/${id}/team`)
  const mine = admin.page.locator('.organize-row', { hasText: admin.email })
  await mine.getByText(/^Change /).click()
  await mine.getByRole('radio', { name: /^Treasurer/ }).check()
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(admin.page.getByRole('heading', { level: 1 })).toHaveText('Your fundraisers')
})

test('following an error to its field, or skipping to content, keeps messages and input', async ({
  browser,
  baseURL,
}) => {
  const { owner, fund } = await aCharity(browser, baseURL)
  const { page } = owner
  await page.goto(`/organize/${fund}/offline`)
  await page.getByLabel('Donor’s name').fill('Hajji Karim')
  await page.getByRole('button', { name: 'Record donation' }).click()
  await expect(summaryIn(page)).toBeFocused()
  await untilAlive(page.getByLabel('Evidence'))
  await summaryIn(page).getByRole('link').last().press('Enter')
  await expect(page.getByLabel('Evidence')).toBeFocused()
  for (const leave of [() => page.goBack(), () => page.locator('.site-skip').press('Enter')]) {
    await expect(summaryIn(page)).toContainText('Enter an amount in GBP')
    await expect(page.locator('#note-error')).toBeVisible()
    await expect(page.getByLabel('Donor’s name')).toHaveValue('Hajji Karim')
    await expect(page).toHaveTitle(/^Error: /)
    await leave()
  }
  await expect(page.locator('#note-error')).toBeVisible()
  await expectAccessible(page)
})

test('errors of words or a new link are shown at the top of the page, with focus', async ({ page, request }) => {
  await posted(page.request, '/v4/signup', {
    email: freshEmail('words'),
    password,
    firstName: 'Huda',
    lastName: 'Saleh',
  })
  const { id: campaignId } = (await campaigns(request)).find(({ currencyCode }) => currencyCode === 'USD')!
  const { id } = await giveByApi(page.request, campaignId, {
    amount: '20',
    currency: 'USD',
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
  })
  await page.goto(`/account/donations/${id}`)
  const words = page.getByRole('textbox', { name: 'Words of support' })
  await words.fill('My card is 4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Save message' }).click()
  await expect(summaryIn(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(words).toHaveValue('My card is 4242 4242 4242 4242')
  await expectAccessible(page)
  await summaryIn(page).getByRole('link').press('Enter')
  await expect(words).toBeFocused()
  await page.goto('/account/referrals')
  await page.locator('#fundraiser').fill('nothing like it')
  await page.locator('#fundraiser').press('Enter')
  await expect(summaryIn(page)).toBeFocused()
  await expectAccessible(page)
})
