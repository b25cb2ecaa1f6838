import { useEffect, useState } from 'react'
import { shareLinks, sharePlaces } from '#modules/causes/campaigns/rules/share.ts'
import { type Currency, formatMoney, money, parseMajor } from '#shared/money.ts'
import { track } from '#web/lib/analytics.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { CopyLink } from './copy-link.tsx'
import { DeviceShare } from './device-share.tsx'
import { InstagramShare } from './instagram-share.tsx'

export type CouldRaise = { readonly amount: string; readonly currency: Currency; readonly source: string } | null

const names = { whatsapp: 'WhatsApp', facebook: 'Facebook', x: 'X' } as const

/** The options to share a fundraiser (content-14): the share sheet, the link, social networks. */
export function ShareOptions({
  slug,
  title,
  url,
  couldRaise,
  campaignId,
}: {
  readonly slug: string
  readonly title: string
  readonly url: string
  readonly couldRaise: CouldRaise
  readonly campaignId: string
}) {
  const t = useText()
  const locale = useLocale()
  const [isInstagram, setInstagram] = useState(false)
  useEffect(() => {
    // The thank-you page links here. Only the browser knows the fragment.
    // oxlint-disable-next-line react/set-state-in-effect
    if (location.hash === '#instagram') setInstagram(true)
  }, [])
  const links = shareLinks(url, title)
  const amount = couldRaise ? parseMajor(couldRaise.amount, couldRaise.currency) : undefined
  if (isInstagram)
    return (
      <div className="stack">
        <p>
          <button type="button" className="button button-quiet" onClick={() => setInstagram(false)}>
            {t('share.back')}
          </button>
        </p>
        <InstagramShare slug={slug} title={title} url={url} />
      </div>
    )
  return (
    <div className="stack">
      <p dir="auto">{t('share.lead', { name: `\u2068${title}\u2069` })}</p>
      {couldRaise && amount ? (
        <p className="notice">
          <span className="strong">
            {t('share.could', {
              amount: `\u2068${formatMoney(money(amount.amount, couldRaise.currency), locale, { fractions: 'auto' })}\u2069`,
            })}
          </span>{' '}
          <span className="small quiet" dir="auto">
            {t('share.source', { source: `\u2068${couldRaise.source}\u2069` })}
          </span>
        </p>
      ) : null}
      <DeviceShare url={url} title={title} className="button button-primary button-wide" />
      <CopyLink url={url} />
      <ul className="share-places">
        {sharePlaces.map((place) => (
          <li key={place}>
            <a
              className="chip"
              href={links[place]}
              {...(place === 'email'
                ? {}
                : {
                    rel: 'noopener noreferrer',
                    target: '_blank',
                    'aria-label': t('share.opens', { place: names[place] }),
                  })}
              onClick={() => track('shared')}
            >
              {place === 'email' ? t('share.email') : names[place]}
            </a>
          </li>
        ))}
        <li>
          <button type="button" className="chip no-script-hidden" onClick={() => setInstagram(true)}>
            {t('share.instagram')}
          </button>
        </li>
      </ul>
      <p className="small">
        <a href={`/account/referrals/${campaignId}`}>{t('share.own')}</a>
      </p>
    </div>
  )
}
