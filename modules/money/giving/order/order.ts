import type { LevelAsked } from '#modules/causes/campaigns/rules/level.ts'
import type { BrowserData } from '../rules/browser.ts'
import type { StoredFields } from '../rules/donor-fields.ts'
import type { PlanFrequency } from '../rules/plan-frequency.ts'

/**
 * What a donor agreed to pay for: stored with the payment intent from the claim on, so that every process that learns
 * of the outcome (the request, the webhook, the resolver) can record the same donation. JSON: amounts are decimal
 * strings of minor units.
 */
export type DonationOrder = {
  readonly version: 1
  readonly donor: {
    readonly accountId: string | null
    readonly guestId: string | null
    readonly email: string | null
    readonly name: string
    /** Base64 of a keyed hash: distinguishes donors for counting without identifying them. */
    readonly donorKey: string
    readonly locale: string
    readonly country: string | null
    readonly ip: string
  }
  readonly feeScheduleVersion: string
  /** Browser data for the bank's 3-D Secure check; null if none was sent (payments-9). */
  readonly browser: BrowserData | null
  /** Data for the provider only; stored as sent, and not read by us. */
  readonly providerSpecific?: Readonly<Record<string, string>>
  /** How it is paid, as it was sent: the provider's own tokens, or a saved card. */
  readonly tokens?: readonly SentToken[]
  readonly cardId?: string
  /** Names that were sent and are neither the donor's nor the public name. */
  readonly otherNames?: { readonly name?: string; readonly customName?: string }
  readonly paymentMethod: string
  readonly saveCard: boolean
  /** The basket it was paid from. */
  readonly basket?: PaidBasket
  /** The subscription it was given for. */
  readonly plan?: PaidPlan
  /** The plan that begins with this donation, once it is paid. */
  readonly startsPlan?: StartedPlan
  /** When its donor declared Gift Aid, if that was before this payment. */
  readonly declared?: Declared
  /** A path of ours that the bank returns the donor to, if not the page of what they paid for. */
  readonly returnPath?: string
  /** What the donor authorized by paying from a bank account. */
  readonly bankDebit?: AgreedDebit
  /** Words of support that wait until the bank debit is paid. */
  readonly words?: string
  /** Version of the mandate text that the account agreed to for saving the card. */
  readonly mandateVersion?: string
  readonly lines: readonly DonationLine[]
}

type SentToken = { readonly type: string; readonly token: string; readonly digest?: string | undefined }

/** When a Gift Aid declaration was made, from where and with which text; `at` is ISO 8601. */
export type Declared = {
  readonly at: string
  readonly ip: string
  readonly textVersion: string
  readonly textHash: string
}

/** The mandate of a bank debit as it was shown, with its SHA-256; `at` is ISO 8601. */
type AgreedDebit = {
  readonly version: string
  readonly words: string
  readonly textHash: string
  readonly at: string
  readonly userAgent: string
}

/** The lines of a basket that a payment pays, and the basket's round. */
export type PaidBasket = { readonly id: string; readonly round: number; readonly lines: readonly PaidLine[] }

/** `amount`: of one piece, in minor units; absent in older orders. */
export type PaidLine = {
  readonly id: string
  readonly quantity: number
  readonly amount?: string
  readonly bundle?: { readonly size: number; readonly amount: string }
}

/** The occurrences of a subscription that a payment is for. */
export type PaidPlan = {
  readonly subscriptionId: string
  readonly keys: readonly string[]
  /** Given every day or night: reported in a summary, not one by one. */
  readonly isDaily: boolean
}

/** A plan whose first occurrence is the donation that it begins with; its only key is the day of the request. */
export type StartedPlan = PaidPlan & {
  /** The offered plan. */
  readonly planId: string
  readonly frequency: PlanFrequency
  /** The rest of what was agreed: written and read by `agreement`, which is above this module. JSON. */
  readonly terms: unknown
}

/** One occurrence of a subscription; `on` is its scheduled day, whenever it is charged. */
type PaidOccurrence = {
  readonly subscriptionId: string
  readonly key: string
  readonly on: string
  readonly programme: string | null
}

/**
 * A gift to one campaign in an order. Amounts are minor units as text, and ids are text, because an order is stored as
 * JSON.
 */
export type DonationLine = StoredFields & {
  readonly donationId: string
  readonly campaignId: string
  readonly campaignSlug: string
  readonly campaignName: string
  readonly organizationName: string
  readonly gift: string
  readonly tip: string
  readonly coveredFee: string
  /** The maximum part of the provider's fee that this campaign bears; the platform bears the tip's. */
  readonly feeShare: string
  /** Who bears it; absent: the campaign. */
  readonly feeBearer?: 'platform' | 'sponsor'
  /** The part of a zakat donation that counts, in hundredths of a per cent; absent: all of it. */
  readonly zakatEligibleBps?: number
  /** The fields the level asked for when it was chosen; absent, as in plans and older orders: what it asks for now. */
  readonly requestedLevelFields?: readonly LevelAsked[]
  /** The occurrence of a plan that this line pays; absent in one-time donations and in older orders. */
  readonly occurrence?: PaidOccurrence
  readonly isLevelLimited: boolean
  /** Base64 of the encrypted emergency contact and medical information (privacy-8). */
  readonly encryptedFields: string | null
}

export const donationPurpose = 'donation'

export const totalOf = (order: DonationOrder): bigint =>
  order.lines.reduce((sum, line) => sum + BigInt(line.gift) + BigInt(line.tip) + BigInt(line.coveredFee), 0n)
