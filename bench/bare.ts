/**
 * Baseline: a minimal server with the minimal SQL of a donation, and of a basket that is paid at the provider,
 * statement by statement, with durable commits. Used for comparison only.
 */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import Fastify from 'fastify'
import pg from 'pg'
import { ask } from './http.ts'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL, max: 16 })
const app = Fastify({ logger: false })

type Body = { amount: number; tip: number; email: string; name: string }

app.post<{ Params: { id: string }; Body: Body }>(
  '/donations/:id',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'string', pattern: '^\\d+$' } }, required: ['id'] },
      body: {
        type: 'object',
        properties: {
          amount: { type: 'integer', minimum: 1 },
          tip: { type: 'integer', minimum: 0 },
          email: { type: 'string' },
          name: { type: 'string' },
        },
        required: ['amount', 'tip', 'email', 'name'],
      },
    },
  },
  async (request) => {
    const { amount, tip, email, name } = request.body
    const id = randomUUID()
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query({
        name: 'donation',
        text: 'insert into bare.donation values ($1, $2, $3, $4, $5, $6, $7, now())',
        values: [id, request.params.id, amount, tip, 'USD', email, name],
      })
      await client.query({
        name: 'entries',
        text: `
          insert into bare.entry
          values
            ($1, 1, 'provider_clearing', $2, 'USD'),
            ($1, 2, 'campaign_payable', $3, 'USD'),
            ($1, 3, 'tip_revenue', $4, 'USD'),
            ($1, 4, 'processing_fee', $5, 'USD')
        `,
        values: [id, amount + tip, -amount, -tip, 88],
      })
      await client.query({
        name: 'total',
        text: 'update bare.campaign set raised = raised + $2, gifts = gifts + 1 where id = $1',
        values: [request.params.id, amount],
      })
      await client.query({
        name: 'outbox',
        text: `insert into bare.outbox (kind, payload) values ('gift', $1)`,
        values: [JSON.stringify({ id })],
      })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
    return { id }
  },
)

app.post<{ Body: { currency: string } }>('/baskets', async (request) => {
  const id = randomUUID()
  await pool.query({
    name: 'basket',
    text: 'insert into bare.basket (id, currency) values ($1, $2)',
    values: [id, request.body.currency],
  })
  return { id }
})

app.post<{ Params: { id: string }; Body: { campaign: number; amount: number } }>(
  '/baskets/:id/items',
  async (request) => {
    const line = randomUUID()
    await pool.query({
      name: 'line',
      text: 'insert into bare.line values ($1, $2, $3, $4)',
      values: [line, request.params.id, request.body.campaign, request.body.amount],
    })
    return { line }
  },
)

app.patch<{ Params: { id: string; line: string }; Body: { amount: number } }>(
  '/baskets/:id/items/:line',
  async (request) => {
    await pool.query({
      name: 'change',
      text: 'update bare.line set amount = $3 where id = $2 and basket_id = $1',
      values: [request.params.id, request.params.line, request.body.amount],
    })
    return {}
  },
)

const provider = new http.Agent({ keepAlive: true })
const provided = async (path: string, body: string): Promise<{ id: string; status: string }> =>
  (
    await ask(`${process.env.BARE_PROVIDER_URL}/v1/${path}`, {
      method: 'POST',
      agent: provider,
      headers: {
        authorization: `Bearer ${process.env.BARE_PROVIDER_KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': randomUUID(),
      },
      body,
    })
  ).body

/** Creates and then confirms an intent, because charging at most once needs two calls. */
async function pay(amount: number): Promise<void> {
  const { id } = await provided('payment_intents', `amount=${amount}&currency=usd`)
  const { status } = await provided(`payment_intents/${id}/confirm`, 'payment_method=pm_card_visa')
  if (status !== 'succeeded') throw new Error(`the provider answered ${status}`)
}

app.post<{ Params: { id: string }; Body: { tip: number; email: string; name: string } }>(
  '/baskets/:id/checkout',
  async (request) => {
    const { tip, email, name } = request.body
    const { rows } = await pool.query<{ campaign_id: string; amount: string }>({
      name: 'lines',
      text: 'select campaign_id, amount from bare.line where basket_id = $1',
      values: [request.params.id],
    })
    const sum = rows.reduce((total, row) => total + Number(row.amount), 0)
    await pay(sum + tip)
    const id = randomUUID()
    const client = await pool.connect()
    try {
      await client.query('begin')
      for (const row of rows) {
        await client.query({
          name: 'donation',
          text: 'insert into bare.donation values ($1, $2, $3, $4, $5, $6, $7, now())',
          values: [randomUUID(), row.campaign_id, row.amount, 0, 'USD', email, name],
        })
        await client.query({
          name: 'total',
          text: 'update bare.campaign set raised = raised + $2, gifts = gifts + 1 where id = $1',
          values: [row.campaign_id, row.amount],
        })
      }
      await client.query({
        name: 'entries',
        text: `
          insert into bare.entry
          values
            ($1, 1, 'provider_clearing', $2, 'USD'),
            ($1, 2, 'campaign_payable', $3, 'USD'),
            ($1, 3, 'tip_revenue', $4, 'USD'),
            ($1, 4, 'processing_fee', $5, 'USD')
        `,
        values: [id, sum + tip, -sum, -tip, 88],
      })
      await client.query({
        name: 'paid',
        text: `update bare.basket set status = 'checked-out' where id = $1`,
        values: [request.params.id],
      })
      await client.query({
        name: 'outbox',
        text: `insert into bare.outbox (kind, payload) values ('gift', $1)`,
        values: [JSON.stringify({ id })],
      })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
    return { id }
  },
)

await app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' })
process.send?.('ready')
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
)
