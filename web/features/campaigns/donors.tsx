import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useLocale, useText } from '../../lib/text.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Avatar } from '../../ui/small-parts.tsx'

export type Donor = { readonly name: string | null; readonly place: string | null; readonly gift: number; readonly currency: string; readonly givenAt: string }

/** Made once: making one costs more than a page of donors. */
const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
  ar: new Intl.DateTimeFormat('ar-u-ca-gregory-nu-latn', { dateStyle: 'medium', timeZone: 'UTC' }),
} as const

export function Donors({ campaignId, first, next }: { campaignId: string; first: readonly Donor[]; next: string | null }) {
  const t = useText()
  const locale = useLocale()
  const [donors, setDonors] = useState(first)
  const [cursor, setCursor] = useState(next)
  const day = days[locale]
  if (donors.length === 0) return <p className="quiet">{t('campaign.no-donors')}</p>
  async function more() {
    try {
      const page = await api('GET /v4/campaigns/:campaignId/donors', { campaignId, before: cursor ?? undefined })
      setDonors([...donors, ...page.donors])
      setCursor(page.next)
    } catch (error) {
      console.warn('more donors could not be loaded', error)
    }
  }
  return (
    <>
      <ul className="donors">
        {donors.map((donor, index) => (
          <li key={`${donor.givenAt}-${index}`}>
            <Avatar name={donor.name ?? '✦'} />
            <span className="donor-name">
              <bdi className="strong">{donor.name ?? t('campaign.anonymous')}</bdi>
              <span className="quiet small">
                {donor.place ? <bdi>{donor.place} · </bdi> : null}
                {day.format(new Date(donor.givenAt))}
              </span>
            </span>
            <span className="strong">
              <Amount minor={donor.gift} currency={donor.currency} />
            </span>
          </li>
        ))}
      </ul>
      {cursor ? (
        <button type="button" className="button button-quiet" onClick={() => void more()}>
          {t('campaign.more-donors')}
        </button>
      ) : null}
    </>
  )
}
