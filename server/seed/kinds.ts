import type { ReceiptRegime } from '#modules/causes/organizations/rules/receipt-regime.ts'

/** Whether a giving level asks donors for a detail that they may leave out, or must give. */
type Asked = 'optional' | 'required'

/** A giving level of the demo. Amounts in major units of the campaign's currency. */
export type LevelSeed = {
  readonly amount: number
  /** Left out: as many as are wanted. */
  readonly limit?: number
  /** How many were chosen so far. */
  readonly claims: number
  readonly isHidden?: true
  /** What the donor gets for it is worth. */
  readonly benefit?: number
  readonly note?: Asked
  readonly email?: Asked
  readonly needsShipping?: true
  readonly needsEmergencyContact?: true
  readonly needsMedical?: true
}

/**
 * A fundraiser of the demo; its texts are in `locales/<language>/seed/<organization>.json`. Amounts in major units, days
 * counted from the day the demo is made.
 */
export type CampaignSeed = {
  readonly slug: string
  /** English when left out. */
  readonly language?: 'ar'
  readonly category: string
  readonly tags?: readonly string[]
  readonly country: string
  /** The organization's when left out. */
  readonly currency?: string
  readonly goal: number | null
  /** Share of the goal that was given: 1.18 is over-funded. */
  readonly funded: number
  /** Active when left out. */
  readonly state?: 'draft' | 'paused' | 'closed'
  readonly startedDaysAgo: number
  /** Below zero: it has ended. `null`: open-ended. */
  readonly endsInDays: number | null
  readonly isZakatVerified?: true
  readonly takesGiftAid?: true
  readonly taxReceipts?: readonly ('US' | 'CA')[]
  readonly hasNoTips?: true
  readonly minimumDonation?: number
  readonly featured?: number
  readonly levels?: readonly LevelSeed[]
}

/**
 * A charity of the demo with its fundraisers. Its general fund is made from it. Every name and number is invented. Its
 * texts are in `locales/<language>/seed/<slug>.json`, each in the language it is shown in; every charity has its name in
 * both.
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
   * Verified when left out. Donations to one whose verification has expired end with it; the others here never had any.
   */
  readonly verification?: 'none' | 'requested' | 'expired' | 'rejected'
  /** What the general fund goes to, where most of it goes, and how many donations it has had. */
  readonly fund: {
    readonly category: string
    readonly country: string
    readonly donations: number
    readonly isZakatVerified?: true
    readonly language?: 'ar'
  }
  readonly campaigns: readonly CampaignSeed[]
}
