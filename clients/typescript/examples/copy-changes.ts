import { changesOf, createClient } from '../client.ts'

const call = createClient({ origin: process.env.SUNBUL_ORIGIN ?? '', key: process.env.SUNBUL_KEY ?? '' })
const { organization } = await call('GET /v4/api-key', {})
if (!organization) throw new Error('this key belongs to an account, not to a charity')

// Replace this with the greatest `updatedAt` that your program has stored.
const input = { organizationId: organization.id, updated_since: '2026-01-01' }
for await (const donation of changesOf(call, 'GET /v4/organizations/{organizationId}/changes/donations', input))
  console.log(donation.updatedAt, donation.id, donation.state, donation.gift, donation.refunded, donation.currency)
