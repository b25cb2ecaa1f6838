import { type AddressDraft, checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import { needsTaxAddress } from '#modules/money/giving/rules/donation.ts'
import { fromPayload, toPayload } from '#modules/money/giving/rules/donor-field-values.ts'
import type { PageMethods } from '#modules/money/giving/rules/payment-methods.ts'
import type { FeeData } from '#modules/money/giving/rules/fees/fee.ts'
import type { ZakatFees } from '#modules/money/giving/rules/zakat-eligible.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { money, type Money } from '#shared/money.ts'
import { bundleOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import type { LevelBundle } from '#web/features/money/giving/state/checkout-state.ts'
import type { Basket, NewItem } from '../basket-client.ts'

type Item = Basket['items'][number]

/** The rules and texts of a fundraiser in the basket; amounts in minor units. */
export type CampaignRules = {
  readonly imageUrl: string
  readonly language: string
  readonly isOpen: boolean
  /** Whether the charity may receive donations. */
  readonly isVerified: boolean
  readonly zakatVerified: boolean
  readonly zakatEligibleBps: number
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  /** The hosted page's payment methods; undefined for all. */
  readonly methods?: PageMethods
  /** The processing fee of card payments in its currency. */
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
  /** By campaign id. Missing fundraisers accept no donations. */
  readonly campaigns: Readonly<Record<string, CampaignRules>>
  readonly zakatVariant: 'default' | 'maximize'
  readonly zakatFees: ZakatFees
  readonly country: string | undefined
}

/** A basket line as shown: the server's, with unsaved changes. `amount`: minor units per unit. */
export type BasketLine = Omit<Item, 'taxAddress'> & {
  readonly taxAddress: AddressDraft | undefined
  readonly isRemoved: boolean
  /** Values rejected because of a fraction, shown as typed. */
  readonly refused?: { readonly amount?: string; readonly quantity?: number } | undefined
}

export type LineChange = Partial<
  Pick<
    BasketLine,
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

/** Converts a line to the API's item: without empty fields, and with an address only if one is needed. */
export const itemOf = (line: BasketLine): NewItem => ({
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

/** Returns whether the line's required address is incomplete. The line is saved once it is complete. */
export const isMissingAddress = (line: BasketLine, basketData: BasketData): boolean =>
  isAddressRequired(line, basketData.campaigns[line.projectId]) &&
  Object.keys(checkTaxAddress(line.taxAddress ?? {})).length > 0

/** Returns whether the line's tax options need the donor's address; a US receipt doesn't (receipts-15). */
export const isAddressRequired = (line: BasketLine, campaign: CampaignRules | undefined): boolean =>
  needsTaxAddress(
    { taxReceiptCountries: campaign?.taxReceiptCountries ?? [] },
    { giftAid: line.isGiftAid, taxReceipt: line.isTaxDeductible },
  )

/** Returns whether the line has no amount yet. It is saved once it has one. */
export const isMissingAmount = (line: Pick<BasketLine, 'amount'>): boolean => line.amount <= 0

export const levelOfLine = (line: BasketLine, basketData: BasketData) =>
  basketData.campaigns[line.projectId]?.levels.find((level) => level.id === line.givingLevelId)

/** Returns the price of all units of a line. */
export const donationOfLine = (line: BasketLine, level: CampaignRules['levels'][number] | undefined): Money => {
  const currency = line.currency
  return priceOfPieces(money(BigInt(line.amount), currency), line.quantity, bundleOf(level, currency))
}

/** Returns the line's level if it fixes the amount, so that the donor sets only the quantity. */
export const fixedLevel = (line: BasketLine, basketData: BasketData) =>
  basketData.campaigns[line.projectId]?.levels.find((level) => level.id === line.givingLevelId && level.amount > 0)
