import { setTimeout as sleep } from 'node:timers/promises'
import { give } from './donations.ts'
import { type StoredResponse, freshKey, type Installation, until } from './installation.ts'

/** Creates a paid donation, and a staff member who can refund it; returns the session cookie of the latter. */
export async function paidDonation(installation: Installation): Promise<{ intentId: string; cookie: string }> {
  const response = await give(installation, { key: freshKey() })
  const intentId = response.body.result?.intentId
  if (!intentId) throw new Error(`the gift was answered with ${response.status}`)
  await until(
    async () =>
      (await installation.owner.query('select from receipts.receipt where intent_id = $1', [intentId])).rowCount === 1,
    20_000,
    'its receipt',
  )
  const login = await fetch(`${installation.url}/v4/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.org', password: 'sunbul-demo-2026' }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  return { intentId, cookie }
}

/** All that is left of a payment, as staff press it. */
export const refund = (
  installation: Installation,
  { intentId, cookie }: { intentId: string; cookie: string },
  key: string,
): Promise<StoredResponse> =>
  installation.post(
    `/v4/staff/donations/${intentId}/refunds`,
    { everything: true, reason: 'mistake' },
    { 'idempotency-key': key, cookie },
  )

/** The same press until it is answered with an end. */
export async function refundUntilAnswered(
  installation: Installation,
  donation: { intentId: string; cookie: string },
  key: string,
  withinMs = 40_000,
): Promise<StoredResponse> {
  const end = performance.now() + withinMs
  for (;;) {
    try {
      const answered = await refund(installation, donation, key)
      const { state } = answered.body as { state?: string }
      if (answered.status !== 200 || (state !== 'requested' && state !== 'pending')) return answered
      await installation.hurry()
    } catch {
      // A broken connection is what this tests.
    }
    if (performance.now() > end) throw new Error(`refund ${key} was not answered within ${withinMs} ms`)
    await sleep(200)
  }
}

/**
 * Refunds of a payment, ours and the bank's: how many succeeded here, how often they were booked, and how much went
 * back there.
 */
export async function refundsOf(
  installation: Installation,
  intentId: string,
): Promise<{ made: number; booked: number; refunded: number; charged: number }> {
  const { rows } = await installation.owner.query(
    `select i.provider_intent_id as intent, (select count(*)::int from refunds.refund r where r.intent_id = i.id and r.state = 'succeeded') as made,
       (select count(*)::int from ledger.tx t join refunds.refund r on r.id = t.source_id where r.intent_id = i.id) as booked
     from payments.intent i where i.id = $1`,
    [intentId],
  )
  const { intent, made, booked } = rows[0] as { intent: string; made: number; booked: number }
  const charge = (await installation.charges()).find((charge) => charge.payment_intent === intent)!
  return { made, booked, refunded: charge.refunded, charged: charge.amount }
}
