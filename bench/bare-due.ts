/**
 * Baseline of due plans: claims in batches, charges each over HTTP and records in batches, without receipts, totals,
 * mail and look-ups. Runs until nothing is due and sends the duration to its parent process.
 */
import { required } from '#shared/collections.ts'
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import { ask } from './http.ts'

const batch = 500
const atOnce = 256
const inFlight = 4
const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL, max: 8 })
const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })

const claim = async () =>
  (
    await pool.query<{ id: string; amount: string }>({
      name: 'claim',
      text: `
        with due as (
          select id
          from bare.plan
          where state = 'due' and due_at <= now()
          order by due_at
          limit ${batch}
          for update skip locked
        )
        update bare.plan p
        set state = 'taken'
        from due
        where p.id = due.id
        returning p.id, p.amount
      `,
    })
  ).rows

const charge = async (plan: { id: string; amount: string }) =>
  (
    await ask(required(process.env.BARE_PROVIDER_URL), {
      method: 'POST',
      agent,
      headers: { 'idempotency-key': plan.id },
      body: `amount=${plan.amount}&currency=usd`,
    })
  ).body as unknown as { id: string }

async function record(paid: readonly { id: string; amount: string; charge: string; gift: string }[]): Promise<void> {
  await pool.query({
    name: 'record',
    text: `
      with
        p as (select * from json_to_recordset($1::json) as p(id uuid, amount bigint, charge text, gift uuid)),
        closed as (
          update bare.plan b
          set state = 'paid', charge_id = p.charge
          from p
          where b.id = p.id
          returning b.id, b.campaign_id
        ),
        donations as (
          insert into bare.donation
          select p.gift, c.campaign_id, p.amount, 0, 'USD', '', '', now()
          from p
          join closed c on c.id = p.id
        ),
        facts as (insert into bare.outbox (kind, payload) select 'gift', json_build_object('id', p.gift) from p)
      insert into bare.entry
      select p.gift, n, a, s * p.amount, 'USD'
      from
        p,
        (
          values
            (1, 'provider_clearing', 1),
            (2, 'campaign_payable', -1),
            (3, 'processing_fee', 0),
            (4, 'tip_revenue', 0)
        ) e(n, a, s)
    `,
    values: [JSON.stringify(paid)],
  })
}

async function worker(): Promise<void> {
  for (let plans = await claim(); plans.length > 0; plans = await claim()) {
    const paid = await Promise.all(
      plans.map(async (plan) => ({ ...plan, charge: (await charge(plan)).id, gift: randomUUID() })),
    )
    await record(paid)
  }
}

const before = performance.now()
await Promise.all(Array.from({ length: inFlight }, worker))
process.send?.({ ms: performance.now() - before })
await pool.end()
agent.destroy()
process.disconnect?.()
