import type { QurbaniOfferView } from '#modules/faith/qurbani/contract.ts'
import type { Currency } from '#shared/money.ts'
import type { Approximate } from '#web/features/causes/campaigns/approximate.ts'
import type { Json } from '#shared/wire/json.ts'

/** An item as the page shows it, with its amounts in the donor's currency. */
export type ShownOffer = Omit<Json<QurbaniOfferView>, 'currency'> & {
  readonly campaign: string
  readonly currency: Currency
  readonly countryName: string
  readonly about: Approximate | null
}
