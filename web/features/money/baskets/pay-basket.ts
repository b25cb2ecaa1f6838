import type { ProductContract } from '#modules/contract.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { type DonateResult, type PaymentOutcome, headersOf, sendPayment, environment } from '../giving/pay.ts'
import type { BasketOwner } from './basket-client.ts'

type Guests = 'POST /v4/checkout/guest/baskets/:basketId/checkout'
export type BasketPayment = Omit<InputOf<ProductContract, Guests>, 'basketId'>

/** Another tab may hold the basket for as long as its challenge is open, so this tab stops waiting early. */
const inProgressTriesMax = 4

/** Pays for the whole basket with one payment. */
export const payBasket = (
  owner: BasketOwner,
  input: BasketPayment,
  request: { key: string; sessionId: string },
): Promise<PaymentOutcome> =>
  sendPayment(
    (reCaptcha): Promise<{ readonly result: DonateResult }> => {
      const basketPayment = reCaptcha === undefined ? input : { ...input, reCaptcha }
      const options = { headers: headersOf(request) }
      return owner.userId
        ? call(
            'POST /v4/checkout/:userId/baskets/:basketId/checkout',
            { ...basketPayment, userId: owner.userId, basketId: owner.id },
            options,
          )
        : call('POST /v4/checkout/guest/baskets/:basketId/checkout', { ...basketPayment, basketId: owner.id }, options)
    },
    environment,
    inProgressTriesMax,
  )
