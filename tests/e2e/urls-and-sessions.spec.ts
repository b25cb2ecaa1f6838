import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { cards, expectAccessible, fillCard, plainCampaign, clickDonate, summaryIn } from './support.ts'

test('a URL with capital letters or a trailing slash is the same page, and can be paid on', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  await page.goto(`/V4/Checkout/${slug}/?amount=50`)
  await expect(page).toHaveURL(`/v4/checkout/${slug}?amount=50`)
  await fillCard(page, cards.good)
  for (const path of ['/V4/Basket', '/v4/basket/', '/Account/Gifts', '/Login']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([response.status(), response.headers()['cache-control']]).toEqual([308, 'no-store'])
  }
  expect((await request.get('/scheduled-giving/ramadan/')).status()).toBe(200)
})

test('a page reports a POST request that isn’t a form', async ({ request, baseURL }) => {
  for (const type of ['application/json', 'text/plain'])
    expect(
      (await request.post('/login', { headers: { 'content-type': type, origin: baseURL! }, data: '{}' })).status(),
    ).toBe(415)
})

test('an unknown method or path is not found, in JSON for a program [S2 §8]', async ({ request, baseURL }) => {
  const sentence = 'The requested resource was not found.'
  const calls = [
    ['POST', '/v4/nope'],
    ['PATCH', '/v4/nope'],
    ['PUT', '/v4/nope'],
    ['DELETE', '/v4/nope'],
    ['POST', '/cards/nope'],
    ['POST', '/nope'],
    ['PUT', '/v4/checkout/guest/baskets'],
    ['GET', '/v4/nope'],
    ['GET', '/v4/campaign/nope'],
  ] as const
  for (const [method, path] of calls) {
    const body = method === 'GET' ? {} : { data: {} }
    const response = await request.fetch(path, {
      method,
      headers: { origin: baseURL!, accept: 'application/json' },
      ...body,
    })
    expect([response.status(), response.headers()['content-type']], `${method} ${path}`).toEqual([
      404,
      expect.stringMatching(/^application\/problem\+json\b/),
    ])
    expect(await response.json()).toMatchObject({ class: 'not-found', message: sentence })
  }
  const page = await request.get('/v4/nope', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.status(), page.headers()['content-type']]).toEqual([404, expect.stringMatching(/^text\/html\b/)])
})

test('a page whose call is refused shows the message with the refusal’s status', async ({ page, request }) => {
  const path = `/v4/discover?q=${encodeURIComponent('4242 4242 4242 4242')}`
  const response = await page.goto(path)
  expect(response!.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('card number')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expectAccessible(page)
  expect((await request.get(path, { headers: { 'accept-language': 'ar' } })).status()).toBe(400)
})

test('an expired session asks to log in when a form is sent, and returns', async ({ request, baseURL }) => {
  for (const [path, back] of [
    ['/account/notifications', '/account/notifications'],
    ['/account/confirmation', '/account'],
  ] as const) {
    const response = await request.post(path, {
      headers: { origin: baseURL! },
      form: { newsletter: 'on' },
      maxRedirects: 0,
    })
    expect([response.status(), response.headers().location]).toEqual([
      303,
      `/login?redirectUrl=${encodeURIComponent(back)}`,
    ])
  }
})

test('a form whose session has ended is kept, and sent after the same account logs in', async ({
  request,
  playwright,
  baseURL,
}) => {
  const headers = { origin: baseURL! }
  const person = { email: 'sana@example.org', password: 'sunbul-demo-2026' }
  const post = (url: string, form: Record<string, string>) => request.post(url, { headers, form, maxRedirects: 0 })
  await post('/login', person)
  const page = await (await request.get('/account/profile')).text()
  const loggedInAs = /name="loggedInAs" value="([^"]+)"/.exec(page)![1]!
  await post('/logout', {})
  // Refused by the rule at the end, so that the account keeps its name.
  const typed = { firstName: '', lastName: 'Salma', loggedInAs }
  const loginRedirect = await post('/account/profile', typed)
  const url = '/login/again?redirectUrl=%2Faccount%2Fprofile&keep=firstName+lastName'
  expect([loginRedirect.status(), loginRedirect.headers().location]).toEqual([307, url])
  const loginPage = await post(url, typed)
  expect(loginPage.status()).toBe(401)
  expect(await loginPage.text()).toContain('value="Salma"')
  const login = { ...typed, resumed: '1', 'login-email': person.email, 'login-password': person.password }
  for (const location of [url, '/account/profile']) {
    const response = await post(url, login)
    expect([response.status(), response.headers().location]).toEqual([307, location])
  }
  const sent = await post('/account/profile', login)
  expect(sent.status()).toBe(400)
  expect(await sent.text()).toContain('Enter your first name.')
  const other = await playwright.request.newContext({ baseURL: baseURL! })
  await other.post('/login', { headers, form: { ...person, email: 'amina@example.org' }, maxRedirects: 0 })
  const refused = await other.post(url, { headers, form: login, maxRedirects: 0 })
  expect(refused.status()).toBe(403)
  expect(await refused.text()).not.toContain('Salma')
  await other.dispose()
})

