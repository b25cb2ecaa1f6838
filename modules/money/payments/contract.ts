import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** A payment provider's name, as `PAYMENTS` has it. */
export const providerName = z.string().regex(/^[a-z][a-z-]{0,39}$/)

/** The webhook itself is not a call of the product: it is signed raw bytes, served by `server/http/webhooks.ts`. */
export const paymentsContract = {
  'GET /v4/payments/configuration': endpoint({
    access: 'anyone',
    summary: 'Get the payment configuration',
    description:
      'Returns what the card fields of a browser need of the payment provider: its name, adapter, public key and origin. Without `provider` it is the one that takes new payments. Anyone may call it.',
    input: z.object({ provider: providerName.optional() }),
    output: z.object({ provider: z.string(), adapter: z.string(), publishableKey: z.string(), origin: z.string() }),
    refuses: ['not-found'],
  }),
}
