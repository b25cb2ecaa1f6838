import { useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { expectPurchase } from '#web/lib/analytics.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { storeUnfinishedForm } from '#web/lib/unfinished-form.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { thanksTimeout, storeThanksRecord, type Paid } from '../giving/pay.ts'
import { ConfirmingPayment, KeepMounted } from '../giving/form/payment-parts.tsx'
import { markGiven } from '../giving/returning/history-mark.ts'
import { usePayment } from '../giving/use-payment.ts'
import { EmptyBasket } from './empty-basket.tsx'
import { BasketChallenge } from './basket-challenge.tsx'
import { BasketForm } from './basket-form.tsx'
import type { LoadedBasket } from './use-basket-checkout.ts'
import type { PostedBasket } from './posted-basket.ts'
import { currencyAfterPayment } from '#modules/money/baskets/rules/currency.ts'
import { basketCalls, type BasketOwner, broadcastBasket } from './basket-client.ts'

/** Chooses the currency of the remaining donations, so that the next payment can follow. */
async function chooseNextCurrency(owner: BasketOwner): Promise<void> {
  const basket = await basketCalls.read(owner)
  const currency = currencyAfterPayment(basket.currency, basket.items)
  if (basket.status === 'active' && currency !== basket.currency) await basketCalls.edit(owner, { currency })
}

/**
 * The basket and its checkout. Also resumes a payment that started in this tab, even if the basket no longer exists.
 */
export function BasketPage({
  loaded,
  isBroken,
  payments,
  posted,
}: {
  readonly loaded: LoadedBasket | null
  readonly isBroken: boolean
  readonly payments: PublicConfiguration
  readonly posted: PostedBasket | undefined
}) {
  const t = useText()
  const frame = useFrame()
  const [refusal, setRefusal] = useState<ApiError>()
  const payment = usePayment({
    subject: 'basket',
    payments,
    onPaid: (paid) => void arrive(paid),
    onRefused: setRefusal,
    onSendFailed: () => setRefusal(new ApiError('unknown', 0, { message: t('give.exception') })),
  })

  async function arrive(paid: Paid) {
    storeUnfinishedForm('basket', undefined)
    storeThanksRecord(paid)
    expectPurchase(paid.intentId)
    const whose = loaded?.basket ?? frame?.basket
    // Donations in another currency stay in the basket; without any, the basket is closed.
    if (whose) await Promise.race([chooseNextCurrency(whose).catch(() => broadcastBasket(null)), thanksTimeout()])
    markGiven(paid.intentId)
    location.assign('/v4/basket/thankyou')
  }

  const title = <title>{t('basket-page.title')}</title>
  // BasketForm renders its own title with the errors: with two title elements, browsers show the first.
  if (loaded)
    return (
      <KeepMounted stage={payment.stage}>
        <BasketForm
          loaded={loaded}
          posted={posted}
          payments={payments}
          payment={payment}
          refusal={refusal}
          onRefusal={setRefusal}
        />
      </KeepMounted>
    )
  if (payment.stage.kind === 'confirming')
    return (
      <>
        {title}
        <ConfirmingPayment message={payment.stage.message} />
      </>
    )
  if (payment.stage.kind !== 'form')
    return (
      <div className="empty" role="status" aria-busy="true">
        {title}
        <p className="quiet">{t('shell.busy')}</p>
        <BasketChallenge payment={payment} />
      </div>
    )
  return (
    <>
      {title}
      {refusal ? (
        <p className="notice notice-problem" role="alert">
          {refusal.message}
        </p>
      ) : null}
      {isBroken ? (
        <EmptyState title={t('basket-page.broken')}>
          <p className="quiet">{t('basket-page.broken-text')}</p>
          <Button type="button" onClick={() => location.reload()}>
            {t('basket-page.try-again')}
          </Button>
        </EmptyState>
      ) : (
        <EmptyBasket />
      )}
    </>
  )
}
