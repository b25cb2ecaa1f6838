import type { Money } from '#shared/money.ts'
import type { CardFields, CardSettings } from './card-fields.ts'

/** `total`: what is charged when the fields are shown. */
export type BankSettings = CardSettings & { readonly total: Money }

/** A provider's fields of a bank account: numbers and logins are entered on its origin and never on ours. */
export type BankFieldsAdapter = {
  mount(into: HTMLElement, settings: BankSettings): Promise<CardFields>
}
