import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { one } from '#shared/collections.ts'
import { until } from './installation.ts'
import type { LoadResult } from './load.ts'

/** Events a second to one receiver, and donations a second beside them. */
export const webhookRates = { events: 500, donations: 100 } as const
/** Each donation is an event, and its receipt another. */
const eventsOfDonation = 2
const kinds = ['donation.succeeded', 'donation.refunded', 'receipt.issued']
const stepMs = 100

export type Receiver = {
  /** As `WEBHOOK_HOSTS` lists it. */
  readonly host: string
  readonly url: string
  /** Verifies what arrives from now on with this secret. */
  expect(secret: string): void
  /** Returns how long after it occurred each event arrived first, in milliseconds, and how many requests were wrong. */
  read(): { readonly delays: readonly number[]; readonly repeated: number; readonly invalid: number }
  close(): void
}

/** Starts a receiver that verifies signatures and responds at once. */
export async function startReceiver(): Promise<Receiver> {
  const first = new Map<string, number>()
  let key = Buffer.alloc(0)
  let [repeated, invalid] = [0, 0]
  const isSigned = (headers: http.IncomingHttpHeaders, body: Buffer): boolean => {
    const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = headers
    const bytes = Buffer.from(String(signature).replace(/^v1,/, ''), 'base64')
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(seconds)}.`)
      .update(body)
      .digest()
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  }
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.writeHead(204).end()
      const body = Buffer.concat(parts)
      const { id, timestamp } = JSON.parse(body.toString('utf8')) as { id: string; timestamp: string }
      if (!isSigned(request.headers, body)) invalid += 1
      if (first.has(id)) repeated += 1
      else first.set(id, Date.now() - Date.parse(timestamp))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/`,
    expect: (secret) => void (key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
    read: () => ({ delays: [...first.values()].toSorted((a, b) => a - b), repeated, invalid }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Adds an endpoint to the charity of the added fundraisers, as its owner in the demo; returns its secret. */
export async function addEndpoint(url: string, owner: pg.Client, receiver: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('select min(id)::text as id from organizations.organization')
  const post = async (where: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin: url, cookie }
    const response = await fetch(`${url}${where}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${where} responded with ${response.status}: ${await response.text()}`)
    return response
  }
  const login = await post('/v4/login', { email: 'sana@example.org', password: 'sunbul-demo-2026' })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const path = `/v4/organizations/${one(rows).id}/webhook-endpoints`
  const created = await post(path, { url: receiver, events: kinds }, cookies.join('; '))
  return ((await created.json()) as { secret: string }).secret
}

/**
 * Adds events about earlier donations to the added fundraisers, evenly for some seconds, so that there are
 * `webhookRates.events` a second with those of the donations. They have no data yet, like all new events.
 */
export async function addEvents(owner: pg.Client, seconds: number): Promise<void> {
  const perSecond = webhookRates.events - webhookRates.donations * eventsOfDonation
  const start = performance.now()
  for (let added = 0; added < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, Math.ceil(((performance.now() - start) / 1000) * perSecond))
    if (due > added)
      await owner.query(
        `insert into webhooks.event (organization_id, kind, object_id, change, occurred_at)
         select c.organization_id, 'donation.refunded', d.id::text, 'bench-' || n, clock_timestamp()
         from generate_series($1::int + 1, $2::int) n
         cross join (
           select array_agg(id) as ids
           from (
             select d.id
             from giving.donation d
             join campaigns.campaign c on c.id = d.campaign_id
             where c.slug like 'bench-%'
             order by d.given_at
             limit 1000
           ) first
         ) f
         join giving.donation d on d.id = f.ids[1 + n % cardinality(f.ids)]
         join campaigns.campaign c on c.id = d.campaign_id`,
        [added, due],
      )
    added = due
    await sleep(stepMs)
  }
}

/** The number of events that so many donations and seconds make. */
export const expectedEvents = (donations: number, seconds: number): number =>
  donations * eventsOfDonation + (webhookRates.events - webhookRates.donations * eventsOfDonation) * seconds

/** Waits until as many events as expected were sent and recorded; throws after five minutes. */
export const untilSent = (owner: pg.Client, expected: number): Promise<void> =>
  until(
    async () => {
      const { rows } = await owner.query<{ sent: number }>(
        `select count(*)::int as sent
         from webhooks.delivery v
         join webhooks.event e on e.id = v.event_id
         where v.state = 'succeeded' and e.kind = any($1)`,
        [kinds],
      )
      return one(rows).sent >= expected
    },
    'sending all events',
    300_000,
  )

/** Returns what arrived as the result of a load that took so many seconds. */
export function receivedLoad(
  { delays, repeated, invalid }: ReturnType<Receiver['read']>,
  { events, seconds }: { readonly events: number; readonly seconds: number },
): LoadResult {
  const percentile = (share: number) => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? 0)
  return {
    rate: delays.length / seconds,
    completed: delays.length,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    errors: events - delays.length + repeated + invalid,
  }
}
