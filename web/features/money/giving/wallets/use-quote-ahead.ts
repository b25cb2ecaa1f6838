import { useEffect, useRef } from 'react'
import type { QuoteView } from '#modules/money/giving/contract-payment.ts'
import { api } from '#web/lib/api.ts'
import { quotePayloadOf } from '../state/checkout-payload.ts'
import type { CheckoutData, Form } from '../state/checkout-state.ts'

type QuoteRequest = { readonly payloadId: string; readonly response: Promise<QuoteView>; quote?: QuoteView }

/** Debounce: while a donor types, every digit changes the price. */
const settledAfterMs = 300

/**
 * Fetches the server's quote shortly after the last change to the form, so that it is ready when the donor clicks a
 * wallet button. `known` returns the quote if it has arrived; `ask` fetches it if needed.
 */
export function useQuoteAhead(form: Form, checkoutData: CheckoutData) {
  const payload = quotePayloadOf(form, checkoutData)
  const id = JSON.stringify(payload)
  const ref = useRef<QuoteRequest | undefined>(undefined)

  function ask(): Promise<QuoteView> {
    if (ref.current?.payloadId === id) return ref.current.response
    const request: QuoteRequest = { payloadId: id, response: api('POST /v4/quotes', payload) }
    ref.current = request
    request.response
      .then((known) => (request.quote = known))
      // An invalid amount has no quote; clicking the button shows why.
      .catch(() => {
        if (ref.current === request) ref.current = undefined
      })
    return request.response
  }

  useEffect(() => {
    const timer = setTimeout(() => void ask().catch(() => undefined), settledAfterMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `id` identifies the payload
  }, [id])

  return { ask, known: () => (ref.current?.payloadId === id ? ref.current.quote : undefined) }
}
