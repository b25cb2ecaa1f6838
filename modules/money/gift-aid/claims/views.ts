import type { z } from 'zod'
import type { claimView } from '../contract-claim-views.ts'
import { adjustmentTax, taxOnGifts } from '../rules/claim-amounts.ts'
import type { Claim } from './queries/claims.ts'

/** Returns a claim as the API shows it. */
export function viewOfClaim(claim: Claim): z.output<typeof claimView> {
  const tax = taxOnGifts([claim.gifts])
  const adjustment = adjustmentTax([claim.returned])
  return {
    id: claim.id,
    number: String(claim.number),
    state: claim.state,
    draftedAt: claim.draftedAt,
    submittedOn: claim.submittedOn,
    reference: claim.reference,
    paidOn: claim.paidOn,
    paidAmount: claim.paidAmount,
    cancelReason: claim.cancelReason,
    rows: claim.rows,
    rejected: claim.rejected,
    gifts: claim.gifts,
    tax,
    adjustment,
    net: tax - adjustment,
  }
}
