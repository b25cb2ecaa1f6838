import type { Currency } from '#shared/money.ts'
import { type MouseEvent, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Avatar } from '#web/ui/small-parts.tsx'
import { Ago } from './ago.tsx'

export type Donor = {
  readonly name: string | null
  readonly place: string | null
  readonly gift: number
  readonly currency: Currency
  readonly givenAt: string
  readonly fields: readonly { readonly label: string; readonly text: string }[]
}
export type DonorOrder = 'newest' | 'top'
type Shown = { readonly order: DonorOrder; readonly donors: readonly Donor[]; readonly next: string | null }

/** The browser handles clicks that open a new tab or window. */
const isPlain = (event: MouseEvent) =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0)

/** Donors, newest or largest first, ten at a time. The links work without JavaScript, and load in place with it. */
export function Donors({
  campaignId,
  first,
  hrefOf,
}: {
  readonly campaignId: string
  readonly first: Shown
  /** Returns the URL of this page with another order or offset. */
  readonly hrefOf: (order: DonorOrder, before?: string) => string
}) {
  const t = useText()
  // What the reader loaded; until then, what the page has, also when it loads newer donations.
  const [loaded, setLoaded] = useState<Shown>()
  const view = loaded ?? first
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function load(event: MouseEvent, order: DonorOrder, before?: string) {
    if (!isPlain(event)) return
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailed(false)
    try {
      const page = await api('GET /v4/campaigns/:campaignId/donors', { campaignId, order, before })
      setLoaded({
        order,
        donors: before === undefined ? page.donors : [...view.donors, ...page.donors],
        next: page.next,
      })
    } catch (error) {
      console.warn('more donors could not be loaded', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  const { order: shownOrder, next } = view
  if (first.donors.length === 0) return <p className="quiet">{t('campaign.no-donors')}</p>
  return (
    <div className="stack" aria-busy={isBusy || undefined}>
      <nav className="campaign-page-order" aria-label={t('sections.order')}>
        {(['newest', 'top'] as const).map((order) => (
          <a
            key={order}
            href={hrefOf(order)}
            {...(order === shownOrder ? { 'aria-current': 'true' as const } : {})}
            onClick={(event) => void load(event, order)}
          >
            {t(`sections.${order}`)}
          </a>
        ))}
      </nav>
      <ul className="campaign-page-donors">
        {view.donors.map((donor, index) => (
          <li key={`${donor.givenAt}-${index}`}>
            <Avatar name={donor.name ?? '✦'} />
            <span className="campaign-page-donor">
              <bdi className="strong">{donor.name ?? t('campaign.anonymous')}</bdi>
              <span className="quiet small">
                {donor.place ? (
                  <>
                    <bdi>{donor.place}</bdi>
                    {' · '}
                  </>
                ) : null}
                <Ago instant={donor.givenAt} />
              </span>
              {donor.fields.map(({ label, text }) => (
                <bdi key={label} className="small">
                  {text}
                </bdi>
              ))}
            </span>
            <span className="strong">
              <Amount minor={donor.gift} currency={donor.currency} />
            </span>
          </li>
        ))}
      </ul>
      {hasFailed ? <p role="alert">{t('sections.failed')}</p> : null}
      {next ? (
        <p>
          <a
            className="button button-quiet"
            href={hrefOf(shownOrder, next)}
            onClick={(event) => void load(event, shownOrder, next)}
          >
            {t('campaign.more-donors')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
