import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Fault } from '#shared/problem.ts'
import type { pensionTreatments, retirementTreatments, RuleChoices, RuleSetId } from './rule-sets.ts'

/**
 * A number as the donor typed it, read by `readDecimal`; empty is 0. Amounts have at most the decimals of their
 * currency; grams, prices, shares and percentages may have any.
 */
type Typed = string

/** A line in another currency names it; without one it is in the currency of the calculation. */
type InCurrency = { readonly currency?: Currency }
type Amount = InCurrency & { readonly amount: Typed }

/** One asset. Every amount is in major units. */
export type AssetLine =
  /** Cash, bank accounts, e-wallets, foreign cash, savings for Hajj, a house or a wedding, net rent still in hand. */
  | (Amount & { readonly kind: 'cash' | 'cash-isa' })
  /** `karat` is 1 to 24 (24 when empty). `worn`: jewellery in use; `wornBy` is `woman` when left out. */
  | {
      readonly kind: 'gold'
      readonly grams: Typed
      readonly karat?: Typed
      readonly use?: 'stored' | 'worn'
      readonly wornBy?: 'woman' | 'man'
    }
  /** `fineness` is in thousandths, 1 to 1000 (1000 when empty). */
  | { readonly kind: 'silver'; readonly grams: Typed; readonly fineness?: Typed; readonly use?: 'stored' | 'worn' }
  /** Shares, funds and ETFs bought to trade, at market value. */
  | (Amount & { readonly kind: 'trading-shares' })
  /** Held for the long term, also in an ISA: `percent` of the value counts, that of the rule set when empty. */
  | (Amount & { readonly kind: 'long-term-shares' | 'shares-isa'; readonly percent?: Typed })
  /** The same where the company's zakatable assets per share are known. */
  | (InCurrency & {
      readonly kind: 'shares-by-assets'
      readonly shares: Typed
      readonly zakatablePerShare: Typed
    })
  /** The part of the dividends that is still held. */
  | (Amount & { readonly kind: 'dividends' })
  /** `not-for-resale`: governance and utility tokens or NFTs that are not held for sale. */
  | (Amount & { readonly kind: 'crypto'; readonly use?: 'held' | 'not-for-resale' })
  /** A business on its own, at least 0; its creditors are always taken off. Fixed assets are not asked. */
  | (InCurrency & {
      readonly kind: 'business'
      readonly cash?: Typed
      readonly stock?: Typed
      readonly rawMaterials?: Typed
      readonly debtors?: Typed
      readonly creditors?: Typed
    })
  | (Amount & { readonly kind: 'property'; readonly use: 'home' | 'rented' | 'resale' | 'undecided' })
  | (Amount & {
      readonly kind: 'money-owed'
      readonly quality: 'good' | 'doubtful' | 'wages' | 'dowry' | 'inheritance' | 'trust' | 'bare-trust'
    })
  /** A UK pension of defined contributions; `percent` replaces the proxy of the fund. One line for each fund. */
  | (Amount & {
      readonly kind: 'uk-pension'
      readonly fund: 'equity' | 'shariah' | 'property' | 'mixed' | 'bonds'
      readonly percent?: Typed
      readonly treatment?: (typeof pensionTreatments)[number]
    })
  /** A pension that pays a promised sum, or the state's. */
  | (Amount & { readonly kind: 'defined-benefit-pension' | 'state-pension' })
  /** The vested balance; penalty and tax in per cent add up, none when empty. */
  | (Amount & {
      readonly kind: '401k' | 'ira'
      readonly penaltyPercent?: Typed
      readonly taxPercent?: Typed
      readonly treatment?: (typeof retirementTreatments)[number]
    })
  | (Amount & {
      readonly kind: 'rrsp'
      readonly taxPercent?: Typed
      readonly treatment?: (typeof retirementTreatments)[number]
    })
  /** With the withdrawal charge 75 % counts, else all of it. */
  | (Amount & { readonly kind: 'lisa'; readonly hasCharge: boolean })
  /** Of a child: counted only in a calculation for that child. */
  | (Amount & { readonly kind: 'junior-isa'; readonly holds?: 'cash' | 'shares'; readonly percent?: Typed })
  /** Interest and other income that is not permitted: never counted, given away as purification. */
  | (Amount & { readonly kind: 'interest' })
  /** Home, car, furniture, tools. */
  | (Amount & { readonly kind: 'personal-use' })

/** One debt. Instalments are monthly and of the principal only. */
export type DebtLine =
  /** Bills that are due or overdue; loans and cards to repay within twelve lunar months. */
  | (Amount & { readonly kind: 'due-now' | 'within-a-year' })
  /** `monthsLeft` is 12 or more when empty; `owed` is the principal outstanding, needed where all debts count. */
  | (InCurrency & {
      readonly kind: 'long-term'
      readonly instalment?: Typed
      readonly monthsLeft?: Typed
      readonly owed?: Typed
    })
  | (InCurrency & {
      readonly kind: 'student-loan'
      readonly instalment?: Typed
      readonly monthsLeft?: Typed
      readonly owed?: Typed
      readonly isRepaying: boolean
    })
  | (Amount & { readonly kind: 'unpaid-tax'; readonly taxYear: 'finished' | 'running' })
  /** Never deducted: interest owed and costs of living to come. */
  | (Amount & { readonly kind: 'interest-owed' | 'living-costs' })

/** A price of one gram in the currency of the calculation, above 0, with the day it is of. */
export type GramPrice = { readonly perGram: Typed; readonly day?: LocalDate; readonly source?: string }
/** What one euro was worth, as text with up to ten decimals, and the day of that rate. */
export type EuroRate = { readonly perEuro: string; readonly day?: LocalDate }

/**
 * What `calculateZakat` reads. Paths of refusals follow it: `assets.0.amount`, `debts.2.owed`, `prices.gold.perGram`,
 * `choices.basis`, `hawl.startedOn`.
 */
export type ZakatInput = {
  /** The currency of the result and of every line that names none. */
  readonly currency: Currency
  /** The zakat date: the day of calculating, or an earlier one that the donor names. Prices and rates are of it. */
  readonly date: LocalDate
  /** `cautious-1` when left out. */
  readonly ruleSetId?: RuleSetId
  /** What the donor changed of the rule set. */
  readonly choices?: Partial<RuleChoices>
  /** Whether the wealth is a child's, which is calculated on its own. */
  readonly isForChild?: boolean
  /** Whether a year of owning the nisab is complete; if not, when it began, if that is known. Complete when left out. */
  readonly hawl?: { readonly isComplete: boolean; readonly startedOn?: LocalDate }
  readonly prices: { readonly gold: GramPrice; readonly silver: GramPrice }
  /** Needed for the lines in other currencies and, unless it is the euro, for `currency`. */
  readonly rates?: Readonly<Partial<Record<Currency, EuroRate>>>
  readonly assets: readonly AssetLine[]
  readonly debts?: readonly DebtLine[]
}

/** What is wrong with one field, with a code of the fault catalogue. */
export type Refusal = Fault & { readonly path: string }
