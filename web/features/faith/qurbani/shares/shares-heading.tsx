import { useText } from '#web/lib/text.tsx'
import type { QurbaniShareData } from './share-data.ts'

/** The item's name above its shares, with a link back to the items of its year. */
export function SharesHeading({
  facts: { list, countryName },
  back,
}: {
  readonly facts: QurbaniShareData
  readonly back: string
}) {
  const t = useText()
  return (
    <div className="stack">
      <p>
        <a href={back}>{t('qurbani-shares.back')}</a>
      </p>
      <h1>
        <bdi>{list.item.title}</bdi>
      </h1>
      <p className="quiet">
        {t(`qurbani-shares.animal-${list.item.animal}`)} · {countryName} · <bdi>{list.item.partner}</bdi> ·{' '}
        {t('qurbani-shares.year', { year: String(list.item.hijriYear) })}
      </p>
    </div>
  )
}

/** Says whether the list may still change, or by when the charity must confirm it. */
export function SharesNotice({ facts }: { readonly facts: QurbaniShareData }) {
  const t = useText()
  return <p className="notice">{stateText(facts, t)}</p>
}

function stateText(
  { list, hasClosed, closes, confirmBy, isLate }: QurbaniShareData,
  t: ReturnType<typeof useText>,
): string {
  if (!list.isFinal)
    return hasClosed
      ? t('qurbani-shares.closed-waiting')
      : t('qurbani-shares.provisional', { closes: `\u2068${closes}\u2069` })
  if (list.counts.unconfirmed === 0) return t('qurbani-shares.all-performed')
  return t(isLate ? 'qurbani-shares.late' : 'qurbani-shares.confirm-by', { date: confirmBy })
}
