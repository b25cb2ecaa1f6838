import { one } from '#shared/collections.ts'
import http from 'node:http'
import { type ApiResult, ask } from './http.ts'
import type { LoadResult } from './load.ts'

export type Send = (
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<ApiResult>

/**
 * Runs clients that repeat a journey of several requests. A journey that throws counts as an error. Returns the
 * durations of whole journeys in milliseconds.
 */
export async function driveJourneys(input: {
  readonly url: string
  readonly clients: number
  readonly seconds: number
  readonly journey: (send: Send) => Promise<void>
}): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: input.clients })
  const send: Send = (method, path, body, headers = {}) =>
    ask(`${input.url}${path}`, {
      method,
      agent,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const times: number[] = []
  let errors = 0
  const start = performance.now()
  const end = start + input.seconds * 1000
  await Promise.all(
    Array.from({ length: input.clients }, async () => {
      while (performance.now() < end) {
        const before = performance.now()
        try {
          await input.journey(send)
          times.push(performance.now() - before)
        } catch {
          errors += 1
        }
      }
    }),
  )
  const took = (performance.now() - start) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const percentileAt = (share: number) =>
    Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10
  return {
    rate: times.length / took,
    completed: times.length,
    p50: percentileAt(0.5),
    p95: percentileAt(0.95),
    p99: percentileAt(0.99),
    errors,
  }
}

const expectOk = <Body>({ status, body }: ApiResult): Body => {
  if (status !== 200) throw new Error(`answered with ${status}`)
  return body as Body
}

/**
 * Returns an IP address for a donor, derived from a UUID. After 20 unresolved payments of one network in an hour, each
 * further one needs a proof of work (payments-16).
 */
export const networkAddressOf = (donor: string): string => ['10', ...Buffer.from(donor.slice(0, 6), 'hex')].join('.')

/** Fills a guest basket with two donations, changes one, and pays: five requests. */
export const basketJourney =
  (input: { readonly campaign: () => string; readonly newId: () => string }) => async (send: Send) => {
    const donor = input.newId()
    const fromDonor = { 'x-forwarded-for': networkAddressOf(donor) }
    const { id, token } = expectOk<{ id: string; token: string }>(
      await send('POST', '/v4/checkout/guest/baskets', { currency: 'USD' }, fromDonor),
    )
    const path = `/v4/checkout/guest/baskets/${id}`
    const headers = { ...fromDonor, authorization: `Bearer ${token}` }
    const donation = () => ({ projectId: input.campaign(), amount: 2000, currency: 'USD' })
    await send('POST', `${path}/items`, { item: donation(), basketTip: 640 }, headers).then(expectOk)
    const { items } = expectOk<{ items: { id: string; projectId: string }[] }>(
      await send('POST', `${path}/items`, { item: donation() }, headers),
    )
    const changed = { projectId: one(items).projectId, amount: 3000, currency: 'USD' }
    const { quote } = expectOk<{ quote: { quoteHash: string } }>(
      await send('PATCH', `${path}/items/${one(items).id}`, { item: changed }, headers),
    )
    const payment = {
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: `${donor}@example.org`, name: 'Amina Yusuf' },
      quoteHash: quote.quoteHash,
    }
    await send('POST', `${path}/checkout`, payment, { ...headers, 'idempotency-key': donor }).then(expectOk)
  }

/** Sends the same five requests to the baseline server. */
export const baselineJourney =
  (input: { readonly campaign: () => number; readonly newId: () => string }) => async (send: Send) => {
    const { id } = expectOk<{ id: string }>(await send('POST', '/baskets', { currency: 'USD' }))
    const { line } = expectOk<{ line: string }>(
      await send('POST', `/baskets/${id}/items`, { campaign: input.campaign(), amount: 2000 }),
    )
    await send('POST', `/baskets/${id}/items`, { campaign: input.campaign(), amount: 2000 }).then(expectOk)
    await send('PATCH', `/baskets/${id}/items/${line}`, { amount: 3000 }).then(expectOk)
    await send('POST', `/baskets/${id}/checkout`, {
      tip: 640,
      email: `${input.newId()}@example.org`,
      name: 'Amina Yusuf',
    }).then(expectOk)
  }
