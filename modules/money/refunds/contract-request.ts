import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency, note, refundView, donationRefuses } from './contract-refund.ts'

export const requestView = z.object({
  id: z.string(),
  donationId: z.string(),
  intentId: z.string(),
  campaign: z.string(),
  name: z.string(),
  gift: minorUnits,
  currency,
  reason: z.string(),
  state: z.enum(['open', 'granted', 'declined']),
  note: z.string(),
  createdAt: instant,
  decidedAt: instant.nullable(),
})
z.globalRegistry.add(requestView, {
  id: 'RefundRequest',
  description: 'A donor’s request for a refund. Amounts are in minor units.',
})

export const refundRequestContract = {
  'GET /v4/staff/refund-requests': endpoint({
    access: 'staff',
    roles: ['finance', 'support'],
    summary: 'List refund requests',
    description:
      'Returns the open refund requests of donors, oldest first, or decided ones; amounts are in minor units. Requires the finance or support role.',
    input: z.object({ state: z.enum(['open', 'granted', 'declined']).default('open') }),
    output: z.object({ requests: z.array(requestView) }),
  }),
  'POST /v4/staff/refund-requests/:requestId/decision': endpoint({
    access: 'staff',
    roles: ['finance'],
    summary: 'Decide a refund request',
    description:
      'Grants a refund request, which refunds the rest of the donation, or declines it with a reason for the donor. Requires the finance role.',
    input: z.object({
      requestId: uuid,
      decision: z.enum(['grant', 'decline']).optional(),
      note: note.default(''),
    }),
    output: z.object({ request: requestView, refund: refundView.nullable() }),
    refuses: ['refund-decided', 'refund-note-missing', ...donationRefuses, 'own-charity'],
  }),
  'GET /v4/account/donations/:donationId/refunds': endpoint({
    access: 'signed-in',
    summary: 'List the refunds of a donation',
    description: 'Returns the refunds and the refund request of a donation of the signed-in account, in minor units.',
    input: z.object({ donationId: uuid }),
    output: z.object({
      refunds: z.array(
        z.object({
          id: z.string(),
          state: z.enum(['pending', 'succeeded']),
          amount: minorUnits,
          currency,
          at: instant,
        }),
      ),
      request: z
        .object({ state: z.enum(['open', 'granted', 'declined']), createdAt: instant, note: z.string() })
        .nullable(),
      canAsk: z.boolean(),
    }),
    refuses: ['not-found'],
  }),
  'POST /v4/account/donations/:donationId/refund-request': endpoint({
    access: 'signed-in',
    summary: 'Request a refund',
    description:
      'Requests a refund of a donation of the signed-in account, which staff grant or decline. Each donation can have one open request.',
    input: z.object({ donationId: uuid, reason: z.string().trim().max(1000).default('') }),
    output: z.object({ id: z.string() }),
    refuses: [
      'not-found',
      'refund-nothing-left',
      'refund-qurbani-closed',
      'refund-request-open',
      'refund-reason-missing',
    ],
    perMinute: 20,
  }),
}
