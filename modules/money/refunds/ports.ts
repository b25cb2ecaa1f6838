import type { GivingPorts } from '#modules/money/giving/index.ts'
import type { AccountViewer, Viewer } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { refundRoles, type ReviewAbove } from './rules/approval.ts'

/**
 * The data that refunds need of the plan a donation belongs to. Implemented by the recurring area, which is above
 * this one.
 */
export type PlanLookup = {
  /** Returns the agreement that the donor made when the plan started, as evidence for a dispute. */
  findAgreement(
    db: Db,
    subscriptionId: string,
  ): Promise<{ readonly at: Date; readonly ip: string | null; readonly words: string } | undefined>
  /** Returns the occurrence that a payment was for; occurrences that are paid together have the same state. */
  findOccurrence(
    db: Db,
    input: { readonly subscriptionId: string; readonly keys: readonly string[] },
  ): Promise<
    | {
        readonly state: string
        readonly dueAt: Date
        readonly actionDeadline: Date | null
        readonly paidBy: string | null
      }
    | undefined
  >
}

/** A donation with a giving level. */
export type DonationOfLevel = { readonly donationId: string; readonly levelId: bigint }

/** The ports of refunds in addition to the common ones. */
export type RefundPorts = GivingPorts &
  NotificationPorts & {
    readonly refundReviewAbove: ReviewAbove
    readonly planLookup: PlanLookup
    /**
     * Returns whether one of these is a qurbani order that has closed (qurbani-6). Implemented by `qurbani`, which is
     * above this module.
     */
    readonly hasQurbaniClosed: (db: Db, donations: readonly DonationOfLevel[], instant: Date) => Promise<boolean>
  }

/** The job for an open or lost dispute, with the `intentId` of its payment and the provider's id of the dispute. */
export const disputedTask = 'refunds:disputed'

/** Delays and timeouts of refunds. */
export const refundTimeouts = {
  /**
   * After this, a request that called the provider and never returned is looked up. Longer than the provider's
   * timeout of 10 s.
   */
  leaseSeconds: 15,
  /** The provider keeps a key for at least a day; until then a missing refund is requested again with the same key. */
  keyHours: 23,
  /** Delay between look-ups of a refund that isn't settled yet. */
  pendingMinutes: 60,
  /**
   * Days from each look-up of a successful refund to the next one, because it can be returned weeks later. After the
   * last one it isn't looked up any more.
   */
  settledDays: [1, 7, 30],
  /** Days before the evidence about a dispute is due on which people are reminded. */
  evidenceReminderDays: 3,
  /** Card schemes count disputes by the month. */
  disputeRateDays: 30,
} as const

/** The instant some seconds, minutes, hours or days after another. */
export const addDuration = (
  from: Date,
  by: { seconds?: number; minutes?: number; hours?: number; days?: number },
): Date =>
  new Date(
    from.getTime() +
      ((by.days ?? 0) * 86_400 + (by.hours ?? 0) * 3600 + (by.minutes ?? 0) * 60 + (by.seconds ?? 0)) * 1000,
  )

/** Requires a role that handles refunds. The HTTP layer checks it too, but other modules call this directly. */
export function requireRefundRole(viewer: Viewer): AccountViewer {
  if (viewer.kind !== 'account' || !viewer.roles.some((role) => refundRoles.includes(role)))
    throw new Problem('authorization', 'not-allowed')
  return viewer
}
