import { createClient, pagesOf } from '../client.ts'

const call = createClient({ origin: process.env.SUNBUL_ORIGIN ?? '', key: process.env.SUNBUL_KEY ?? '' })
const { organization } = await call('GET /v4/api-key', {})
if (!organization) throw new Error('this key belongs to an account, not to a charity')

const input = { organizationId: organization.id, from: '2026-01-01', to: '2026-12-31', limit: 100 }
for await (const { donations } of pagesOf(call, 'GET /v4/organizations/{organizationId}/donations', input))
  for (const { day, name, gift, currency } of donations) console.log(day, name ?? 'Anonymous', gift, currency)
