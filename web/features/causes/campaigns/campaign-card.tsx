import type { ReactNode } from 'react'
import { activeStatus } from '#modules/causes/campaigns/rules/open.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { withQuery } from '#shared/pages/with-query.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import { timeLeft } from './time-left.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Progress } from '#web/ui/progress.tsx'

export type Card = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly imageUrl: string | null
  readonly organizationName: string
  readonly organizationNameAr: string | null
  readonly location: string
  readonly language: string
  readonly pledgeAmount: number
  readonly goal: number | null
  readonly currencyCode: Currency
  readonly fundedPercentage: number | null
  readonly donorCount: number
  readonly daysLeft: number | null
  readonly zakatApproved: boolean
  readonly status: number
  /** The operator's variants for the requested ad spot. */
  readonly adVariants?: readonly { readonly creativeType: string; readonly creativeUrl: string }[]
}

/** Returns the operator's picture if a page may show it, otherwise the fundraiser's. */
function pictureOf({ adVariants, imageUrl }: Card): string | null {
  const own = adVariants?.find(
    ({ creativeType, creativeUrl }) => creativeType === 'image' && creativeUrl.startsWith('/'),
  )?.creativeUrl
  return own ?? imageUrl
}

/**
 * A fundraiser in a list; the whole card is one link, named by its title. `corner` and `action` are separate controls
 * on top of it.
 */
export function CampaignCard({
  card,
  source,
  place = Infinity,
  corner,
  action,
}: {
  card: Card
  source?: string
  /** Position in a list at the top of a page, whose first pictures load at once, the first of all with priority. */
  place?: number
  corner?: ReactNode
  /** Rendered only while the fundraiser is open. */
  action?: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const picture = pictureOf(card)
  const time = timeLeft(t, card)
  const show = (minor: number) =>
    `\u2068${formatMoney(money(BigInt(minor), card.currencyCode), locale, { fractions: 'auto' })}\u2069`
  return (
    <article className="campaign-card card">
      <div className="campaign-card-picture">
        {picture ? (
          <img
            src={withQuery(picture, { w: '480' })}
            alt=""
            width="480"
            height="270"
            loading={place < 3 ? 'eager' : 'lazy'}
            fetchPriority={place === 0 ? 'high' : undefined}
          />
        ) : (
          <div className="no-picture" />
        )}
        {card.zakatApproved ? <span className="badge badge-zakat campaign-card-mark">{t('card.zakat')}</span> : null}
      </div>
      <div className="campaign-card-text">
        <h3 lang={card.language} dir="auto">
          <a
            href={`/v4/campaign/${encodeURIComponent(card.slug)}${source ? `?src=${encodeURIComponent(source)}` : ''}`}
          >
            {card.name}
          </a>
        </h3>
        <p className="quiet small">
          <bdi>{charityName(card, locale)}</bdi>
          {card.location ? (
            <>
              {' · '}
              <bdi>{card.location}</bdi>
            </>
          ) : null}
        </p>
        <div className="campaign-card-progress">
          {card.goal !== null ? <Progress percent={card.fundedPercentage ?? 0} /> : null}
          <p className="strong num">
            {card.goal === null
              ? t('card.raised', { raised: show(card.pledgeAmount) })
              : t('card.raised-of', { raised: show(card.pledgeAmount), goal: show(card.goal) })}
          </p>
          <p className="campaign-card-facts quiet small">
            <span>{t('card.donors', { count: card.donorCount })}</span>
            {time ? <span>{time}</span> : null}
          </p>
        </div>
        {card.status === activeStatus && card.daysLeft !== 0 && action ? (
          <div className="campaign-card-action">{action}</div>
        ) : null}
      </div>
      {corner}
    </article>
  )
}
