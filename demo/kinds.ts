import type { ReceiptRegime } from '#modules/causes/organizations/rules/receipt-regime.ts'

/** Whether a detail that a giving level asks for is optional or required. */
type Asked = 'optional' | 'required'

/** A giving level of the demo. Amounts are in major units of the campaign's currency. */
export type LevelSeed = {
  readonly amount: number
  /** Omitted: unlimited. */
  readonly limit?: number
  /** Number of claims so far. */
  readonly claims: number
  readonly isHidden?: true
  /** Value of what the donor receives. */
  readonly benefit?: number
  readonly note?: Asked
  readonly email?: Asked
  readonly needsShipping?: true
  readonly needsEmergencyContact?: true
  readonly needsMedical?: true
}

/**
 * A fundraiser of the demo; its texts are in `locales/<language>/seed/<organization>.json`. Amounts are in major units;
 * days are counted from the creation of the demo.
 */
export type CampaignSeed = {
  readonly slug: string
  /** Omitted: English. */
  readonly language?: 'ar'
  readonly category: string
  readonly tags?: readonly string[]
  readonly country: string
  /** Omitted: the organization's currency. */
  readonly currency?: string
  readonly goal: number | null
  /** Raised share of the goal; 1.18 is over-funded. */
  readonly funded: number
  /** Omitted: active. */
  readonly state?: 'draft' | 'paused' | 'closed'
  readonly startedDaysAgo: number
  /** Negative: it has ended. `null`: no end. */
  readonly endsInDays: number | null
  readonly isZakatVerified?: true
  readonly takesGiftAid?: true
  readonly taxReceipts?: readonly ('US' | 'CA')[]
  readonly hasNoTips?: true
  readonly minimumDonation?: number
  /** Amounts whose impact the texts `impacts.1` and so on describe. */
  readonly impacts?: readonly number[]
  readonly featured?: number
  readonly levels?: readonly LevelSeed[]
}

/**
 * A charity of the demo with its fundraisers; its general fund is created from it. Every name and number is fictional.
 * Its texts are in `locales/<language>/seed/<slug>.json`, each in its display language; every charity has its name in
 * both languages.
 */
export type OrganizationSeed = {
  readonly slug: string
  readonly hasNoArabicName?: true
  readonly country: string
  readonly timeZone: string
  readonly currency: string
  readonly postalAddress: string
  readonly registration: string
  readonly receiptRegime: ReceiptRegime
  readonly signatory?: string
  readonly organizer: string
  /**
   * Omitted: verified. Donations to a charity with an expired verification end with it; charities in the other states
   * have none.
   */
  readonly verification?: 'none' | 'requested' | 'expired' | 'rejected'
  /** The general fund's cause and main country, and its number of donations. */
  readonly fund: {
    readonly category: string
    readonly country: string
    readonly donations: number
    readonly isZakatVerified?: true
    readonly language?: 'ar'
  }
  readonly campaigns: readonly CampaignSeed[]
}
