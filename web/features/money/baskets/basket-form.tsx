import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import { checkDonorGiven } from '#modules/money/giving/rules/donor.ts'
import type { Fault } from '#shared/problem.ts'
import type { Refused } from '../../../lib/api.ts'
import { identify, track } from '../../../lib/analytics.ts'
import { recall, remember } from '../../../lib/storage.ts'
import { useFaultText, useFrame, useText } from '../../../lib/text.tsx'
import { ErrorSummary, type Wrong } from '../../../ui/error-summary.tsx'
import type { AddressFacts } from '../../platform/addresses/address-facts.ts'
import { useSummary } from '../../platform/addresses/summary.ts'
import { firstChosen, type SavedCard } from '../cards/card-words.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { sessionId } from '../giving/pay.ts'
import { CardSection, useOwnCardFields } from '../giving/form/payment-parts.tsx'
import { useTipConfirmed } from '../giving/form/tip-block.tsx'
import { browserInfo, type Payment } from '../giving/use-payment.ts'
import { EmptyBasket } from './empty-basket.tsx'
import { BasketChallenge } from './basket-challenge.tsx'
import { BasketLines } from './basket-lines.tsx'
import { BasketNotices, NoneMatch } from './basket-notices.tsx'
import { type Price, priceOf } from './basket-price.ts'
import { type BasketFacts, lacksAddress, type Line } from './line/basket-line.ts'
import { isEmptied, isOfLine, linesOf, type State, tipChoiceOf, tippedOf, tipOfState } from './basket-state.ts'
import { BasketSummary } from './basket-total.tsx'
import { BasketDonor, BasketTip, CurrencyChoice } from './basket-wishes.tsx'
import { payBasket } from './pay-basket.ts'
import type { PostedBasket } from './posted-basket.ts'
import { isElsewhereNow, type LoadedFor, useBasket } from './use-basket.ts'

export type LoadedBasket = LoadedFor & {
  readonly facts: BasketFacts
  /** The donor's own, beside those of the gifts. */
  readonly currencies: readonly string[]
  readonly cards: readonly SavedCard[]
  readonly mandate: string
  readonly addressFacts: AddressFacts
  readonly loginUrl: string
}

/** Of the form that pays. */
const formId = 'basket'

/** What is wrong, in the summary by the name of its gift; `said` at the gift itself, which needs no name. */
type Told = Wrong & { readonly said?: string }

type Props = {
  readonly loaded: LoadedBasket
  readonly posted: PostedBasket | undefined
  readonly payments: PublicConfiguration
  readonly payment: Payment
  readonly refusal: Refused | undefined
  readonly onRefusal: (refusal: Refused | undefined) => void
}

