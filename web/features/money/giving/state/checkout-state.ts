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

/** Everything the form holds, as typed. */
export type Form = DonorForm & {
  readonly amount: string
  readonly levelId: string
  readonly quantity: number
  readonly tipChoice: TipChoice
  readonly tipTyped: string
  /** The tip until the donor chooses one; on zakat there is none (amounts-9). */
  readonly tipOffered: { readonly choice: TipChoice; readonly typed: string }
  readonly isTipChosen: boolean
  readonly words: string
  /** A saved card; empty: another one, typed into the provider's fields. */
  readonly cardId: string
  readonly saveCard: boolean
  /** Where a bank account is offered. */
  readonly method: 'card' | 'ach'
  readonly frequency: 'once' | PlanFrequency
  /** Where the plan asks for one. */
  readonly phone: string
}

export type LevelBundle = { readonly size: number; readonly amount: number }

/** What a bank debit costs, and what its donor authorizes; `texts` of `money/bank-debit`, `today` the day of the server in UTC. */
export type BankDebitData = {
  readonly fee: FeeData
  readonly texts: Catalogue
  readonly charity: string
  readonly product: string
  readonly contact: string
  readonly today: string
}

/** What the page knows of the campaign and its visitor; amounts as the wire has them, in minor units. */
export type CheckoutData = {
  readonly campaignId: string
  readonly currency: Currency
  readonly minimumDonation: number | null
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  readonly country: string | undefined
  readonly zakatVariant: 'default' | 'maximize'
  readonly zakatEligibleBps: number
  readonly zakatFees: ZakatFees
  /** Zakat al-fitr of this visitor's country has closed. */
  readonly isFitrClosed?: boolean
  /** What a payment by card costs. */
  readonly fee: FeeData
  readonly isSignedIn: boolean
  /** A bank account may pay a one-time donation; absent: it is not offered (payments-23). */
  readonly bankDebit?: BankDebitData | undefined
  /** What a hosted page takes; left out: every method. */
  readonly methods?: PageMethods
  /** False: a hosted page that is given to regularly only. */
  readonly takesOnce?: boolean
  /** How often it can be given besides once, with what that asks for. */
  readonly plans?: readonly { readonly frequency: PlanFrequency; readonly asksPhone: boolean }[]
  readonly levels: readonly (LevelOptions & {
    readonly id: string
    readonly title: string
    readonly description: string
    /** Zero: the donor names the amount. */
    readonly amount: number
    readonly limit: number | null
    readonly remaining: number | null
    readonly soldOut: boolean
    /** The only frequency it is for; null: any. */
    readonly frequency?: CampaignPage['levels'][number]['frequency']
    /** What so many pieces cost together, in minor units. */
    readonly bundle?: LevelBundle | null
    /** Shares in one piece of a qurbani item, which the list of levels does not have; none: another level. */
    readonly shares?: number | null
  })[]
}
