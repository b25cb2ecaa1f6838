import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import type { CardPorts } from '#modules/money/cards/index.ts'
import type { Attempt } from '#modules/money/payments/index-attempts.ts'
import type { KeptCard } from '#modules/money/payments/rules/attempt.ts'
import type { Currency } from '#shared/money.ts'
import type { Part } from '#shared/statement.ts'
import type { DonationLine, DonationOrder, StartedPlan } from './order/order.ts'
import type { PlanFrequency } from './rules/plan-frequency.ts'
import type { FeeSchedules } from './rules/fees/fee-schedules.ts'
import type { Intention } from './rules/qurbani-order.ts'
import type { ZakatFees } from './rules/zakat-eligible.ts'
import type { Tx } from '#shared/ports.ts'

/** What giving needs besides the common ports. */
export type GivingPorts = CardPorts & {
  /** Milliseconds that a statement which records the outcome of a payment may take. */
  readonly recordTimeoutMs: number
  /** Signs the tokens that open one gift, and keys the hash that distinguishes donors. */
  readonly tokenSecret: string
  /** The product and the operator's mailbox, as a mandate names them. */
  readonly productName: string
  readonly contactEmail: string
  /** 32 bytes: encrypts emergency contacts and medical information at rest (privacy-8). */
  readonly fieldKey: Buffer
  /** Fault tests may name a sandbox fault in `providerSpecific`; never in production. */
  readonly allowsSandboxFaults: boolean
  /** Processing fees, by the operator's contract with the provider. */
  readonly feeSchedules: FeeSchedules
  /** Who bears the processing fee of an uncovered zakat donation. */
  readonly zakatFees: ZakatFees
  readonly flagOverrides: Readonly<Record<string, string>>
  /** When zakat al-fitr of this year closes for a donor in a country; undefined if the operator has set no time. */
  readonly fitrClosesAt: (country: string | undefined, now: Date) => Date | undefined
  /**
   * Refuses qurbani orders that their items do not accept; the pieces of limited levels are reserved by then. `qurbani`
   * is above this module.
   */
  readonly checkQurbaniOrders: (tx: Tx, orders: QurbaniOrders) => Promise<void>
  /** Begins plans with a donation; `agreement` is above this module. */
  readonly planStarter: PlanStarter
  /** Whether a referral code exists and counts for such gifts; any other is ignored (content-18). */
  readonly referralCounts: (code: string, referrer: Referred) => Promise<boolean>
}

type PlanStarter = {
  /** Drafts the plan requested with a donation. Throws faults at the payload's fields; writes nothing. */
  readonly draft: (ports: GivingPorts, ask: PlanStart) => Promise<StartedPlan>
  /** Parts of the statement that settles the donations, whose part `concluded` returns their attempts. */
  readonly parts: (ports: GivingPorts, plans: readonly PaidPlanStart[]) => readonly Part[]
  /** Moves the plan that began with a payment to the account that its donor has just made. */
  readonly movePlanToNewAccount: (
    tx: Tx,
    input: { readonly intentId: string; readonly accountId: string; readonly at: Date },
  ) => Promise<void>
}

/** The input of a plan's draft. */
export type PlanStart = {
  readonly frequency: PlanFrequency
  readonly campaign: CampaignForDonation
  readonly currency: Currency
  readonly donor: DonationOrder['donor']
  readonly line: DonationLine
  readonly asked: {
    readonly givingPlanId: string | undefined
    readonly timeZone: string | undefined
    readonly phoneNumber: string | undefined
  }
}

export type PaidPlanStart = {
  readonly attempt: Attempt
  readonly order: DonationOrder
  readonly startsPlan: StartedPlan
  /** The card that the provider saves for the plan; undefined if a saved card paid, or it saves none. */
  readonly card: KeptCard | undefined
  readonly at: Date
}

/** The qurbani orders of one payment, in pieces. */
export type QurbaniOrders = {
  /** When the payment request was sent. */
  readonly at: Date
  readonly orders: readonly QurbaniOrder[]
  /** False if an earlier card of the same payment has reserved them. */
  readonly needsPlaces: boolean
}
export type QurbaniOrder = { readonly levelId: bigint; readonly quantity: number; readonly intention: Intention }

/** What a gift through a referral link is for: a fundraiser, or the causes of a plan. */
export type Referred = { readonly campaignId: bigint } | { readonly planId: string }

/** Returns the referral code to store with a gift: one that counts for its fundraiser, else none. */
export const countingCode = async (
  ports: Pick<GivingPorts, 'referralCounts'>,
  campaignId: bigint,
  sent: string | null | undefined,
): Promise<string | null> => (sent && (await ports.referralCounts(sent, { campaignId })) ? sent : null)

/** Timeouts of a payment. */
export const timeouts = {
  /** Of a 3-D Secure challenge (payments-9). */
  challengeMinutes: 15,
  /** An order whose payment was declined can be retried, and reserves its giving level, for this long (content-8). */
  orderMinutes: 30,
  /**
   * After this a request that called the provider and never returned is looked up: longer than the provider's 10 s
   * timeout.
   */
  leaseSeconds: 15,
  /** A request without an Idempotency-Key counts as the same request for this long (payments-1). */
  derivedKeyMinutes: 15,
  tokenHours: 24,
} as const

/** Cards that one order may try (payments-16). */
export const attemptsPerOrder = 3

export const later = (from: Date, by: { seconds?: number; minutes?: number; hours?: number }): Date =>
  new Date(from.getTime() + ((by.hours ?? 0) * 3600 + (by.minutes ?? 0) * 60 + (by.seconds ?? 0)) * 1000)
