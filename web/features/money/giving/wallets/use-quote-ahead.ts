import { useEffect, useRef } from 'react'
import type { QuoteView } from '#modules/money/giving/contract-payment.ts'
import { api } from '../../../../lib/api.ts'
import { quotePayloadOf } from '../state/checkout-payload.ts'
import type { CheckoutData, Form } from '../state/checkout-state.ts'

type Asked = { readonly of: string; readonly answer: Promise<QuoteView>; known?: QuoteView }

/** While a donor types, each figure is another price. */
const settledAfterMs = 300

/**
 * The server's price of what the form holds, asked for a moment after the last change, so that it is at hand when a
 * wallet is pressed. `known`: the answer, if it is there; `ask`: the answer, asked for now if it was not.
 */
export function useQuoteAhead(form: Form, checkoutData: CheckoutData) {
  const payload = quotePayloadOf(form, checkoutData)
  const id = JSON.stringify(payload)
  const ref = useRef<Asked | undefined>(undefined)

  function ask(): Promise<QuoteView> {
    if (ref.current?.of === id) return ref.current.answer
    const request: Asked = { of: id, answer: api('POST /v4/quotes', payload) }
    ref.current = request
    request.answer
      .then((known) => (request.known = known))
      // An amount that cannot be given has no price; the press of the button says why.
      .catch(() => {
        if (ref.current === request) ref.current = undefined
      })
    return request.answer
  }

  useEffect(() => {
    const timer = setTimeout(() => void ask().catch(() => undefined), settledAfterMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `of` says what is asked
  }, [id])

  return { ask, known: () => (ref.current?.of === id ? ref.current.known : undefined) }
}
