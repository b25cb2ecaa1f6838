import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Currency } from '#shared/money.ts'
import type { CardToken, PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import type { ApprovedSheet } from '#modules/money/payments/rules/wallet-buttons.ts'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import { identify, track } from '#web/lib/analytics.ts'
import type { ApiError } from '#web/lib/api.ts'
import { writeStored } from '#web/lib/storage.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { useUnfinishedForm } from '#web/lib/unfinished-form.ts'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { defaultCardChoice, type SavedCard } from '../cards/card-text.ts'
import { lastUsedCard } from '../cards/recall-card.ts'
import { usePageCardFields } from '../giving/form/payment-parts.tsx'
import { useTipConfirmed } from '../giving/form/tip-block.tsx'
import { sessionId } from '../giving/pay.ts'
import { browserInfo } from '../giving/browser-info.ts'
import { useKnownGuest } from '../giving/returning/known-guest.tsx'
import { donorOfSheet, type PaymentInstrument, tokenLifetimeMs } from '../giving/state/payment-instrument.ts'
import type { Payment } from '../giving/use-payment.ts'
import { type BasketPrice, priceOf } from './price/basket-price.ts'
import { controlOfErrorField, hasOwnNotice } from './basket-problems.ts'
import type { Basket } from './basket-client.ts'
import type { BasketData } from './line/basket-line.ts'
import { type BasketPayment, payBasket } from './pay-basket.ts'
import type { PostedBasket } from './posted-basket.ts'
import { tippedOf, tipOfState } from './state/basket-tip.ts'
import { isConflict, type LoadedFor, useBasket } from './use-basket.ts'
import { useBasketProblems } from './use-basket-problems.ts'

export type LoadedBasket = LoadedFor & {
  readonly basketData: BasketData
  /** The donor's own currencies, besides those of the lines. */
  readonly currencies: readonly Currency[]
  readonly cards: readonly SavedCard[]
  readonly mandate: string
  readonly addressData: AddressData
  readonly loginUrl: string
  /** A guest who has paid a part of this basket; empty otherwise. */
  readonly donor: { readonly email: string; readonly name: string }
}

export type BasketCheckout = {
  readonly loaded: LoadedBasket
  readonly posted: PostedBasket | undefined
  readonly payments: PublicConfiguration
  readonly payment: Payment
  readonly refusal: ApiError | undefined
  readonly onRefusal: (refusal: ApiError | undefined) => void
}

/** What pays the basket: a typed or saved card, or an approved wallet, whose sheet `fail` closes. */
type BasketInstrument = Pick<PaymentInstrument, 'method' | 'tokenise' | 'donor' | 'expiresAt'> & {
  readonly fail?: () => void
}

/** Holds the state of the basket's checkout and runs everything from the click on Donate to the payment. */
export function useBasketCheckout({ loaded, posted, payments, payment, refusal, onRefusal }: BasketCheckout) {
  const { basketData, cards } = loaded
  const t = useText()
  const frame = useFrame()
  const isSignedIn = Boolean(frame?.viewer.isSignedIn)
  const revalidator = useRevalidator()
  const used = useBasket(loaded, basketData, posted?.state)
  const { state, flush } = used
  const [donor, setDonor] = useState({
    email: posted?.email || loaded.donor.email,
    name: posted?.name || loaded.donor.name,
  })
  // The basket itself is saved on the server.
  const unfinished = useUnfinishedForm({
    name: 'basket',
    form: donor,
    restore: async (values, { isTouched }) => {
      const canRestore = (field: 'email' | 'name') => !posted && !isTouched(field) && typeof values[field] === 'string'
      const fields = (['email', 'name'] as const).filter(canRestore)
      setDonor((now) => fields.reduce((next, field) => ({ ...next, [field]: values[field] }), now))
      return fields
    },
  })
  const guest = useKnownGuest(isSignedIn, (contact) =>
    setDonor((now) => (contact.email !== '' && (now.email !== '' || now.name !== '') ? now : contact)),
  )
  const [cardId, setCardId] = useState(defaultCardChoice(cards))
  const [saveCard, setSaveCard] = useState(false)
  const [isTipConfirmed, onConfirmTip] = useTipConfirmed(
    tipOfState(state, basketData).amount,
    tippedOf(state, basketData).amount,
  )
  /** The price that the donor submitted, if it has changed since. */
  const [before, setBefore] = useState<BasketPrice>()
  const shown = useRef<BasketPrice>(undefined)
  const price = priceOf(state, basketData)
  const lastInstrument = useRef<BasketInstrument>(undefined)
  const hasDonations = price.paid.length + price.emptied.length > 0
  const problems = useBasketProblems({ state, basketData, price, donor, isTipConfirmed, posted })
  const card = usePageCardFields(payments, cardId === '' && hasDonations)

  useEffect(() => {
    track('checkout-started')
    if (isSignedIn) identify()
    const recalled = lastUsedCard(cards)
    // oxlint-disable-next-line react/set-state-in-effect
    if (recalled !== undefined) setCardId(recalled)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, after hydration
  }, [])

  useEffect(() => {
    if (!refusal) return
    if (refusal.code === 'quote-changed') {
      setBefore(shown.current)
      void revalidator.revalidate()
    } else if (isConflict(refusal)) {
      used.dispatch({ kind: 'elsewhere' })
    } else {
      showRefusal(refusal)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each refusal is shown once
  }, [refusal])

  useEffect(() => {
    // The donor logged in in another tab: save pending changes, then reload the page for their account.
    if ((state.basket.userId ?? '') !== (frame?.viewer.id ?? '')) void flush().finally(() => location.reload())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a changed owner reloads the page
  }, [state.basket.userId])

  function showRefusal({ fields, message }: ApiError) {
    const basketProblems = Object.entries(fields).map(([field, text]) =>
      problems.withDonationName(controlOfErrorField(field, state, errorPlace()), text),
    )
    if (basketProblems.length > 0) return problems.setSummary(basketProblems)
    if (refusal && hasOwnNotice(refusal)) return problems.setSummary([])
    return problems.setSummary([{ id: errorPlace(), text: message || t('give.exception') }])
  }

  function refuse(id: string, text: string): undefined {
    problems.setSummary([{ id, text }])
  }

  /** `paysHere`: pay although a challenge for this basket is open in another tab. */
  function send(paysHere = false) {
    const sheet = lastInstrument.current
    // An unused wallet token can pay now, without opening the sheet again.
    if (paysHere && sheet?.fail && Date.now() < (sheet.expiresAt ?? 0)) return void pay(sheet, true)
    onRefusal(undefined)
    setBefore(undefined)
    if (!problems.submit()) return
    const typed = () => card.fields.current?.tokenise() ?? Promise.resolve({ message: t('give.exception') })
    void pay({ method: 'card', tokenise: () => (cardId === '' ? typed() : undefined) }, paysHere)
  }

  async function pay(instrument: BasketInstrument, paysHere = false) {
    shown.current = price
    lastInstrument.current = instrument
    let hasToken = false
    const tokenise = () => {
      hasToken = true
      return instrument.tokenise()
    }
    await payment.submit(async (begin) => {
      used.dispatch({ kind: 'agreed' })
      // Creating the token ends the wallet's sheet, so the price is compared first.
      const [early, saved] = await Promise.all([instrument.fail ? undefined : tokenise(), flush()])
      if (!saved) return refuse('save-state', t('basket-page.not-saved'))
      if (early && 'message' in early) return refuse('card', early.message)
      if (!saved.quote) return refuse('gifts-none', t('basket-page.none-match'))
      if (saved.quote.total !== Number(price.total.amount)) {
        setBefore(price)
        void revalidator.revalidate()
        return undefined
      }
      const typed = instrument.fail ? await tokenise() : early
      if (typed && 'message' in typed) return refuse(errorPlace(), typed.message)
      if (!instrument.fail) writeStored('savedCard', cardId || undefined)
      const input = payloadOf(saved, instrument, { quoteHash: saved.quote.quoteHash, token: typed?.token, paysHere })
      const { id, userId } = state.basket
      return payBasket({ id, userId }, input, { key: begin(), sessionId: sessionId() })
    })
    if (!hasToken) instrument.fail?.()
  }

  /** Shows payment errors next to the button that was clicked. */
  const errorPlace = () => (lastInstrument.current?.fail ? 'wallets' : 'card')

  /** Returns the body of the checkout request (S2 §5). `token`: of the new card or the wallet. */
  const payloadOf = (
    { newsletter }: Basket,
    { method, donor: sheetDonor = donor }: BasketInstrument,
    { quoteHash, token, paysHere }: { quoteHash: string; token: CardToken | undefined; paysHere: boolean },
  ): BasketPayment => ({
    quoteHash,
    browserInfo: browserInfo(),
    profileReceiveUpdates: newsletter,
    paysHere,
    paymentMethod: method,
    ...(token
      ? {
          tokens: [{ type: method, token: token.id, provider: token.provider }],
          saveCard: method === 'card' && isSignedIn && saveCard,
        }
      : { cardID: cardId }),
    ...(isSignedIn ? {} : { guest: { email: sheetDonor.email.trim(), name: sheetDonor.name.trim() } }),
  })

  const wallet = {
    validate: (): boolean => {
      onRefusal(undefined)
      setBefore(undefined)
      // A tip that the donor didn't choose is no tip.
      return problems.submit(['email', 'name', 'tipChoice'])
    },
    pay: (sheet: ApprovedSheet) => {
      const sheetDonor = isSignedIn ? donor : donorOfSheet(donor, sheet)
      const missing = isSignedIn ? {} : requireDonor(sheetDonor)
      if (Object.keys(missing).length > 0) {
        sheet.fail('invalid_payment_data')
        return void problems.submit()
      }
      let token: ReturnType<typeof sheet.createToken> | undefined
      void pay({
        method: sheet.wallet,
        tokenise: () => (token ??= sheet.createToken()),
        donor: sheetDonor,
        fail: () => sheet.fail('fail'),
        expiresAt: Date.now() + tokenLifetimeMs,
      })
    },
  }

  return {
    used,
    price,
    before,
    hasDonations,
    problems,
    revalidator,
    donor,
    guest,
    setDonor: (next: typeof donor) => {
      setDonor(next)
      unfinished.touch('email', 'name')
    },
    card: { ...card, cardId, setCardId, saveCard, setSaveCard },
    isTipConfirmed,
    onConfirmTip,
    send,
    wallet,
  }
}
