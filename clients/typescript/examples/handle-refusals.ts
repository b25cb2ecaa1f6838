import { createClient, SunbulError } from '../client.ts'

const call = createClient({ origin: process.env.SUNBUL_ORIGIN ?? '', key: process.env.SUNBUL_KEY ?? '' })
try {
  await call('GET /v4/organizations/{organizationId}/payouts', { organizationId: '1' })
} catch (error) {
  if (!(error instanceof SunbulError)) throw error
  if (error.retryAfterSeconds !== undefined) console.log(`Try again in ${error.retryAfterSeconds} seconds.`)
  else console.log(error.status, error.code, error.message)
}