test('an account’s stored name and newsletter preference win over the browser’s', async ({ page, request }) => {
  const slug = await plainCampaign(request)
  const person = {
    email: `spellings-${randomUUID()}@example.org`,
    password: 'ears of grain, seven',
    firstName: 'Wafa',
    lastName: 'Karim',
  }
  await page.goto('/v4')
  const origin = new URL(page.url()).origin
  expect((await page.request.post('/v4/signup', { headers: { origin }, data: person })).status()).toBe(200)
  await page.evaluate(() =>
    localStorage.setItem(
      'checkoutPreferences',
      JSON.stringify({ version: 1, value: { anonymous: false, newsletter: true, tipChoice: '5' } }),
    ),
  )
  const anonymous = page.getByLabel('Give anonymously')
  const newsletter = page.getByLabel(/^Send me the .*newsletter/)
  await page.goto(`/v4/checkout/${slug}`)
  // Nothing is stored yet: this browser's preference applies.
  await expect(newsletter).toBeChecked()
  expect(
    (
      await page.request.post('/api/user/properties', {
        headers: { origin },
        data: { giveAnonymously: true, newsletter: false },
      })
    ).status(),
  ).toBe(200)
  await page.reload()
  await expect(page.getByLabel('5%', { exact: false }).first()).toBeChecked()
  await expect(anonymous).toBeChecked()
  await expect(newsletter).not.toBeChecked()
})

test('a form left open after logging out elsewhere charges nothing and says the session has ended', async ({
  page,
  request,
}) => {
  const slug = await plainCampaign(request)
  const person = {
    email: `left-${randomUUID()}@example.org`,
    password: 'ears of grain, seven',
    firstName: 'Layla',
    lastName: 'Karim',
  }
  await page.goto('/v4')
  const origin = new URL(page.url()).origin
  expect((await page.request.post('/v4/signup', { headers: { origin }, data: person })).status()).toBe(200)
  await page.goto(`/v4/checkout/${slug}`)
  const receipt = page.getByLabel('I want a tax receipt')
  if (await receipt.isVisible()) await receipt.uncheck()
  await fillCard(page, cards.good)
  expect((await page.request.post('/v4/logout', { headers: { origin }, data: {} })).status()).toBe(200)
  await clickDonate(page)
  await expect(summaryIn(page).filter({ hasText: 'Your session has ended. Please log in again.' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
})

test('a page requested with an account’s token isn’t cached for others', async ({ playwright, request, baseURL }) => {
  const person = {
    email: `token-${randomUUID()}@example.org`,
    password: 'ears of grain, seven',
    firstName: 'Zubaydatoken',
    lastName: 'Karim',
  }
  const signedUp = await request.post('/v4/signup', { headers: { origin: baseURL! }, data: person })
  const token = /(?:^|\n|; )sid=([^;]+)/.exec(
    signedUp.headersArray().find(({ name, value }) => name.toLowerCase() === 'set-cookie' && value.startsWith('sid='))!
      .value,
  )![1]!
  const program = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const visitor = await playwright.request.newContext({ baseURL: baseURL! })
  const path = `/v4/discover?q=${randomUUID().slice(0, 8)}`
  const own = await program.get(path)
  expect(await own.text()).toContain('Zubaydatoken')
  expect(own.headers()['cache-control']).toBe('no-store')
  expect(await (await visitor.get(path)).text()).not.toContain('Zubaydatoken')
  await Promise.all([program.dispose(), visitor.dispose()])
})
