import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { DonorTime, timeOfDay } from './donor-time.tsx'
import { OrderForm } from './order-form.tsx'
import { Price } from './price.tsx'
import type { ShownOffer } from './shown-offer.ts'

/** An item that can be ordered now. `chosen`: the quantity in the URL. */
export function OfferCard({ offer, chosen }: { readonly offer: ShownOffer; readonly chosen: number }) {
  const t = useText()
  const titleId = `title-${offer.id}`
  return (
    <article className="card card-in qurbani-offer" id={`item-${offer.id}`} aria-labelledby={titleId}>
      <div className="qurbani-offer-head">
        <p className="quiet small">
          {offer.countryName} · {t(`qurbani.animal-${offer.animal}`)}
        </p>
        {offer.isSponsored ? <Badge look="accent">{t('qurbani.sponsored')}</Badge> : null}
      </div>
      <h3 id={titleId} dir="auto">
        {offer.title}
      </h3>
      <OfferDetails offer={offer} />
      <dl className="lines">
        {offer.unit === 'share' ? (
          <>
            <dt>{t('qurbani.price-share')}</dt>
            <dd>
              <Price minor={offer.sharePrice} offer={offer} />
            </dd>
          </>
        ) : null}
        <dt>{t(`qurbani.price-animal-${offer.animal}`)}</dt>
        <dd>
          <Price minor={offer.animalPrice} offer={offer} />
        </dd>
      </dl>
      <Remaining offer={offer} />
      {offer.remaining === 0 ? null : <OrderForm offer={offer} chosen={chosen} />}
    </article>
  )
}

function Remaining({ offer: { remaining, unit } }: { readonly offer: ShownOffer }) {
  const t = useText()
  if (remaining === null) return null
  return (
    <p className="small quiet">
      {remaining === 0 ? t('qurbani.sold-out') : t(`qurbani.remaining-${unit}`, { count: remaining })}
    </p>
  )
}

/** Who performs the sacrifice, on which days, and the deadline for orders. */
function OfferDetails({ offer }: { readonly offer: ShownOffer }) {
  const t = useText()
  const locale = useLocale()
  const closesAt = new Date(offer.closesAt)
  const day = (date: string) => `\u2068${formatDay(localDate(date), locale)}\u2069`
  return (
    <dl className="qurbani-facts">
      <div>
        <dt>{t('qurbani.partner')}</dt>
        <dd>
          <bdi>{offer.partner}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('qurbani.performed')}</dt>
        <dd>{t('qurbani.performed-days', { from: day(offer.performedFrom), until: day(offer.performedUntil) })}</dd>
      </div>
      <div>
        <dt>{t('qurbani.deadline')}</dt>
        <dd>
          {t('qurbani.deadline-at', {
            day: day(localDateIn(offer.timeZone, closesAt)),
            time: `\u2068${timeOfDay(offer.timeZone, closesAt)}\u2069`,
            country: `\u2068${offer.countryName}\u2069`,
          })}
          <DonorTime at={offer.closesAt} timeZone={offer.timeZone} />
        </dd>
      </div>
    </dl>
  )
}
