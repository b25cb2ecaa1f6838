import { useText } from '#web/lib/text.tsx'
import { donationOf, chosenLevelOf, tipOfForm } from '../state/checkout-amounts.ts'
import { checkoutQuoteOf } from '../state/checkout-quote.ts'
import { DonationTypeChoice, hasOwnType } from './donation-type.tsx'
import { AmountChoice, LevelChoice, type PartProps, QuantityChoice, ZakatChoice } from './donation-parts.tsx'
import { TipBlock } from './tip-block.tsx'
import { useMaximizeHint, ZakatNotesOfQuote } from './zakat-notes.tsx'

type Props = PartProps & { readonly isTipConfirmed: boolean; readonly onConfirmTip: () => void }

/** The amount or giving level, the zakat choice, the tip and the covered fee. */
export function DonationBlock({ isTipConfirmed, onConfirmTip, ...part }: Props) {
  const t = useText()
  const hintOf = useMaximizeHint()
  const { form, checkoutData, set, errorOf } = part
  const quote = checkoutQuoteOf(form, checkoutData)
  // A Qurbani order is a separate donation and never zakat (qurbani-4).
  const isOrder = Boolean(chosenLevelOf(form, checkoutData)?.shares)
  const covered = checkoutQuoteOf({ ...form, isZakat: true, maximizeZakat: true }, checkoutData)
  const plain = checkoutQuoteOf({ ...form, isZakat: true, maximizeZakat: false }, checkoutData)
  return (
    <section className="stack" aria-labelledby="your-gift">
      <h2 id="your-gift">{t('give.your-gift')}</h2>
      <LevelChoice {...part} />
      <AmountChoice {...part} />
      {chosenLevelOf(form, checkoutData) ? <QuantityChoice {...part} /> : null}
      {isOrder ? null : <DonationTypeChoice {...part} />}
      {(isOrder || hasOwnType(form)) && !form.isZakat ? null : (
        <ZakatChoice
          {...part}
          maximizeHint={hintOf({ facts: checkoutData, fee: covered.coveredFee, covered, plain })}
          notes={<ZakatNotesOfQuote quote={quote} />}
        />
      )}
      {checkoutData.tipsEnabled ? (
        <TipBlock
          gift={donationOf(form, checkoutData)}
          tip={tipOfForm(form, checkoutData)}
          choice={form.tipChoice}
          typed={form.tipTyped}
          onChoose={(value) => set({ field: 'tipChoice', value })}
          onType={(value) => set({ field: 'tipTyped', value })}
          error={errorOf('tipChoice') ?? errorOf('tip')}
          typedError={errorOf('tipTyped')}
          isConfirmed={isTipConfirmed}
          onConfirm={onConfirmTip}
        />
      ) : null}
    </section>
  )
}
