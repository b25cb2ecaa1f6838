import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import { needsTaxAddress } from '#modules/money/giving/rules/donation.ts'
import { fromPayload, toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import type { FeeData } from '#modules/money/giving/rules/fees/fee.ts'
import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { money, type Money } from '#shared/money.ts'
import { bundleOf } from '../../giving/state/checkout-amounts.ts'
import type { LevelBundle } from '../../giving/state/checkout-state.ts'
import type { Basket, NewItem } from '../filling.ts'

type Item = Basket['items'][number]

/** What the page knows of a fundraiser in the basket; amounts in minor units. */
export type CampaignRules = {
  readonly imageUrl: string
  readonly language: string
  readonly isOpen: boolean
  /** Whether its charity may receive donations. */
  readonly isVerified: boolean
  readonly zakatVerified: boolean
  readonly zakatEligibleBps: number
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  /** What a payment by card costs in its currency. */
  readonly fee: FeeData
  readonly levels: readonly {
    readonly id: string
    readonly title: string
    readonly amount: number
    readonly remaining: number | null
    readonly bundle?: LevelBundle | null
    readonly shares?: number | null
  }[]
}

export type BasketData = {
  /** By the id of the fundraiser; one that is not here any more takes no gifts. */
  readonly campaigns: Readonly<Record<string, CampaignRules>>
  readonly zakatVariant: 'default' | 'maximize'
  readonly zakatFees: ZakatFees
  readonly country: string | undefined
}

/** A gift as shown on the page: the server's, with changes since. `amount`: minor units, per piece. */
export type Line = Omit<Item, 'taxAddress'> & {
  readonly taxAddress: AddressDraft | undefined
  readonly isRemoved: boolean
  /** Refused for its fraction and shown as it was typed. */
  readonly refused?: { readonly amount?: string; readonly quantity?: number } | undefined
}

export type LineChange = Partial<
  Pick<
    Line,
    | 'amount'
    | 'quantity'
    | 'isZakat'
    | 'maximizeZakat'
    | 'isGiftAid'
    | 'isTaxDeductible'
    | 'taxAddress'
    | 'isRemoved'
    | 'refused'
  >
>

/** The line as the item calls take it: without its empty fields, and an address only where something asks for one. */
export const itemOf = (line: Line): NewItem => ({
  projectId: line.projectId,
  amount: line.amount,
  currency: line.currency,
  ...toPayload('basketItem', {
    ...fromPayload('basketItem', line),
    maximizeZakat: line.isZakat && line.maximizeZakat,
    taxAddress: line.isGiftAid || line.isTaxDeductible ? line.taxAddress : undefined,
  }),
  ...(line.metadata ? { metadata: line.metadata } : {}),
})

/** An address that is asked for and not whole yet: the line is saved once it is. */
export const lacksAddress = (line: Line, basketData: BasketData): boolean =>
  requiresAddress(line, basketData.campaigns[line.projectId]) &&
  Object.keys(checkTaxAddress(line.taxAddress ?? {})).length > 0

/** Whether what was chosen for a line needs the donor's address; a US receipt does not (receipts-15). */
export const requiresAddress = (line: Line, campaign: CampaignRules | undefined): boolean =>
  needsTaxAddress(
    { taxReceiptCountries: campaign?.taxReceiptCountries ?? [] },
    { giftAid: line.isGiftAid, taxReceipt: line.isTaxDeductible },
  )

/** A changed line without an amount: it is saved once it has one. */
export const lacksAmount = (line: Pick<Line, 'amount'>): boolean => line.amount <= 0

export const levelOfLine = (line: Line, basketData: BasketData) =>
  basketData.campaigns[line.projectId]?.levels.find((level) => level.id === line.givingLevelId)

/** What all pieces of a line cost. */
export const donationOfLine = (line: Line, level: CampaignRules['levels'][number] | undefined): Money => {
  const currency = line.currency
  return priceOfPieces(money(BigInt(line.amount), currency), line.quantity, bundleOf(level, currency))
}

/** The level with an amount of its own: the donor sets how many and not how much. */
export const fixedLevel = (line: Line, basketData: BasketData) =>
  basketData.campaigns[line.projectId]?.levels.find((level) => level.id === line.givingLevelId && level.amount > 0)
