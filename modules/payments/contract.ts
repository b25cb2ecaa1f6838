import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** The webhook itself is not a call of the product: it is signed raw bytes, served by `server/webhooks.ts`. */
export const paymentsContract = {
  'GET /v4/payments/configuration': endpoint({
    access: 'anyone',
    summary: 'What the browser needs to show the card fields: the provider, its public key and its origin.',
    input: z.object({}),
    output: z.object({ provider: z.enum(['sandbox', 'stripe']), publishableKey: z.string(), origin: z.string() }),
  }),
}
