import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { wallets } from './rules/wallets.ts'

/** A payment provider's name in `PAYMENTS`. */
export const providerName = z.string().regex(/^[a-z][a-z-]{0,39}$/)

/** Calls about the payment provider. Webhooks aren't in the contract: `server/http/webhooks.ts` verifies their raw body. */
export const paymentsContract = {
  'GET /v4/payments/configuration': endpoint({
    access: 'anyone',
    summary: 'Get the payment configuration',
    description:
      'Returns the payment provider’s name, adapter, public key, origin and payment methods, for card fields and wallet buttons. The default `provider` is the one for new payments. Anyone may call it.',
    input: z.object({ provider: providerName.optional() }),
    output: z.object({
      provider: z.string(),
      adapter: z.string(),
      publishableKey: z.string(),
      origin: z.string(),
      wallets: z.array(z.enum(wallets)).readonly(),
      /** Debits of bank accounts in the United States (ACH). */
      hasBankDebits: z.boolean(),
    }),
    refuses: ['not-found'],
  }),
}
