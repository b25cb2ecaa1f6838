import type { AccountType } from '#modules/causes/organizations/rules/bank-details.ts'
import type { Currency } from '#shared/currencies.ts'

/** One payment of a bank file; the amount in minor units. */
export type PaymentOrder = {
  readonly reference: string
  readonly name: string
  readonly country: string
  readonly accountType: AccountType
  readonly bankCode: string
  readonly accountNumber: string
  readonly iban: string
  readonly amount: bigint
}

/** The content of a bank file. */
export type BankFile = {
  readonly reference: string
  readonly currency: Currency
  readonly createdAt: Date
  readonly orders: readonly PaymentOrder[]
}
