import type { Hold } from './holds.ts'

/** Why an approval is refused and leaves the payout as it is (payouts-8). */
export type RefusedApproval =
  | 'payout-own-request'
  | 'payout-approved-already'
  | 'own-charity'
  | 'payout-decided'
  | 'payout-name-unprintable'

/** Staff roles that approve and send payouts. */
export const payoutRoles: readonly string[] = ['finance', 'admin']

/**
 * Returns why an account can't approve a payout; undefined if it can (payouts-8). It mustn't have requested or approved
 * it already, and mustn't be a member of the charity, except for the operator's own charity.
 */
export function approvalRefusal(
  accountId: string,
  payout: {
    /** Null if the job drafted it. */
    readonly requestedById: string | null
    readonly approvedByIds: readonly string[]
    /** Whether it is a member of the charity; never for the operator's own. */
    readonly isMember: boolean
  },
): Extract<RefusedApproval, 'payout-own-request' | 'payout-approved-already' | 'own-charity'> | undefined {
  if (payout.requestedById === accountId) return 'payout-own-request'
  if (payout.approvedByIds.includes(accountId)) return 'payout-approved-already'
  return payout.isMember ? 'own-charity' : undefined
}

export type PayoutCheck = {
  readonly charityHolds: readonly Hold[]
  /** The charity's bank details in force in the currency, and those of the draft. */
  readonly bankDetailsId: string | null
  readonly draftBankDetailsId: string | null
  /** What the payout pays of each kind: of the rest, its lines less reserve plus releases. 0: none of it. */
  readonly pays: { readonly zakat: bigint; readonly rest: bigint }
  /** The sum of all entries of each kind outside live payouts; minor units, positive: owed to the charity. */
  readonly outside: { readonly zakat: bigint; readonly rest: bigint }
}

/** Why approval or sending cancels a payout. */
export const cancelReasons = ['charity-hold', 'bank-details-changed', 'zakat-debt', 'debt', 'refused'] as const
export type CancelReason = (typeof cancelReasons)[number]

/**
 * Returns why a payout must be cancelled at approval or sending (payouts-8); undefined if it may continue. A debt counts
 * only for a kind that the payout pays, and only if it is larger than what is paid of that kind.
 */
export function findCancelReason(check: PayoutCheck): Exclude<CancelReason, 'refused'> | undefined {
  if (check.charityHolds.length > 0) return 'charity-hold'
  if (check.bankDetailsId !== check.draftBankDetailsId) return 'bank-details-changed'
  if (check.pays.zakat > 0n && check.outside.zakat < -check.pays.zakat) return 'zakat-debt'
  if (check.pays.rest > 0n && check.outside.rest < -check.pays.rest) return 'debt'
  return undefined
}
