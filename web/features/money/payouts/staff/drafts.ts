import type { ProductContract } from '#modules/contract.ts'
import type { CancelReason } from '#modules/money/payouts/rules/approval.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { MessageKey } from '#web/lib/text.tsx'

export type StaffPayouts = OutputOf<ProductContract, 'GET /v4/staff/payouts'>
export type OpenPayout = StaffPayouts['open'][number]
/** A draft that can't be approved now, with the reasons. */
type RefusedDraft = OpenPayout & { readonly why: readonly MessageKey[] }

/** Why the signed-in person can't approve a draft. */
const ofPerson: Readonly<Record<string, MessageKey>> = {
  'payout-own-request': 'staff-payouts.why-own-request',
  'payout-approved-already': 'staff-payouts.why-approved-already',
  'own-charity': 'staff-payouts.why-own-charity',
}

const isCancelReason = (reason: string): reason is Exclude<CancelReason, 'refused'> =>
  ['charity-hold', 'bank-details-changed', 'zakat-debt', 'debt'].includes(reason)

/** Returns why an open payout would be refused or cancelled now; empty if it can be approved or sent. */
export function reasonsAgainst(payout: OpenPayout): MessageKey[] {
  const person = payout.state === 'draft' && payout.refusal !== null ? ofPerson[payout.refusal] : undefined
  return [
    ...(payout.wouldCancel !== null && isCancelReason(payout.wouldCancel)
      ? [`staff-payouts.why-${payout.wouldCancel}` as const]
      : []),
    ...payout.holds.map(({ reason }) => `staff-payouts.hold-${reason}` as const),
    ...(payout.hasPrintableName ? [] : ['staff-payouts.why-name' as const]),
    ...(person ? [person] : []),
  ]
}

/** Divides the open payouts into drafts to approve, drafts that would be refused, and approved ones to send. */
export function sortOpenPayouts(open: readonly OpenPayout[]): {
  readonly ready: readonly OpenPayout[]
  readonly refused: readonly RefusedDraft[]
  readonly approved: readonly RefusedDraft[]
} {
  const withReasons = open.map((payout) => ({ ...payout, why: reasonsAgainst(payout) }))
  const drafts = withReasons.filter(({ state }) => state === 'draft')
  return {
    ready: drafts.filter(({ why }) => why.length === 0),
    refused: drafts.filter(({ why }) => why.length > 0),
    approved: withReasons.filter(({ state }) => state === 'approved'),
  }
}

export type Proposal = StaffPayouts['proposals'][number]

/** Returns what was proposed about a subject, such as `payout:<id>`; undefined without a proposal. */
export const proposalAbout = (proposals: readonly Proposal[], subject: string): Proposal | undefined =>
  proposals.find((proposal) => proposal.subject === subject)
