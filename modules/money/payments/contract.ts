import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** The webhook itself is not a call of the product: it is signed raw bytes, served by `server/http/webhooks.ts`. */
export const paymentsContract = {
  'GET /v4/payments/configuration': endpoint({
    access: 'anyone',
    summary: 'Get the payment configuration',
    description:
      'Returns the payment provider, its public key and its origin for the card fields of a browser. Anyone may call it.',
    input: z.object({}),
    output: z.object({ provider: z.enum(['sandbox', 'stripe']), publishableKey: z.string(), origin: z.string() }),
  }),
}
