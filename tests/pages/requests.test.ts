import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainCampaign, signUp } from './demo.ts'
import { createSite, demoTimeout, demoPassword, freshEmail, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await createSite()
}, demoTimeout)
afterAll(() => site.close())

const request = (path: string, sent: Parameters<ReturnType<Site['visitor']>['send']>[1] = {}) =>
  site.visitor().send(path, sent)

test('refuses TRACE without a server error', async () => {
  for (const path of ['/', '/login', '/v4/basket'])
    expect((await site.fastify.inject({ method: 'TRACE' as 'GET', url: path })).statusCode).toBe(405)
})

test('scripts load with a low priority, after the resources that render the page', async () => {
  const links = (await request('/zakat-policy')).text.match(/<link rel="modulepreload"[^>]*>/g) ?? []
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([])
})

test('a page revalidated in the background keeps one nonce in its policy and scripts', async () => {
  const path = `/v4/campaign/${await plainCampaign(site.visitor())}?src=nonce-of-a-page`
  const nonces = async () => {
    const { headers, text } = await request(path, { headers: { accept: 'text/html' } })
    return [
      /'nonce-([^']+)'/.exec(headers.get('content-security-policy')!)![1],
      /<script nonce="([^"]+)"/.exec(text)![1],
    ] as const
  }
  // Fresh for a second; then the stale page is sent once more while the next one is rendered.
  for (const wait of [0, 1200, 300]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const [policy, script] = await nonces()
    expect(script).toBe(policy)
  }
})

test('an impossible URL has no page, like one of a missing item', async () => {
  const long = 'x'.repeat(3000)
  for (const path of [
    `/v4/campaign/${long}`,
    `/v4/campaign/${long}/share`,
    '/v4/campaign/a%00b',
    `/v4/events/${long}`,
    '/assets/',
    '/assets/gone.js',
  ])
    expect((await request(path)).status, path.slice(0, 30)).toBe(404)
})

test('a page reports a POST request that isn’t a form', async () => {
  for (const type of ['application/json', 'text/plain'])
    expect(
      (
        await request('/login', {
          method: 'POST',
          headers: { 'content-type': type, origin: site.origin },
          body: '{}',
        })
      ).status,
    ).toBe(415)
})

test('an unknown method or path is not found, in JSON for a program [S2 §8]', async () => {
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
    const answer = await request(path, {
      method,
      headers: { origin: site.origin, accept: 'application/json' },
      ...(method === 'GET' ? {} : { data: {} }),
    })
    expect([answer.status, answer.headers.get('content-type')], `${method} ${path}`).toEqual([
      404,
      expect.stringMatching(/^application\/problem\+json\b/),
    ])
    expect(answer.json()).toMatchObject({ class: 'not-found', message: sentence })
  }
  const page = await request('/v4/nope', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringMatching(/^text\/html\b/)])
})

