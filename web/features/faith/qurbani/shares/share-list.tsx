import type { QurbaniShareListView, QurbaniShareView } from '#modules/faith/qurbani/contract-fulfilment.ts'
import { useText } from '#web/lib/text.tsx'
import type { Json } from '#shared/wire/json.ts'

/** The numbers of animals and shares, and of those performed. */
export function ShareCounts({ counts }: { readonly counts: QurbaniShareListView['counts'] }) {
  const t = useText()
  const figures = [
    [t('qurbani-shares.animals'), counts.animals],
    [t('qurbani-shares.ordered'), counts.ordered],
    [t('qurbani-shares.free-places'), counts.free],
    [t('qurbani-shares.performed'), counts.performed],
  ] as const
  return (
    <dl className="qurbani-shares-counts">
      {figures.map(([label, count]) => (
        <div key={label}>
          <dt className="quiet small">{label}</dt>
          <dd className="num">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Links that download the list. */
export function ShareDownloads({
  base,
  parts,
  isEmpty,
}: {
  readonly base: string
  readonly parts: QurbaniShareListView['pdfParts']
  readonly isEmpty: boolean
}) {
  const t = useText()
  if (isEmpty) return null
  return (
    <section className="stack" aria-labelledby="downloads">
      <h2 id="downloads">{t('qurbani-shares.downloads')}</h2>
      <p className="button-row">
        <a className="button button-quiet" href={`${base}/csv`}>
          {t('qurbani-shares.csv')}
        </a>
        {parts.map(({ after, first, last }) => (
          <a key={after} className="button button-quiet" href={`${base}/pdf?after=${after}`}>
            {parts.length === 1 ? t('qurbani-shares.pdf') : t('qurbani-shares.pdf-part', { first, last })}
          </a>
        ))}
      </p>
      <p className="quiet small">{t('qurbani-shares.names-note')}</p>
    </section>
  )
}

type Shares = readonly QurbaniShareView[]

/** A table of shares for each animal. */
export function SharesByAnimal({
  list,
  days,
  nextPage = (after) => `?after=${after}`,
}: {
  readonly list: Json<QurbaniShareListView>
  /** Formatted days. */
  readonly days: Readonly<Record<string, string>>
  /** Returns the URL of the page that starts after an animal. */
  readonly nextPage?: (after: string) => string
}) {
  const t = useText()
  const byAnimal = [...Map.groupBy(list.shares, ({ animal }) => animal)]
  return (
    <section className="stack" aria-labelledby="list">
      <h2 id="list">{t('qurbani-shares.list')}</h2>
      <p className="quiet small">{t('qurbani-shares.about-numbers')}</p>
      {byAnimal.length === 0 ? <p>{t('qurbani-shares.none')}</p> : null}
      {byAnimal.map(([animal, shares]) => (
        <AnimalTable key={animal ?? 'none'} animal={animal} shares={shares} days={days} />
      ))}
      {list.next === null ? null : (
        <p>
          <a className="button button-quiet" href={`${nextPage(String(list.next))}#list`}>
            {t('qurbani-shares.next')}
          </a>
        </p>
      )}
    </section>
  )
}

function AnimalTable({
  animal,
  shares,
  days,
}: {
  readonly animal: number | null
  readonly shares: Shares
  readonly days: Readonly<Record<string, string>>
}) {
  const t = useText()
  const intention = shares[0]?.intention ?? 'qurbani'
  const title =
    animal === null ? t('qurbani-shares.without-animal') : t('qurbani-shares.animal-number', { number: animal })
  return (
    <>
      <table className="table table-cards qurbani-shares-table">
        <caption className="qurbani-shares-animal">
          {title}
          {animal === null ? null : <span className="quiet"> · {t(`qurbani-shares.intention-${intention}`)}</span>}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('qurbani-shares.number')}</th>
            <th scope="col">{t('qurbani-shares.name')}</th>
            <th scope="col">{t('qurbani-shares.performed-on')}</th>
            <th scope="col">{t('qurbani-shares.place')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.number}>
              <th scope="row" className="num">
                {share.number}
              </th>
              <td data-label={t('qurbani-shares.name')}>
                <ShareName share={share} />
              </td>
              <td data-label={t('qurbani-shares.performed-on')}>
                {share.performedOn ? (days[share.performedOn] ?? share.performedOn) : <NotPerformed share={share} />}
              </td>
              <td data-label={t('qurbani-shares.place')} data-empty={share.place ? undefined : true}>
                <bdi>{share.place ?? ''}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {animal === null ? <p className="quiet small">{t('qurbani-shares.without-animal-note')}</p> : null}
    </>
  )
}

function ShareName({ share: { name, isFree } }: { readonly share: QurbaniShareView }) {
  const t = useText()
  if (name !== null) return <bdi>{name}</bdi>
  return <span className="quiet">{t(isFree ? 'qurbani-shares.free' : 'qurbani-shares.anonymous')}</span>
}

function NotPerformed({ share: { outcome } }: { readonly share: QurbaniShareView }) {
  const t = useText()
  return <span className="quiet">{outcome ? t(`qurbani-shares.outcome-${outcome}`) : t('qurbani-shares.not-yet')}</span>
}
