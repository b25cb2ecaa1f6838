import type { FieldKey, TokenSecret } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import type { CampaignForDonation } from '#modules/causes/campaigns/index.ts'
import type { CardPorts } from '#modules/money/cards/index.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import type { SavedCard } from '#modules/money/payments/rules/attempt.ts'
import type { Currency } from '#shared/money.ts'
import type { Part } from '#shared/statement.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Declared, DonationLine, DonationOrder, StartedPlan } from './order/order.ts'
import type { PlanFrequency } from './rules/plan-frequency.ts'
import type { FeeSchedules } from './rules/fees/fee-schedules.ts'
import type { QurbaniIntention } from './rules/qurbani-order.ts'
import type { ZakatFees } from './rules/zakat-eligible.ts'
import type { Tx } from '#shared/ports.ts'

/** The ports of giving in addition to the common ones. */
export type GivingPorts = CardPorts & {
  /** Milliseconds that a statement may take which records a payment's outcome. */
  readonly recordTimeoutMs: number
  /** Signs the tokens of single donations and keys the hash that distinguishes donors. */
  readonly tokenSecret: TokenSecret
  /** The product's name and the operator's email, as a mandate states them. */
  readonly productName: string
  readonly contactEmail: string
  /** Key of 32 bytes that encrypts emergency contacts and medical information at rest (privacy-8). */
  readonly fieldKey: FieldKey
  /** Whether fault tests may request a sandbox fault in `providerSpecific`; never in production. */
  readonly allowsSandboxFaults: boolean
  /** Processing fees according to the operator's contract with the provider. */
  readonly feeSchedules: FeeSchedules
  /** Who bears the processing fee of a zakat donation if the donor doesn't cover it. */
  readonly zakatFees: ZakatFees
  readonly flagOverrides: Readonly<Record<string, string>>
  /**
   * Returns when this year's zakat al-fitr closes for a donor in a country; undefined if the operator hasn't set a
   * time.
   */
  readonly fitrClosesAt: (country: string | undefined, now: Date) => Date | undefined
  /**
   * Refuses qurbani orders that their items don't accept. Runs after the pieces of limited levels are reserved.
   * Implemented by `qurbani`, which is above this module.
   */
  readonly checkQurbaniOrders: (tx: Tx, orders: QurbaniOrders) => Promise<void>
  /** Starts plans with a donation. Implemented by `agreement`, which is above this module. */
  readonly planStarter: PlanStarter
  /**
   * Finds the Gift Aid declaration for later donations that covers what an account gives to a charity now.
   * Implemented by `gift-aid`, which is above this module.
   */
  readonly findGiftAidCover: (accountId: string, organizationId: bigint) => Promise<GiftAidCover | undefined>
  /**
   * Returns whether a referral code exists and counts for this campaign or plan; other codes are ignored
   * (content-18).
   */
  readonly referralCounts: (code: string, referrer: Referred) => Promise<boolean>
}

/** A declaration that covers a donation without a box, with its declarer's newest name and address (gift-aid-2). */
export type GiftAidCover = { readonly declared: Declared; readonly address: PostalAddress }

type PlanStarter = {
  /** Drafts the plan requested with a donation. Throws faults at the payload's fields; writes nothing. */
  readonly draft: (ports: GivingPorts, ask: PlanStart) => Promise<StartedPlan>
  /** Returns parts of the statement that settles the donations. Its part `concluded` returns their attempts. */
  readonly parts: (ports: GivingPorts, plans: readonly PaidPlanStart[]) => readonly Part[]
  /** Moves the plan that started with a payment to the account that its donor just created. */
  readonly movePlanToNewAccount: (
    tx: Tx,
    input: { readonly intentId: string; readonly accountId: string; readonly at: Date },
  ) => Promise<void>
}

/** The input for drafting a plan. */
export type PlanStart = {
  readonly frequency: PlanFrequency
  readonly campaign: CampaignForDonation
  readonly currency: Currency
  readonly donor: DonationOrder['donor']
  readonly line: DonationLine
  /** The donor's visit. */
  readonly context: Pick<RequestContext, 'sessionId'>
  readonly asked: {
    readonly givingPlanId: string | undefined
    readonly timeZone: string | undefined
    readonly phoneNumber: string | undefined
    /** What the donor confirmed to repeat. */
    readonly repeatOf: string | undefined
  }
}

export type PaidPlanStart = {
  readonly attempt: Attempt
  readonly order: DonationOrder
  readonly startsPlan: StartedPlan
  /** The card that the provider saved for the plan; undefined if a saved card was charged or none was saved. */
  readonly card: SavedCard | undefined
  readonly at: Date
}

/** The qurbani orders of one payment, in pieces. */
export type QurbaniOrders = {
  /** Time of the payment request. */
  readonly at: Date
  readonly orders: readonly QurbaniOrder[]
  /** False if an earlier attempt of the same payment reserved the pieces. */
  readonly needsPlaces: boolean
}
export type QurbaniOrder = { readonly levelId: bigint; readonly quantity: number; readonly intention: QurbaniIntention }

/** The subject of a donation through a referral link: a campaign, or the causes of a plan. */
export type Referred = { readonly campaignId: bigint } | { readonly planId: string }

/** Returns the referral code to store with a donation; null unless it counts for the campaign. */
export async function countingCode(
  ports: Pick<GivingPorts, 'referralCounts'>,
  campaignId: bigint,
  sent: string | null | undefined,
): Promise<string | null> {
  const code = normalizeDigits(sent ?? '').trim()
  return code !== '' && (await ports.referralCounts(code, { campaignId })) ? code : null
}

/** Timeouts of a payment. */
export const timeouts = {
  /** For a 3-D Secure challenge (payments-9). */
  challengeMinutes: 15,
  /** For retrying a declined order, which reserves its giving level until then (content-8). */
  orderMinutes: 30,
  /**
   * After this, a request that called the provider and never returned is looked up. Longer than the provider's
   * timeout of 10 s.
   */
  leaseSeconds: 15,
  /** For treating requests without an Idempotency-Key as the same (payments-1). */
  derivedKeyMinutes: 15,
  tokenHours: 24,
} as const

/** Attempts that one order may have (payments-16). */
export const attemptsPerOrder = 3

export const addTime = (from: Date, by: { seconds?: number; minutes?: number; hours?: number }): Date =>
  new Date(from.getTime() + ((by.hours ?? 0) * 3600 + (by.minutes ?? 0) * 60 + (by.seconds ?? 0)) * 1000)
