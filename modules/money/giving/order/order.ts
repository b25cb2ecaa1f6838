import type { LevelRequirement } from '#modules/causes/campaigns/rules/level.ts'
import type { BrowserData } from '../rules/browser.ts'
import type { StoredFields } from '../rules/donor-fields.ts'
import type { PlanFrequency } from '../rules/plan-frequency.ts'

/**
 * What a donor agreed to pay for. The claim stores it with the payment intent, so that every process that learns the
 * outcome (request, webhook, resolver) records the same donation. JSON; amounts are minor units as decimal strings.
 */
export type DonationOrder = {
  readonly version: 1
  readonly donor: {
    readonly accountId: string | null
    readonly guestId: string | null
    readonly email: string | null
    readonly name: string
    /** Base64 of a keyed hash. It distinguishes donors for counting without identifying them. */
    readonly donorKey: string
    readonly locale: string
    readonly country: string | null
    readonly ip: string
  }
  readonly feeScheduleVersion: string
  /** Browser data for the 3-D Secure check; null if none was sent (payments-9). */
  readonly browser: BrowserData | null
  /** Data for the provider, stored as sent and never read by us. */
  readonly providerSpecific?: Readonly<Record<string, string>>
  /** The provider's tokens, or the id of a saved card, as they were sent. */
  readonly tokens?: readonly SentToken[]
  readonly cardId?: string
  /** Names in the payload that are neither the donor's name nor the public name. */
  readonly otherNames?: { readonly name?: string; readonly customName?: string }
  readonly paymentMethod: string
  readonly saveCard: boolean
  /** The basket that is paid. */
  readonly basket?: PaidBasket
  /** The subscription that is paid. */
  readonly plan?: PaidPlan
  /** The plan that starts when this donation is paid. */
  readonly startsPlan?: StartedPlan
  /** The Gift Aid declaration, if it was made before this payment. */
  readonly declared?: Declared
  /** A path to which the bank returns the donor; absent means the page of the campaign or basket. */
  readonly returnPath?: string
  /** The mandate that the donor gave for a bank debit. */
  readonly bankDebit?: AgreedDebit
  /** Words of support that are published when the bank debit is paid. */
  readonly words?: string
  /** Version of the mandate text that the account agreed to for saving its card. */
  readonly mandateVersion?: string
  readonly lines: readonly DonationLine[]
}

type SentToken = { readonly type: string; readonly token: string; readonly digest?: string | undefined }

/** Time, IP address and text of a Gift Aid declaration. `at` is ISO 8601. */
export type Declared = {
  readonly at: string
  readonly ip: string
  readonly textVersion: string
  readonly textHash: string
}

/** The text of a bank debit's mandate as it was shown, with its SHA-256. `at` is ISO 8601. */
type AgreedDebit = {
  readonly version: string
  readonly text: string
  readonly textHash: string
  readonly at: string
  readonly userAgent: string
}

/** The paid lines of a basket and the basket's round. */
export type PaidBasket = { readonly id: string; readonly round: number; readonly lines: readonly PaidLine[] }

/** `amount` is the price of one piece in minor units; older orders don't have it. */
export type PaidLine = {
  readonly id: string
  readonly quantity: number
  readonly amount?: string
  readonly bundle?: { readonly size: number; readonly amount: string }
}

/** The occurrences of a subscription that this payment pays. */
export type PaidPlan = {
  readonly subscriptionId: string
  readonly keys: readonly string[]
  /** True for daily or nightly donations, which are reported in a summary instead of one by one. */
  readonly isDaily: boolean
}

/** A plan that starts with this donation as its first occurrence. Its only key is the day of the request. */
export type StartedPlan = PaidPlan & {
  /** The organization's plan. */
  readonly planId: string
  readonly frequency: PlanFrequency
  /** The other terms as JSON, which only the module `agreement` above this one reads and writes. */
  readonly terms: unknown
}

/** One occurrence of a subscription. `on` is its scheduled day, which can differ from the day of the charge. */
type PaidOccurrence = {
  readonly subscriptionId: string
  readonly key: string
  readonly on: string
  readonly programme: string | null
}

/**
 * A donation to one campaign within an order. Amounts (in minor units) and ids are strings, because an order is
 * stored as JSON.
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
  /** The most of the provider's fee that this campaign pays; the platform pays the fee on the tip. */
  readonly feeShare: string
  /** Who pays this fee; absent means the campaign. */
  readonly feeBearer?: 'platform' | 'sponsor'
  /** The part of the donation that counts as zakat, in basis points; absent means all of it. */
  readonly zakatEligibleBps?: number
  /**
   * The fields that the level asked for when it was chosen. Plans and older orders don't have it; the level's current
   * fields apply.
   */
  readonly requestedLevelFields?: readonly LevelRequirement[]
  /** The plan's occurrence that this line pays; absent for one-time donations and in older orders. */
  readonly occurrence?: PaidOccurrence
  readonly isLevelLimited: boolean
  /** Base64 of the encrypted emergency contact and medical information (privacy-8). */
  readonly encryptedFields: string | null
}

export const donationPurpose = 'donation'

export const orderTotalOf = (order: DonationOrder): bigint =>
  order.lines.reduce((sum, line) => sum + BigInt(line.gift) + BigInt(line.tip) + BigInt(line.coveredFee), 0n)
