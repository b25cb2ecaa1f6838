import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import type { CheckoutData } from '#web/features/money/giving/state/checkout-state.ts'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { ConfirmForm } from './confirm-form.ts'

/** Data of the last step. */
export type Confirm = {
  readonly checkoutData: CheckoutData
  readonly initial: ConfirmForm
  readonly cards: readonly SavedCard[]
  /** Whether a card can be added now; otherwise the donor must reauthenticate first. */
  readonly canAdd: boolean
  readonly mandate: string
  readonly payments: PublicConfiguration
  readonly addressData: AddressData
  /** Idempotency key: the form creates one plan, however often it is sent. */
  readonly idempotencyKey: string
  readonly againUrl: string
  /** URL where a guest logs in and returns to this step. */
  readonly logInUrl: string
  /** Errors of a form posted without JavaScript. */
  readonly posted: {
    readonly errors: Readonly<Record<string, string>>
    readonly isSeen: boolean
    /** The same plan, which the donor just started. */
    readonly duplicateOf: string | undefined
  } | null
}
