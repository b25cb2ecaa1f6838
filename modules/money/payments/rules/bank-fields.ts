import type { Money } from '#shared/money.ts'
import type { CardFields, CardSettings } from './card-fields.ts'

/** The settings of bank account fields. `total` is the amount at the time they are shown. */
export type BankSettings = CardSettings & { readonly total: Money }

/** A provider's bank account fields. Account numbers and logins are entered on the provider's origin, never on ours. */
export type BankFieldsAdapter = {
  mount(into: HTMLElement, settings: BankSettings): Promise<CardFields>
}
