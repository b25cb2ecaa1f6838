import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { refundReasons, refundStates } from './rules/states.ts'

export const refundAmount = z.number().int()
export const currency = z.string().refine(isCurrency)
export const note = z.string().trim().max(500)

export const refundView = z.object({
  id: z.string(),
  intentId: z.string(),
  state: z.enum(refundStates),
  /** `donor`: by the link in a duplicate's receipt mail. `provider`: in the payment provider's dashboard. */
  origin: z.enum(['staff', 'donor', 'provider', 'bank']),
  amount: minorUnits,
  currency,
  reason: z.enum(refundReasons),
  note: z.string(),
  /** Names of who requested and approved it, as they are now. */
  requestedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  failureReason: z.string().nullable(),
  providerRefundId: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
  /** For a dispute: the provider's deadline for evidence, which is submitted in its dashboard. */
  evidenceDueAt: instant.nullable(),
  /** The viewer requested it, so another person must approve. */
  isOwn: z.boolean(),
})
z.globalRegistry.add(refundView, { id: 'Refund', description: 'A refund or a dispute. `amount` is in minor units.' })

export type RefundView = z.output<typeof refundView>
export const donationRefuses = [
  'not-found',
  'refund-nothing-left',
  'refund-disputed',
  'refund-elsewhere',
  'refund-qurbani-closed',
  'refund-too-early',
]
