import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { zoneCity } from '#shared/zones.ts'
import type { QurbaniItemView } from '#modules/faith/qurbani/contract.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Country } from '#web/features/platform/addresses/address-data.ts'
import { timeOfDay } from '../donor-time.tsx'
import type { Json } from '#shared/wire/json.ts'

/** The items of a year, each linking to its form and its list of shares. */
export function ItemTable({
  items,
  countries,
  editAddress,
  sharesAddress,
}: {
  readonly items: readonly Json<QurbaniItemView>[]
  readonly countries: readonly Country[]
  readonly editAddress: (id: string) => string
  readonly sharesAddress: (id: string) => string
}) {
  const t = useText()
  return (
    // Scrollable regions must be focusable for keyboard users (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-scroll" tabIndex={0} role="region" aria-label={t('qurbani-items.table')}>
      <table className="table table-cards qurbani-items-table">
        <thead>
          <tr>
            <th scope="col">{t('qurbani-items.item')}</th>
            <th scope="col">{t('qurbani-items.animal')}</th>
            <th scope="col" className="table-figure">
              {t('qurbani-items.price')}
            </th>
            <th scope="col" className="table-figure">
              {t('qurbani-items.capacity')}
            </th>
            <th scope="col" className="table-figure">
              {t('qurbani-items.ordered')}
            </th>
            <th scope="col" className="table-figure">
              {t('qurbani-items.reserved')}
            </th>
            <th scope="col">{t('qurbani-items.window')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              countryName={countries.find(({ code }) => code === item.country)?.name ?? item.country}
              address={editAddress(item.id)}
              sharesAddress={sharesAddress(item.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ItemRow({
  item,
  countryName,
  address,
  sharesAddress,
}: {
  readonly item: Json<QurbaniItemView>
  readonly countryName: string
  readonly address: string
  readonly sharesAddress: string
}) {
  const t = useText()
  const locale = useLocale()
  const closesAt = new Date(item.closesAt)
  const pieces = (count: number) => t(`qurbani-items.pieces-${item.unit}`, { count })
  return (
    <tr>
      <th scope="row">
        <a className="table-block" href={address}>
          <bdi>{item.title}</bdi>
        </a>
        <span className="quiet table-block">
          <bdi>{item.partner}</bdi>
        </span>
        <span className="qurbani-items-marks">
          <Badge look={item.isOffered && item.state === 'open' ? 'brand' : 'accent'}>
            {t(item.isOffered ? `qurbani-items.state-${item.state}` : 'qurbani-items.not-offered')}
          </Badge>
          {item.isSponsored ? <Badge>{t('qurbani-items.sponsored')}</Badge> : null}
        </span>
      </th>
      <td data-label={t('qurbani-items.animal')}>
        <span>
          {countryName}
          <span className="table-block">
            {t(`qurbani-items.animal-${item.animal}`)} · {t(`qurbani-items.unit-${item.unit}`)}
          </span>
        </span>
      </td>
      <td className="table-figure" data-label={t('qurbani-items.price')}>
        <span>
          <Amount minor={item.animalPrice} currency={item.currency} />
          {item.unit === 'share' ? (
            <span className="quiet table-block">
              {t('qurbani-items.of-share')} <Amount minor={item.sharePrice} currency={item.currency} />
            </span>
          ) : null}
        </span>
      </td>
      <td className="table-figure num" data-label={t('qurbani-items.capacity')}>
        {item.capacity ?? t('qurbani-items.unlimited')}
      </td>
      <td className="table-figure num" data-label={t('qurbani-items.ordered')}>
        <span>
          {pieces(item.claimed)}
          <a
            className="table-block"
            href={sharesAddress}
            aria-label={t('qurbani-items.shares-of', { item: item.title })}
          >
            {t('qurbani-items.shares')}
          </a>
        </span>
      </td>
      <td className="table-figure num" data-label={t('qurbani-items.reserved')}>
        {pieces(item.reserved)}
      </td>
      <td data-label={t('qurbani-items.window')}>
        <span>
          {t('qurbani-items.from', { day: `\u2068${formatDay(localDate(item.opensOn), locale)}\u2069` })}
          <span className="table-block">
            {t('qurbani-items.until', {
              day: `\u2068${formatDay(localDateIn(item.timeZone, closesAt), locale)}\u2069`,
              time: `\u2068${timeOfDay(item.timeZone, closesAt)}\u2069`,
            })}
          </span>
          <span className="quiet table-block">{zoneCity(item.timeZone)}</span>
        </span>
      </td>
    </tr>
  )
}
