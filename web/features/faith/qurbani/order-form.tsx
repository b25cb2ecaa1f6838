import { useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import { FormIds } from '#web/ui/labelled.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { isWholeAnimal, maxQuantity, offeredTotalOf } from './order-choice.ts'
import { Price } from './price.tsx'
import type { ShownOffer } from './shown-offer.ts'

/**
 * The quantity, its price, and buttons for checkout and basket. A plain form: without JavaScript the server calculates
 * the total.
 */
export function OrderForm({ offer, chosen }: { readonly offer: ShownOffer; readonly chosen: number }) {
  const t = useText()
  const [quantity, setQuantity] = useState(chosen)
  const { id, unit } = offer
  const slug = encodeURIComponent(offer.campaign)
  const isShared = unit === 'share'
  return (
    <form method="get" action={`/v4/checkout/${slug}`} className="qurbani-order">
      <input type="hidden" name="level" value={id} />
      <div className="qurbani-choice">
        <FormIds value={`${id}-`}>
          <QuantityStepper
            id="quantity"
            label={t(isShared ? 'qurbani.shares' : 'qurbani.animals')}
            value={quantity}
            min={1}
            max={maxQuantity(offer)}
            onChange={setQuantity}
            lessLabel={t(`qurbani.less-${unit}`)}
            moreLabel={t(`qurbani.more-${unit}`)}
          />
        </FormIds>
        <p className="qurbani-total">
          <span className="label">{t('qurbani.total')}</span>
          <output htmlFor={`${id}-quantity`}>
            <Price minor={Number(offeredTotalOf(offer, quantity).amount)} offer={offer} />
          </output>
        </p>
      </div>
      {isShared ? <ShareBar taken={quantity} total={offer.sharesPerAnimal} /> : null}
      {isShared ? (
        <p className="small quiet" hidden={!isWholeAnimal(offer, quantity)}>
          {t('qurbani.is-whole')}
        </p>
      ) : null}
      <div className="qurbani-buttons">
        <button className="button button-primary">
          {t('qurbani.continue')}
          <span className="visually-hidden"> {offer.title}</span>
        </button>
        <button className="button button-quiet" formAction={`/v4/basket/add/${slug}`}>
          {t('qurbani.to-basket')}
          <span className="visually-hidden"> {offer.title}</span>
        </button>
        <button className="button button-quiet script-hidden" formAction={`/v4/qurbani#item-${id}`}>
          {t('qurbani.update')}
        </button>
      </div>
    </form>
  )
}

/** The shares of an animal, with the chosen ones filled. Decorative: the stepper shows the number. */
const ShareBar = ({ taken, total }: { readonly taken: number; readonly total: number }) => (
  <div className="qurbani-shares" aria-hidden="true">
    {Array.from({ length: total }, (_, index) => (
      <span key={index} data-taken={index < taken || undefined} />
    ))}
  </div>
)
