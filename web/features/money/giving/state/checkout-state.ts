import type { Impact } from '#modules/causes/campaigns/rules/impact.ts'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import type { PageMethods } from '#modules/money/giving/rules/payment-methods.ts'
import type { LevelOptions } from '#modules/causes/campaigns/rules/level-fields.ts'
import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import type { Currency } from '#shared/money.ts'
import type { Catalogue } from '#shared/text.ts'
import type { FeeData } from '#modules/money/giving/rules/fees/fee.ts'
import type { TipChoice } from '#modules/money/giving/rules/fees/tip.ts'
import type { PlanFrequency } from '#modules/money/giving/rules/plan-frequency.ts'
import type { DonorForm } from '../donor-form.ts'

/** The state of the checkout form, as typed. */
export type Form = DonorForm & {
  readonly amount: string
  readonly levelId: string
  readonly quantity: number
  readonly tipChoice: TipChoice
  readonly tipTyped: string
  /** The preset tip; zakat has none (amounts-9). */
  readonly tipOffered: { readonly choice: TipChoice; readonly typed: string }
  readonly isTipChosen: boolean
  readonly words: string
  /** The saved card; empty for a new one. */
  readonly cardId: string
  readonly saveCard: boolean
  /** Ignored unless a bank account is offered. */
  readonly method: 'card' | 'ach'
  readonly frequency: 'once' | PlanFrequency
  /** Required by some plans only. */
  readonly phone: string
}

export type LevelBundle = { readonly size: number; readonly amount: number }

/** Fee and mandate data of bank debits. `texts`: the `money/bank-debit` catalogue; `today`: the server's UTC date. */
export type BankDebitData = {
  readonly fee: FeeData
  readonly texts: Catalogue
  readonly charity: string
  readonly product: string
  readonly contact: string
  readonly today: string
}

/** What the page knows about the campaign and the visitor; amounts in minor units. */
export type CheckoutData = {
  readonly campaignId: string
  readonly currency: Currency
  readonly minimumDonation: number | null
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  /** What certain amounts do, in the fundraiser's language (content-41). */
  readonly impacts?: { readonly language: string; readonly list: readonly Impact[] }
  /** False for Qurbani and programmes, which have no preset tip (amounts-8). */
  readonly isTipPreset?: boolean
  readonly country: string | undefined
  readonly zakatVariant: 'default' | 'maximize'
  readonly zakatEligibleBps: number
  readonly zakatFees: ZakatFees
  /** Whether zakat al-fitr is closed in the visitor's country. */
  readonly isFitrClosed?: boolean
  /** The processing fee of card payments. */
  readonly fee: FeeData
  readonly isSignedIn: boolean
  /** The day of the declaration that covers this donation, as shown; undefined without one. */
  readonly giftAidCoveredSince?: string | undefined
  /** What the account received from the charity in this UK tax year, in pence. */
  readonly giftAidBenefits?: number
  /** Bank debit data for one-time donations; undefined if not offered (payments-23). */
  readonly bankDebit?: BankDebitData | undefined
  /** The hosted page's payment methods; undefined for all. */
  readonly methods?: PageMethods
  /** False on a hosted page with recurring donations only. */
  readonly takesOnce?: boolean
  /** The recurring frequencies offered, and whether each needs a phone number. */
  readonly plans?: readonly { readonly frequency: PlanFrequency; readonly requestsPhone: boolean }[]
  readonly levels: readonly (LevelOptions & {
    readonly id: string
    readonly title: string
    readonly description: string
    /** Zero if the donor chooses the amount. */
    readonly amount: number
    readonly limit: number | null
    readonly remaining: number | null
    readonly soldOut: boolean
    /** The value of what the donor receives for one unit, in minor units; undefined: nothing. */
    readonly benefitValue?: number
    /** The only frequency of this level; null for any. */
    readonly frequency?: CampaignPage['levels'][number]['frequency']
    /** Price of several units together, in minor units. */
    readonly bundle?: LevelBundle | null
    /**
     * Number of shares in one unit of a Qurbani item, which isn't in the list of levels; undefined for other levels.
     */
    readonly shares?: number | null
  })[]
}
