import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const subscriptionId = uuid
/** Key of an occurrence: a date, or programme, Hijri year and number. */
const key = z.string().min(1).max(40)
const token = z.string().max(400)

/** Status of a donor's payment; for donations paid together, `key` is the first one's. */
const payment = z.union([
  /** `message` is a text for the donor, in their language, while the outcome is unknown. */
  z.object({
    status: z.enum(['paid', 'declined', 'processing', 'unknown']),
    intentId: z.string(),
    key,
    message: z.string().optional(),
  }),
  z.object({ status: z.literal('challenge'), intentId: z.string(), key, challenge: z.object({ url: z.string() }) }),
])
z.globalRegistry.add(payment, {
  id: 'OccurrencePayment',
  description: 'The outcome of a payment, or a required 3-D Secure challenge.',
})
export type DonationPayment = z.output<typeof payment>

const paying = [
  'not-found',
  'donation-not-open',
  'subscription-over',
  'nothing-to-give',
  'quote-changed',
  'attempt-in-progress',
  'payment-declined',
  'payment-refused',
  'payment-too-small',
  'payment-unavailable',
] as const
/** Quote that the donor saw (`charge.quoteHash`). If missing, the current amount is charged. */
const quoteHash = z.string().max(64).optional()

/** Calls with which a donor pays an occurrence. */
export const payingContract = {
  'POST /v4/subscriptions/:subscriptionId/donations/:key/pay': endpoint({
    access: 'signed-in',
    summary: 'Pay an occurrence',
    description:
      'Charges a donation that failed or that its donor must confirm, once, and returns the outcome or a 3-D Secure challenge. Requires the donor’s account.',
    money: true,
    perMinute: 10,
    input: z.object({ subscriptionId, key, quoteHash }),
    output: payment,
    canWait: true,
    refuses: [...paying],
  }),
  'POST /v4/subscriptions/:subscriptionId/payments/:intentId': endpoint({
    access: 'signed-in',
    summary: 'Get the outcome of a challenge',
    description:
      'Gets the result of the 3-D Secure challenge; it can be repeated safely. Requires the donor’s account.',
    perMinute: 60,
    input: z.object({ subscriptionId, intentId: uuid }),
    output: payment,
    canWait: true,
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/pay': endpoint({
    access: 'anyone',
    summary: 'Pay an occurrence by link',
    description:
      'Charges a donation that its donor must pay or confirm, once, to the card of the subscription, and returns the outcome or a 3-D Secure challenge. Requires the token of the mail.',
    money: true,
    perMinute: 120,
    input: z.object({ token, key, quoteHash }),
    output: payment,
    canWait: true,
    refuses: [...paying],
  }),
  'POST /v4/subscription-links/payments': endpoint({
    access: 'anyone',
    summary: 'Get the outcome of a challenge by link',
    description: 'Gets the result of the 3-D Secure challenge. Requires the token of the mail.',
    perMinute: 120,
    input: z.object({ token, intentId: uuid }),
    output: payment,
    canWait: true,
    refuses: ['not-found'],
  }),
}
