import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Fault } from '#shared/problem.ts'
import type { pensionTreatments, retirementTreatments, RuleChoices, RuleSetId } from './rule-sets.ts'

/**
 * A number as entered by the donor, parsed by `readDecimal`; empty is 0. Amounts have at most the decimals of their
 * currency; grams, prices, shares and percentages may have any number.
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
  /** Held for the long term, also in an ISA: `percent` of the value counts, by default that of the rule set. */
  | (Amount & { readonly kind: 'long-term-shares' | 'shares-isa'; readonly percent?: Typed })
  /** Long-term shares of a company whose zakatable assets per share are known. */
  | (InCurrency & {
      readonly kind: 'shares-by-assets'
      readonly shares: Typed
      readonly zakatablePerShare: Typed
    })
  /** Dividends that the donor still holds. */
  | (Amount & { readonly kind: 'dividends' })
  /** `not-for-resale`: governance and utility tokens or NFTs that are not held for sale. */
  | (Amount & { readonly kind: 'crypto'; readonly use?: 'held' | 'not-for-resale' })
  /** Net assets of a business, at least 0. Its creditors are always deducted; fixed assets aren't asked for. */
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
  /** A defined-benefit or state pension. */
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
  /** 75 % counts if the withdrawal charge applies, otherwise all of it. */
  | (Amount & { readonly kind: 'lisa'; readonly hasCharge: boolean })
  /** Belongs to a child: counted only in a calculation for that child. */
  | (Amount & { readonly kind: 'junior-isa'; readonly holds?: 'cash' | 'shares'; readonly percent?: Typed })
  /** Interest and other income that isn't permitted. It never counts and is given away as purification. */
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

/** Price per gram in the currency of the calculation, above 0, and its date. */
export type GramPrice = { readonly perGram: Typed; readonly day?: LocalDate; readonly source?: string }
/** The value of one euro as text with up to ten decimals, and the date of the rate. */
export type EuroRate = { readonly perEuro: string; readonly day?: LocalDate }

/**
 * The input of `calculateZakat`. Error paths refer to it: `assets.0.amount`, `debts.2.owed`, `prices.gold.perGram`,
 * `choices.basis`, `hawl.startedOn`.
 */
export type ZakatInput = {
  /** The currency of the result, and the default for lines without a currency. */
  readonly currency: Currency
  /** The zakat date: today, or an earlier date from the donor. Prices and rates of that date apply. */
  readonly date: LocalDate
  /** `cautious-1` when left out. */
  readonly ruleSetId?: RuleSetId
  /** The donor's changes to the rule set. */
  readonly choices?: Partial<RuleChoices>
  /** Whether the wealth is a child's, which is calculated on its own. */
  readonly isForChild?: boolean
  /** Whether the nisab was owned for a year; if not, the start date if known. Default: complete. */
  readonly hawl?: { readonly isComplete: boolean; readonly startedOn?: LocalDate }
  readonly prices: { readonly gold: GramPrice; readonly silver: GramPrice }
  /** Needed for lines in other currencies and, unless it is the euro, for `currency`. */
  readonly rates?: Readonly<Partial<Record<Currency, EuroRate>>>
  readonly assets: readonly AssetLine[]
  readonly debts?: readonly DebtLine[]
}

/** An invalid field, with a code from the fault catalogue. */
export type InputFault = Fault & { readonly path: string }
