import { lazy, Suspense, useRef } from 'react'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { CardSection } from '../giving/form/payment-parts.tsx'
import { BasketChallenge } from './basket-challenge.tsx'
import { BasketLines } from './basket-lines.tsx'
import { BasketSummary } from './basket-total.tsx'
import { BasketDonor, BasketTip, CurrencyChoice } from './basket-choices.tsx'
import { EmptyBasket } from './empty-basket.tsx'
import { basketLinesOf } from './state/basket-state.ts'
import { type BasketCheckout, useBasketCheckout } from './use-basket-checkout.ts'

/** Loaded after the page, which shows them from the start. */
const BasketNotices = lazy(() => import('./basket-notices.tsx').then((module) => ({ default: module.BasketNotices })))
const BasketWallets = lazy(() => import('./basket-wallets.tsx').then((module) => ({ default: module.BasketWallets })))
const NoMatchingCurrency = lazy(() =>
  import('./price/no-matching-currency.tsx').then((module) => ({ default: module.NoMatchingCurrency })),
)

/** Id of the form that pays. */
const formId = 'basket'

/** The basket with its editable lines and its checkout. */
export function BasketForm(checkout: BasketCheckout) {
  const { loaded, posted, payment, payments, refusal } = checkout
  const { basketData } = loaded
  const t = useText()
  const {
    used,
    price,
    before,
    hasDonations,
    problems,
    revalidator,
    donor,
    setDonor,
    guest,
    card,
    isTipConfirmed,
    onConfirmTip,
    send,
    wallet,
  } = useBasketCheckout(checkout)
  const { state, flush } = used
  const head = useRef<HTMLDivElement>(null)
  const hasLines = basketLinesOf(state).length > 0
  const title = t('basket-page.title')
  return (
    <>
      <title>{problems.summary.length > 0 ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack" ref={head} tabIndex={-1}>
        <ErrorSummary title={t('shell.problem')} wrong={problems.summary} />
        <Suspense>
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
        </Suspense>
        {!hasLines ? <EmptyBasket /> : null}
        {hasLines && !hasDonations ? (
          <Suspense fallback={null}>
            <NoMatchingCurrency
              price={price}
              formId={formId}
              onPayIn={(currency) => {
                problems.dismiss(['gifts-none'])
                // The button disappears when clicked, so the focus moves to the heading.
                head.current?.focus()
                used.dispatch({ kind: 'preferences', preferences: { currency } })
              }}
            />
          </Suspense>
        ) : null}
      </div>
      <div className="basket">
        <BasketLines
          used={used}
          price={price}
          basketData={basketData}
          addressData={loaded.addressData}
          errorOf={problems.errorOf}
          onTyped={problems.onLineChange}
        />
        {hasLines ? (
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
            <div className="basket-preferences stack-lg">
              <CurrencyChoice used={used} basketData={basketData} price={price} currencies={loaded.currencies} />
              <BasketTip
                used={used}
                basketData={basketData}
                error={problems.errorOf('tipChoice')}
                isConfirmed={isTipConfirmed}
                onConfirm={onConfirmTip}
              />
              {hasDonations ? (
                <Suspense>
                  <BasketWallets
                    price={price}
                    basketData={basketData}
                    payments={payments}
                    wallet={wallet}
                    isBusy={payment.stage.kind !== 'form'}
                    error={problems.errorOf('wallets')}
                  />
                </Suspense>
              ) : null}
              <BasketDonor
                used={used}
                donor={donor}
                guest={guest}
                onDonor={(next) => {
                  setDonor(next)
                  problems.dismiss(['email', 'name'])
                }}
                errorOf={problems.errorOf}
                onBlur={problems.onBlur}
                loginUrl={loaded.loginUrl}
              />
              {hasDonations ? (
                <CardSection
                  card={card}
                  cards={loaded.cards}
                  cardId={card.cardId}
                  onChoose={card.setCardId}
                  mandate={loaded.mandate}
                  saveCard={card.saveCard}
                  onSave={card.setSaveCard}
                  error={problems.errorOf('card')}
                  isPosted={posted !== undefined}
                />
              ) : null}
            </div>
            {hasDonations ? (
              <BasketSummary
                price={price}
                before={before}
                isBusy={payment.stage.kind !== 'form'}
                isSlow={payment.isSlow}
              />
            ) : null}
            <BasketChallenge payment={payment} />
          </form>
        ) : null}
      </div>
    </>
  )
}
