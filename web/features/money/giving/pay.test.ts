import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimDeadlineMs, transferMs } from '#modules/money/giving/rules/claim-deadline.ts'
import { ApiError } from '#web/lib/api.ts'
import {
  type Challenge,
  type DonateResult,
  fetchPendingOutcome,
  finishChallenge,
  sendPayment,
  postCancelChallenge,
} from './pay.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'https:' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const atOnce = { sleep: async () => {}, random: () => 0 }
const paid = { id: 'a gift', status: 'succeeded', intentId: 'a gift', token: 'its token' } as unknown as DonateResult
const question: Challenge = {
  intentId: 'a gift',
  provider: 'sandbox',
  url: '',
  token: 'its token',
  amount: '20',
  currency: 'USD',
}
/** Responses from a proxy, a captive portal or a company's filter instead of the server. */
const between = {
  'an empty page': () => new Response(''),
  nothing: () => new Response('null'),
  'an empty object': () => new Response('{}'),
  'a page that is not there': () => new Response('<h1>404</h1>', { status: 404 }),
  'a page that is forbidden': () => new Response('{"message":"Forbidden"}', { status: 403 }),
}
const ours = (status: number, code: string) => () =>
  Response.json({ class: 'not-found', code, message: '…' }, { status })

test.each(Object.entries(between))(
  'after %s the request is sent again with its key, or its outcome stays unknown',
  async (_, answer) => {
    let requestCount = 0
    vi.stubGlobal('fetch', async () => ((requestCount += 1), answer()))
    const { call } = await import('#web/lib/api.ts')
    const ending = await sendPayment(
      () => call('POST /api/donate/challenge', { id: 'a gift', challenge: 'its token' }) as never,
      atOnce,
    )
    expect(ending).toMatchObject({ kind: 'refused', isFinal: false })
    expect(requestCount).toBeGreaterThan(0)
  },
)

test('retries after an empty response and uses the next one', async () => {
  const answers = [undefined, paid]
  expect(await sendPayment(async () => ({ result: answers.shift() as DonateResult }), atOnce)).toEqual({
    kind: 'paid',
    paid,
  })
})

test.each(Object.entries(between))(
  'after %s the outcome of a 3-D Secure challenge stays unknown',
  async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    expect(await finishChallenge(question)).toEqual({ kind: 'confirming', intentId: 'a gift', token: 'its token' })
    expect(await postCancelChallenge(question)).toEqual({ kind: 'confirming', intentId: 'a gift', token: 'its token' })
  },
)

test.each(Object.entries(between))('%s doesn’t delete the pending request', async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  await expect(fetchPendingOutcome({ key: 'a key', slug: 'wells' })).rejects.toBeInstanceOf(ApiError)
  expect(
    await fetchPendingOutcome({ key: 'a key', slug: 'wells', intentId: 'a gift', token: 'its token' }),
  ).toMatchObject({
    kind: 'confirming',
  })
})

test('a request sent a moment ago may still arrive: it counts as lost only once it can’t be charged', async () => {
  vi.stubGlobal('fetch', async () => ours(404, 'not-found')())
  await sendPayment(async () => Promise.reject(new ApiError('network', 0, {})), atOnce)
  let ending: unknown = 'not known yet'
  void fetchPendingOutcome({ key: 'a key', slug: 'wells' }).then((known) => (ending = known))
  await vi.advanceTimersByTimeAsync(claimDeadlineMs)
  expect(ending).toBe('not known yet')
  await vi.advanceTimersByTimeAsync(transferMs + 2000)
  expect(ending).toBe(undefined)
})

test('reports the result if it arrives in the meantime', async () => {
  const answers = [
    ours(404, 'not-found'),
    ours(404, 'not-found'),
    () => Response.json({ intentId: 'a gift', token: 'its token' }),
  ]
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/v4/payment-attempts/by-key/') ? answers.shift()!() : Response.json({ id: 'a gift', paid }),
  )
  await sendPayment(async () => Promise.reject(new ApiError('network', 0, {})), atOnce)
  const ending = fetchPendingOutcome({ key: 'a key', slug: 'wells' })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await ending).toEqual({ kind: 'paid', paid })
})

test('does not wait longer after a clock change', async () => {
  vi.stubGlobal('fetch', async () => ours(404, 'not-found')())
  await sendPayment(async () => Promise.reject(new ApiError('network', 0, {})), atOnce)
  vi.setSystemTime(Date.now() - 366 * 86_400_000)
  expect(await fetchPendingOutcome({ key: 'a key', slug: 'wells' })).toBe(undefined)
})

test('a new tab shares the visit id, and a tab keeps the id that it sent a request with', async () => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => tab.get(name) ?? null,
    setItem: (name: string, text: string) => void tab.set(name, text),
  })
  vi.stubGlobal('document', { cookie: 'lang=en; visit=of-another-tab' })
  vi.resetModules()
  const { sessionId } = await import('./pay.ts')
  expect(sessionId()).toBe('of-another-tab')
  vi.stubGlobal('document', { cookie: 'visit=of-a-later-visitor' })
  expect(sessionId()).toBe('of-another-tab')
})

test('an unavailable database leaves the payment unknown and shows the server’s message', async () => {
  const away = { status: 503, body: { code: 'database-unavailable', message: 'Do not pay again.' } }
  const refused = () => new ApiError('server', away.status, away.body)
  let requestCount = 0
  const ending = await sendPayment(async () => {
    requestCount += 1
    throw refused()
  }, atOnce)
  expect(ending).toEqual({ kind: 'confirming', message: 'Do not pay again.' })
  // The request is retried with the same key first, because the database may be back in a moment.
  expect(requestCount).toBe(4)
  vi.stubGlobal('fetch', async () => ours(503, 'database-unavailable')())
  expect(await finishChallenge(question)).toMatchObject({ kind: 'confirming', intentId: 'a gift', token: 'its token' })
  expect(
    await fetchPendingOutcome({ key: 'a key', slug: 'wells', intentId: 'a gift', token: 'its token' }),
  ).toMatchObject({
    kind: 'confirming',
    intentId: 'a gift',
  })
})

test('an unknown outcome is shown with the server’s message', async () => {
  const unknown = { id: 'a gift', status: 'unknown', token: 'its token', message: 'We are confirming it.' }
  expect(await sendPayment(async () => ({ result: unknown as DonateResult }), atOnce)).toEqual({
    kind: 'confirming',
    intentId: 'a gift',
    token: 'its token',
    message: 'We are confirming it.',
  })
})
