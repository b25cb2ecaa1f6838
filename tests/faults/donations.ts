import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type StoredResponse, type Installation, until } from './installation.ts'

/**
 * Sends a donation like a donor's browser; `at`: the URL of the web process (default: the first).
 */
export type Donation = {
  readonly key: string
  readonly card?: string
  readonly fault?: string
  readonly amount?: number
  readonly donor?: string
  readonly at?: string
}

type OpenCampaign = { readonly id: string; readonly currency: string }

let campaign: Promise<OpenCampaign> | undefined

/** Fetches the campaign once for concurrent calls, and again after a lost response. */
export const openCampaign = (installation: Installation): Promise<OpenCampaign> =>
  (campaign ??= findOpenCampaign(installation).catch((error: unknown) => {
    campaign = undefined
    throw error
  }))

async function findOpenCampaign(installation: Installation): Promise<OpenCampaign> {
  const { rows } = await installation.owner.query<OpenCampaign>(
    `select id::text, currency from campaigns.campaign where currency = 'USD' and (select reason from campaigns.donation_refusal(array[id], false, now() + interval '1 day')) is null order by id limit 1`,
  )
  return rows[0]!
}

export async function give(
  installation: Installation,
  { key, card = 'pm_card_visa', fault, amount = 20, donor = key, at }: Donation,
): Promise<StoredResponse> {
  const { id, currency } = await openCampaign(installation)
  return installation.post(
    `/api/donate/donate/${id}`,
    {
      amount: String(amount),
      currency,
      feeAmount: '0',
      tokens: [{ type: 'card', token: card }],
      guest: { email: `${donor}@example.org`, name: 'Fault Finder' },
      ...(fault ? { providerSpecific: { sandbox_fault: fault } } : {}),
    },
    { 'idempotency-key': key, 'x-forwarded-for': addressOf(donor) },
    at,
  )
}

/** Returns a separate IP address for each donor, so that declined cards of one don't affect others (payments-16). */
const addressOf = (donor: string): string =>
  ['10', ...createHash('sha256').update(donor).digest().subarray(0, 3)].join('.')

/** Repeats the same request, like the donor's browser after an error, until it gets a final response. */
export async function donateUntilAnswered(
  installation: Installation,
  donation: Donation,
  withinMs = 40_000,
): Promise<StoredResponse> {
  const end = performance.now() + withinMs
  let last = 'no answer'
  for (;;) {
    try {
      const answered = await give(installation, donation)
      last = `${answered.status} ${JSON.stringify(answered.body)}`
      if (answered.status === 200 || answered.status === 402) return answered
      if (answered.status === 202 || answered.status === 409) await installation.hurry()
    } catch (error) {
      // A broken connection is what this tests.
      last = String(error)
    }
    if (performance.now() > end)
      throw new Error(`gift ${donation.key} was not answered within ${withinMs} ms, but with ${last}`)
    await sleep(200)
  }
}

/**
 * Checks the result after recovery: each charge of the provider has its donations, each with a receipt line, and one
 * ledger transaction; nothing else exists.
 */
export async function expectBooksToAgree(installation: Installation): Promise<void> {
  const outstanding = `select (select count(*) from payments.attempt where state in ('RECORDED', 'SUBMITTED', 'UNKNOWN'))::int + (select count(*) from refunds.refund where state = 'requested')::int
    + (select count(*) from outbox.event)::int as n`
  await until(
    async () => {
      await installation.hurry()
      return (await installation.owner.query(outstanding)).rows[0].n === 0
    },
    60_000,
    'the end of every open payment',
  )
  const charges = await installation.charges()
  const { rows } = await installation.owner.query(
    `select a.provider_charge_id as charge, a.amount::int as amount, (select count(*)::int from giving.donation d where d.attempt_id = a.id) - jsonb_array_length(i.order_details -> 'lines') as donations,
       (select count(*)::int from ledger.tx t where t.source_id = a.id and t.event_type = 'charge') as ledger,
       (select count(*)::int from receipts.line l join giving.donation d on d.id = l.donation_id where d.attempt_id = a.id and l.revision = 1)
         - jsonb_array_length(i.order_details -> 'lines') as receipts
     from payments.attempt a join payments.intent i on i.id = a.intent_id where a.state = 'SUCCEEDED' and a.provider = 'sandbox' order by 1`,
  )
  const ours = rows.map((row) => `${row.charge} ${row.amount} ${row.donations}/${row.ledger}/${row.receipts}`)
  const theirs = charges.map((charge) => `${charge.id} ${charge.amount} 0/1/0`).sort()
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Error(`the books differ\nours   ${ours.join(' | ')}\ntheirs ${theirs.join(' | ')}`)
  const findings = await installation.verify()
  if (findings.length > 0)
    throw new Error(`ledger verify found\n${findings.map(({ title, count }) => `${count} ${title}`).join('\n')}`)
}
