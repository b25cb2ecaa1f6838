import { lazy, Suspense } from 'react'
import { Fold } from '#web/ui/fold.tsx'
import { useText } from '#web/lib/text.tsx'
import { donationOf, chosenLevelOf, tipOfForm } from '../state/checkout-amounts.ts'
import { checkoutQuoteOf } from '../state/checkout-quote.ts'
import { DonationTypeChoice, hasOwnType } from './donation-type.tsx'
import { AmountChoice, LevelChoice, type PartProps, QuantityChoice, ZakatChoice } from './donation-parts.tsx'
import type { FormProps } from '../form-controls.ts'
import { CheckoutTax } from './checkout-tax.tsx'
import { useMoneyText } from './money-text.ts'
import { TipBlock } from './tip-block.tsx'
import { useMaximizeHint, ZakatNotesOfQuote } from './zakat-notes.tsx'

/** Loaded only for Qurbani orders. */
const QurbaniFields = lazy(() => import('./qurbani-order.tsx').then((module) => ({ default: module.QurbaniFields })))

type Props = FormProps & PartProps & { readonly isTipConfirmed: boolean; readonly onConfirmTip: () => void }

/** Everything that changes what is bought: amount or level, a Qurbani order, zakat, Gift Aid and the tip. */
export function DonationBlock({ isTipConfirmed, onConfirmTip, ...part }: Props) {
  const t = useText()
  const hintOf = useMaximizeHint()
  const { form, checkoutData, set, errorOf } = part
  const show = useMoneyText()
  const level = chosenLevelOf(form, checkoutData)
  const tip = tipOfForm(form, checkoutData)
  const tipError = errorOf('tipChoice') ?? errorOf('tip')
  const quote = checkoutQuoteOf(form, checkoutData)
  // A Qurbani order is a separate donation and never zakat (qurbani-4).
  const isOrder = Boolean(level?.shares)
  const covered = checkoutQuoteOf({ ...form, isZakat: true, maximizeZakat: true }, checkoutData)
  const plain = checkoutQuoteOf({ ...form, isZakat: true, maximizeZakat: false }, checkoutData)
  return (
    <section className="stack" aria-labelledby="your-gift">
      <h2 id="your-gift" className="checkout-gift-title">
        {t('give.your-gift')}
      </h2>
      <LevelChoice {...part} />
      <AmountChoice {...part} />
      {level ? <QuantityChoice {...part} /> : null}
      {level?.shares ? (
        <Suspense fallback={null}>
          <QurbaniFields {...part} level={level} />
        </Suspense>
      ) : null}
      {isOrder ? null : <DonationTypeChoice {...part} />}
      {(isOrder || hasOwnType(form)) && !form.isZakat ? null : (
        <ZakatChoice
          {...part}
          maximizeHint={hintOf({ facts: checkoutData, fee: covered.coveredFee, covered, plain })}
          notes={<ZakatNotesOfQuote quote={quote} />}
        />
      )}
      <CheckoutTax {...part} part="giftAid" />
      {checkoutData.tipsEnabled ? (
        <Fold
          id="tip-fold"
          label={t('give.tip')}
          changeLabel={t('give.change')}
          value={tip.amount > 0n ? show(tip, 'always') : t('give.no-tip')}
          needsAttention={
            Boolean(tipError ?? errorOf('tipTyped')) || tip.amount > donationOf(form, checkoutData).amount
          }
        >
          <TipBlock
            gift={donationOf(form, checkoutData)}
            tip={tip}
            choice={form.tipChoice}
            typed={form.tipTyped}
            onChoose={(value) => set({ field: 'tipChoice', value })}
            onType={(value) => set({ field: 'tipTyped', value })}
            error={tipError}
            typedError={errorOf('tipTyped')}
            isConfirmed={isTipConfirmed}
            onConfirm={onConfirmTip}
          />
        </Fold>
      ) : null}
    </section>
  )
}
