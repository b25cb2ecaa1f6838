import type { Tx } from '#shared/ports.ts'
import type { Problem } from '#shared/problem.ts'
import type { Guard } from '#modules/money/payments/index.ts'
import type { ComposedGift } from '../compose-gift.ts'
import type { DonationPayload } from '../contract.ts'

/** How something is paid: the same for one donation and for many. */
export type PaymentPayload = Pick<
  DonationPayload,
  'paymentMethod' | 'tokens' | 'cardID' | 'saveCard' | 'browserInfo' | 'providerSpecific' | 'reCaptcha' | 'quoteHash'
> & { readonly intentId?: string | undefined; readonly repeatOf?: string | undefined; readonly paysHere?: boolean }

/** Something that is paid for at most once, however many keys, tabs and cards try. */
export type ExactlyOnce = {
  /** Unique among the payments that are, or may still be, made (a constraint of the database). */
  readonly reference: string
  /** In the transaction that claims it: throws when it is no longer what was priced. */
  readonly check: (tx: Tx) => Promise<void>
  /** The same question as a part of the statement that claims it, where nothing else is to be written with it. */
  readonly guard: Guard
  /** Called when this very request has claimed it. */
  readonly claimed?: () => void
  readonly alreadyPaid: (intentId: string) => Problem
  /** Where the bank asks about it in another tab; left out, it is told as under way. */
  readonly askedElsewhere?: () => Problem
}

export type Payment = { readonly payload: PaymentPayload; readonly gift: ComposedGift; readonly once?: ExactlyOnce }