test('an expired session asks to log in when a form is sent, and returns', async () => {
  for (const [path, back] of [
    ['/account/notifications', '/account/notifications'],
    ['/account/confirmation', '/account'],
  ] as const) {
    const answer = await request(path, {
      method: 'POST',
      headers: { origin: site.origin },
      form: { newsletter: 'on' },
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/login?redirectUrl=${encodeURIComponent(back)}`,
    ])
  }
})

test('a form whose session has ended is kept, and sent after the same account logs in', async () => {
  const visitor = site.visitor()
  const person = { email: 'sana@example.org', password: demoPassword }
  const post = (url: string, form: Record<string, string>, sender = visitor) =>
    sender.send(url, { method: 'POST', headers: { origin: site.origin }, form })
  await post('/login', person)
  const { text } = await visitor.send('/account/profile')
  const loggedInAs = /name="loggedInAs" value="([^"]+)"/.exec(text)![1]!
  await post('/logout', {})
  // Refused by the rule at the end, so that the account keeps its name.
  const typed = { firstName: '', lastName: 'Salma', loggedInAs }
  const loginRedirect = await post('/account/profile', typed)
  const url = '/login/again?redirectUrl=%2Faccount%2Fprofile&keep=firstName+lastName'
  expect([loginRedirect.status, loginRedirect.headers.get('location')]).toEqual([307, url])
  const loginPage = await post(url, typed)
  expect(loginPage.status).toBe(401)
  expect(loginPage.text).toContain('value="Salma"')
  const login = { ...typed, resumed: '1', 'login-email': person.email, 'login-password': person.password }
  for (const location of [url, '/account/profile']) {
    const answer = await post(url, login)
    expect([answer.status, answer.headers.get('location')]).toEqual([307, location])
  }
  const sent = await post('/account/profile', login)
  expect(sent.status).toBe(400)
  expect(sent.text).toContain('Enter your first name.')
  const other = site.visitor()
  await post('/login', { ...person, email: 'amina@example.org' }, other)
  const refused = await post(url, login, other)
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain('Salma')
})

test('a page requested with an account’s token isn’t cached for others', async () => {
  const visitor = site.visitor()
  await signUp(visitor, freshEmail('token'), { firstName: 'Zubaydatoken' })
  const path = '/v4/discover?q=of-a-token'
  const own = await request(path, { headers: { authorization: `Bearer ${visitor.cookie('sid')}` } })
  expect(own.text).toContain('Zubaydatoken')
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect((await request(path)).text).not.toContain('Zubaydatoken')
})

test('a URL names the language for visitors without a cookie, and has one canonical form [contract-12]', async () => {
  const slug = await plainCampaign(site.visitor())
  for (const path of ['/v4', '/fees', `/v4/campaign/${slug}`]) {
    const visitor = site.visitor()
    visitor.setCookie('lang', 'en')
    const { text, headers } = await visitor.send(`${path}?lang=ar&src=poster`)
    expect(text).toContain('<html lang="ar" dir="rtl"')
    expect(headers.get('set-cookie')).toBeNull()
    expect(text).toContain(`<link rel="canonical" href="${site.origin}${path}"/>`)
    expect(text).toContain(`hrefLang="en" href="${site.origin}${path}?lang=en"`)
    expect(text).toContain(`hrefLang="x-default" href="${site.origin}${path}"`)
    // The cached page is in the URL's own language.
    expect((await request(`${path}?src=poster`)).text).toContain('<html lang="en" dir="ltr"')
  }
  const { text } = await request(`/v4/campaign/${slug}`)
  const [, data = ''] = /<script type="application\/ld\+json">([^<]+)</.exec(text) ?? []
  expect(JSON.parse(data)).toMatchObject({ '@type': 'WebPage', url: `${site.origin}/v4/campaign/${slug}` })
  // Networks that read a page's preview follow this address, so it must be the page's own.
  expect(text).toContain(`<meta property="og:url" content="${site.origin}/v4/campaign/${slug}"/>`)
  for (const path of ['/login', `/v4/checkout/${slug}`, '/nowhere'])
    expect((await request(path)).text, path).not.toContain('rel="canonical"')
})

test('refused requests have an error page in the visitor’s language', async () => {
  const visitor = site.visitor()
  visitor.setCookie('lang', 'ar')
  const accept = 'text/html'
  const refused = await visitor.send('/v4', { method: 'POST', headers: { accept } })
  expect(refused.status).toBe(405)
  const broken = await visitor.send('/login', {
    method: 'POST',
    headers: { accept, 'content-type': 'multipart/form-data; boundary=x' },
    body: 'not a form',
  })
  expect(broken.status).toBe(400)
  for (const [{ text }, title] of [
    [refused, 'لم نجد هذه الصفحة'],
    [broken, 'لم يصل النموذج كاملًا'],
  ] as const) {
    expect(text).toContain('<html lang="ar" dir="rtl"')
    expect(text).toContain(`<h1>${title}</h1>`)
  }
})
