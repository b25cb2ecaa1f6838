/** The bare limit: a minimal server doing the minimal SQL of a gift, statement by statement, with durable commits. It is compared with, never shipped. */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.BARE_DATABASE_URL!, max: 16 })
const app = Fastify({ logger: false })

type Body = { amount: number; tip: number; email: string; name: string }

app.post<{ Params: { id: string }; Body: Body }>(
  '/gifts/:id',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'string', pattern: '^\\d+$' } }, required: ['id'] },
      body: {
        type: 'object',
        properties: { amount: { type: 'integer', minimum: 1 }, tip: { type: 'integer', minimum: 0 }, email: { type: 'string' }, name: { type: 'string' } },
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
        text: `insert into bare.entry values ($1, 1, 'provider_clearing', $2, 'USD'), ($1, 2, 'campaign_payable', $3, 'USD'), ($1, 3, 'tip_revenue', $4, 'USD'), ($1, 4, 'processing_fee', $5, 'USD')`,
        values: [id, amount + tip, -amount, -tip, 88],
      })
      await client.query({
        name: 'total',
        text: 'update bare.campaign set raised = raised + $2, gifts = gifts + 1 where id = $1',
        values: [request.params.id, amount],
      })
      await client.query({ name: 'outbox', text: `insert into bare.outbox (kind, payload) values ('gift', $1)`, values: [JSON.stringify({ id })] })
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