/** Everything in the basket, edited where it stands and paid at once. */
export function BasketForm({ loaded, posted, payments, payment, refusal, onRefusal }: Props) {
  const { facts, cards } = loaded
  const t = useText()
  const frame = useFrame()
  const faultText = useFaultText()
  const { ofFaults } = useSummary()
  const revalidator = useRevalidator()
  const used = useBasket(loaded, facts, posted?.state)
  const { state, flush } = used
  const [donor, setDonor] = useState({ email: posted?.email ?? '', name: posted?.name ?? '' })
  const [cardId, setCardId] = useState(firstChosen(cards))
  const [saveCard, setSaveCard] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [isTipConfirmed, onConfirmTip] = useTipConfirmed(tipOfState(state, facts).amount, tippedOf(state, facts).amount)
  const [wrong, setWrong] = useState<readonly Told[]>(() =>
    Object.entries(posted?.state.errors ?? {}).map(([id, text]) => named(id, text)),
  )
  /** Lines that were changed since the last press: what it said of them is over. */
  const [mended, setMended] = useState<readonly string[]>([])
  /** What the donor was about to pay when it turned out to be something else. */
  const [before, setBefore] = useState<Price>()
  const shown = useRef<Price>(undefined)
  const head = useRef<HTMLDivElement>(null)
  const price = priceOf(state, facts)
  const isTyped = cardId === ''
  const hasGifts = price.paid.length + price.emptied.length > 0
  const card = useOwnCardFields(payments, isTyped && hasGifts)
  const isBusy = payment.stage.kind !== 'form'
  const whose = { id: state.basket.id, userId: state.basket.userId }

  const faults: Record<string, string | undefined> = {
    ...(frame?.viewer.isSignedIn
      ? {}
      : Object.fromEntries(Object.entries(checkDonorGiven(donor)).map(([id, fault]) => [id, faultText(fault)]))),
    ...(tippedOf(state, facts).amount > 0n && tipChoiceOf(state) === '' && !state.tip.isChosen
      ? { tipChoice: faultText({ code: 'tip-choice-missing' }) }
      : {}),
  }
  const emptied: Record<string, string | undefined> = Object.fromEntries(
    linesOf(state).flatMap((line) =>
      isEmptied(state, line) ? [[`amount-${line.id}`, faultText({ code: 'amount-missing' })]] : [],
    ),
  )
  const lacking = isSubmitted
    ? (Object.assign(
        {},
        ...price.paid.map(({ line }) => (lacksAddress(line) ? addressFaultsOf(line, facts.country) : {})),
      ) as Record<string, Fault>)
    : {}
  const errorOf = (id: string): string | undefined =>
    emptied[id] ??
    faultText(lacking[id]) ??
    state.errors[id] ??
    saidAt(id) ??
    (isSubmitted || (touched.has(id) && donor[id as 'email' | 'name'] !== '') ? faults[id] : undefined)

  useEffect(() => {
    track('checkout-started')
    if (frame?.viewer.isSignedIn) identify()
    const saved = recall('savedCard')
    // oxlint-disable-next-line react/set-state-in-effect
    if (cards.some(({ id, expiry }) => id === saved && expiry !== 'expired')) setCardId(saved!)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, [])

  useEffect(() => {
    if (!refusal) return
    if (refusal.code === 'quote-changed') {
      setBefore(shown.current)
      void revalidator.revalidate()
    } else if (isElsewhereNow(refusal)) {
      used.dispatch({ kind: 'elsewhere' })
    } else {
      const found = Object.entries(refusal.fields).map(([field, text]) => named(controlOf(field, state), text))
      setWrong(
        found.length > 0
          ? found
          : isElsewhereSaid(refusal)
            ? []
            : [{ id: 'card', text: refusal.message || t('give.exception') }],
      )
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each refusal is shown once
  }, [refusal])

  useEffect(() => {
    // Somebody logged in in another tab: what was typed is saved, and then all of the page is theirs.
    if ((state.basket.userId ?? '') !== (frame?.viewer.id ?? '')) void flush().finally(() => location.reload())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a changed owner reloads the page
  }, [state.basket.userId])

  function saidAt(id: string): string | undefined {
    const told = mended.some((line) => isOfLine(id, line)) ? undefined : wrong.find((each) => each.id === id)
    return told?.said ?? told?.text
  }

  function named(id: string, text: string): Told {
    const line = linesOf(state).find((each) => isOfLine(id, each.id))
    const name = line && (line.campaign?.name ?? t('basket-page.no-name'))
    return name
      ? { id, text: t('basket-page.of-gift', { name: `\u2068${name}\u2069`, problem: text }), said: text }
      : { id, text }
  }

  function missing(): Told[] {
    const asked = price.emptied.map(({ id }) => [`amount-${id}`, emptied[`amount-${id}`]] as const)
    // What is wrong with no field is no reason to refuse: the press saves once more, and says so if that fails.
    const { basket: _, ...errors } = state.errors
    const found = [...asked, ...Object.entries(faults), ...Object.entries(errors)].flatMap(([id, text]) =>
      text ? [named(id, text)] : [],
    )
    if (!hasGifts) found.push({ id: 'gifts-none', text: t('basket-page.none-match') })
    for (const { line } of price.paid)
      if (lacksAddress(line))
        for (const { id, text } of ofFaults(addressFaultsOf(line, facts.country)))
          found.push({ ...named(id, text), said: faultText(addressFaultsOf(line, facts.country)[id]) ?? text })
    if (tipOfState(state, facts).amount > tippedOf(state, facts).amount && !isTipConfirmed)
      found.push({ id: 'tip-large', text: t('give.tip-large') })
    if (state.isElsewhere) found.push({ id: 'elsewhere', text: t('basket-page.elsewhere') })
    return found
  }

  function refuse(found: readonly Wrong[]): undefined {
    setWrong(found)
  }

  function send(paysHere = false) {
    setSubmitted(true)
    onRefusal(undefined)
    setBefore(undefined)
    const found = missing()
    setWrong(found)
    setMended([])
    if (found.length > 0) return
    shown.current = price
    void payment.press(async (begin) => {
      used.dispatch({ kind: 'agreed' })
      const [typed, saved] = await Promise.all([
        isTyped ? (card.fields.current?.tokenise() ?? { message: t('give.exception') }) : undefined,
        flush(),
      ])
      if (!saved) return refuse([{ id: 'save-state', text: t('basket-page.not-saved') }])
      if (typed && 'message' in typed) return refuse([{ id: 'card', text: typed.message }])
      if (!saved.quote) return refuse([{ id: 'gifts-none', text: t('basket-page.none-match') }])
      if (saved.quote.total !== Number(price.total.amount)) {
        setBefore(price)
        void revalidator.revalidate()
        return undefined
      }
      remember('savedCard', cardId || undefined)
      const input = {
        quoteHash: saved.quote.quoteHash,
        browserInfo: browserInfo(),
        profileReceiveUpdates: saved.newsletter,
        paysHere,
        ...(typed
          ? {
              tokens: [{ type: 'card', token: typed.token.id, provider: typed.token.provider }],
              saveCard: Boolean(frame?.viewer.isSignedIn) && saveCard,
            }
          : { cardID: cardId }),
        ...(frame?.viewer.isSignedIn ? {} : { guest: { email: donor.email.trim(), name: donor.name.trim() } }),
      }
      return payBasket(whose, input, { key: begin(), sessionId: sessionId() })
    })
  }

  const title = t('basket-page.title')
  return (
    <>
      <title>{wrong.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack" ref={head} tabIndex={-1}>
        <ErrorSummary title={t('shell.problem')} wrong={wrong} />
        <BasketNotices
          used={used}
          notice={payment.notice}
          refusal={refusal}
          isReloading={revalidator.state !== 'idle'}
          onReload={() => void revalidator.revalidate()}
          onAgain={() => void flush()}
          onPayHere={() => send(true)}
          posted={posted}
        />
        {linesOf(state).length === 0 ? <EmptyBasket /> : null}
        {linesOf(state).length > 0 && !hasGifts ? (
          <NoneMatch
            price={price}
            formId={formId}
            onPayIn={(currency) => {
              setWrong(wrong.filter(({ id }) => id !== 'gifts-none'))
              // The button goes with the press.
              head.current?.focus()
              used.dispatch({ kind: 'wish', wish: { currency } })
            }}
          />
        ) : null}
      </div>
      <div className="basket">
        <BasketLines
          used={used}
          price={price}
          facts={facts}
          addressFacts={loaded.addressFacts}
          errorOf={errorOf}
          onTyped={(line) => setMended([...mended.filter((each) => each !== line), line])}
        />
        {linesOf(state).length > 0 ? (
          <form
            id={formId}
            method="post"
            className="basket-form"
            noValidate
            aria-label={t('basket-page.checkout')}
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
          >
            <input type="hidden" name="version" value={state.basket.version} />
            <div className="basket-wishes stack-lg">
              <CurrencyChoice used={used} facts={facts} price={price} currencies={loaded.currencies} />
              <BasketTip
                used={used}
                facts={facts}
                error={errorOf('tipChoice')}
                isConfirmed={isTipConfirmed}
                onConfirm={onConfirmTip}
              />
              <BasketDonor
                used={used}
                donor={donor}
                onDonor={(next) => {
                  setDonor(next)
                  setWrong(wrong.filter(({ id }) => id !== 'email' && id !== 'name'))
                }}
                errorOf={errorOf}
                onBlur={(id) => setTouched(new Set([...touched, id]))}
                loginUrl={loaded.loginUrl}
              />
              {hasGifts ? (
                <CardSection
                  card={card}
                  cards={cards}
                  cardId={cardId}
                  onChoose={setCardId}
                  mandate={loaded.mandate}
                  saveCard={saveCard}
                  onSave={setSaveCard}
                  error={errorOf('card')}
                  isPosted={posted !== undefined}
                />
              ) : null}
            </div>
            {hasGifts ? <BasketSummary price={price} before={before} isBusy={isBusy} isSlow={payment.isSlow} /> : null}
            <BasketChallenge payment={payment} />
          </form>
        ) : null}
      </div>
    </>
  )
}

/** What the tax address of a gift lacks, by the ids of its controls; `country`: what an address begins with. */
const addressFaultsOf = ({ id, taxAddress }: Line, country: string | undefined): Record<string, Fault> =>
  Object.fromEntries(
    Object.entries(checkTaxAddress(taxAddress ?? { country })).map(([field, fault]) => [
      `taxAddress_${id}-${field}`,
      fault,
    ]),
  )

/**
 * The payment's fields → the ids of their controls; whatever else is wrong is said at the card, where it was pressed.
 */
const controls: Readonly<Record<string, string>> = {
  'guest.email': 'email',
  'guest.name': 'name',
  CustomName: 'customName',
}

/** A field of the payment's refusal → its control; what is wrong with a gift is said at that gift. */
function controlOf(field: string, state: State): string {
  const [, id = '', part = ''] = /^items\.([^.]+)\.(\w+)/.exec(field) ?? []
  if (!linesOf(state).some((line) => line.id === id)) return controls[field] ?? 'card'
  return part === 'amount' || part === 'quantity' ? `${part}-${id}` : `line-${id}`
}

/** Refusals that have a sentence of their own above the page. */
const isElsewhereSaid = ({ code }: Refused): boolean =>
  ['basket-checked-out', 'attempt-in-progress', 'bank-asks-elsewhere'].includes(code)
