import type { LevelAsked } from '#modules/causes/campaigns/rules/level.ts'
import type { BrowserFacts } from '../rules/browser.ts'
import type { StoredFields } from '../rules/donor-fields.ts'
import type { PlanFrequency } from '../rules/plan-frequency.ts'

/**
 * What a donor agreed to pay for: kept with the payment intent from the claim on, so that whoever learns of the outcome
 * (the request, the webhook, the resolver) can record the same donation. JSON: amounts are decimal strings of minor units.
 */
export type GiftOrder = {
  readonly version: 1
  readonly donor: {
    readonly accountId: string | null
    readonly guestId: string | null
    readonly email: string | null
    readonly name: string
    /** Base64 of a keyed hash: tells donors apart for counting without telling who they are. */
    readonly donorKey: string
    readonly locale: string
    readonly country: string | null
    readonly ip: string
  }
  readonly feeScheduleVersion: string
  /** What the browser said of itself for the bank's check; null: nothing was said (payments-9). */
  readonly browser: BrowserFacts | null
  /** What was sent for the provider alone; kept as it came, read by nobody. */
  readonly providerSpecific?: Readonly<Record<string, string>>
  /** How it is paid, as it was sent: the provider's own tokens, or which saved card. */
  readonly tokens?: readonly SentToken[]
  readonly cardId?: string
  /** Names that were sent, and are neither the donor's nor shown because another was said for that. */
  readonly otherNames?: { readonly name?: string; readonly customName?: string }
  readonly paymentMethod: string
  readonly saveCard: boolean
  /** The basket it was paid from. */
  readonly basket?: PaidBasket
  /** The subscription it was given for. */
  readonly plan?: PaidPlan
  /** The plan that begins with this donation, once it is paid. */
  readonly startsPlan?: StartedPlan
  /** When its donor declared Gift Aid, where that was before this payment. */
  readonly declared?: Declared
  /** Where the bank sends the donor back to, where that is not the page of what they paid for; a path of ours. */
  readonly returnPath?: string
  /** The words that somebody with an account agreed to who wants the card kept. */
  readonly mandateVersion?: string
  readonly lines: readonly GiftLine[]
}

type SentToken = { readonly type: string; readonly token: string; readonly digest?: string | undefined }

/** When somebody declared Gift Aid, from where and by which words; `at` is ISO 8601. */
export type Declared = {
  readonly at: string
  readonly ip: string
  readonly textVersion: string
  readonly textHash: string
}

/** What a payment takes out of a basket, in which round of it. */
export type PaidBasket = { readonly id: string; readonly round: number; readonly lines: readonly PaidLine[] }

/** `amount`: of one piece, in minor units; orders of before it was kept have none. */
export type PaidLine = {
  readonly id: string
  readonly quantity: number
  readonly amount?: string
  readonly bundle?: { readonly size: number; readonly amount: string }
}

/** Which gifts of a subscription a payment is for. */
export type PaidPlan = {
  readonly subscriptionId: string
  readonly keys: readonly string[]
  /** Given each day or night: told of in a summary, not one by one. */
  readonly isDaily: boolean
}

/** A plan whose first occurrence is the donation that it begins with; its only key is the day of the request. */
export type StartedPlan = PaidPlan & {
  /** Of the offer. */
  readonly planId: string
  readonly frequency: PlanFrequency
  /** The rest of what was agreed: composed and read by `agreement`, which is above this module. JSON. */
  readonly terms: unknown
}

/** One occurrence of a subscription; `on` is its own civil day, whenever it is charged. */
type PaidOccurrence = {
  readonly subscriptionId: string
  readonly key: string
  readonly on: string
  readonly programme: string | null
}

/**
 * A gift to one campaign in an order. Amounts are minor units as text, and ids are text, for an order is kept as JSON.
 */
export type GiftLine = StoredFields & {
  readonly donationId: string
  readonly campaignId: string
  readonly campaignSlug: string
  readonly campaignName: string
  readonly organizationName: string
  readonly gift: string
  readonly tip: string
  readonly coveredFee: string
  /** The part of the provider's fee that this campaign bears at most; the platform bears the tip's. */
  readonly feeShare: string
  /** Who bears it; absent: the campaign. */
  readonly feeBearer?: 'platform' | 'sponsor'
  /** The part of a zakat donation that counts, in hundredths of a per cent; absent: all of it. */
  readonly zakatEligibleBps?: number
  /** What the level asked when it was chosen; without it, as in plans and orders of before: what it asks now. */
  readonly levelAsked?: readonly LevelAsked[]
  /** The occurrence of a plan that this line is of; absent in one-time donations and in orders of before. */
  readonly occurrence?: PaidOccurrence
  readonly isLevelLimited: boolean
  /** Base64 of the sealed emergency contact and medical information (privacy-8). */
  readonly sealed: string | null
}

export const giftPurpose = 'gift'

export const totalOf = (order: GiftOrder): bigint =>
  order.lines.reduce((sum, line) => sum + BigInt(line.gift) + BigInt(line.tip) + BigInt(line.coveredFee), 0n)
