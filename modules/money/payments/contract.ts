import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { wallets } from './rules/wallets.ts'

/** A payment provider's name as it appears in the setting `PAYMENTS`. */
export const providerName = z.string().regex(/^[a-z][a-z-]{0,39}$/)

/** The calls of this module. The webhook is signed raw bytes, so `server/http/webhooks.ts` serves it instead. */
export const paymentsContract = {
  'GET /v4/payments/configuration': endpoint({
    access: 'anyone',
    summary: 'Get the payment configuration',
    description:
      'Returns what the card fields and wallet buttons of a browser need of the payment provider: its name, adapter, public key and origin, and what it charges beside cards. Without `provider` it is the one that takes new payments. Anyone may call it.',
    input: z.object({ provider: providerName.optional() }),
    output: z.object({
      provider: z.string(),
      adapter: z.string(),
      publishableKey: z.string(),
      origin: z.string(),
      wallets: z.array(z.enum(wallets)).readonly(),
      /** Whether donors can pay by direct debit from a US bank account (ACH). */
      hasBankDebits: z.boolean(),
    }),
    refuses: ['not-found'],
  }),
}
