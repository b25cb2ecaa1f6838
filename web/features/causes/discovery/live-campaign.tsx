import { formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { Card } from '../campaigns/campaign-card.tsx'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import { timeLeft } from '../campaigns/time-left.ts'

/** An open campaign in the hero of the home page, with a link to donate. */
export function LiveCampaign({ card, source }: { readonly card: Card; readonly source: string }) {
  const t = useText()
  const locale = useLocale()
  const show = (minor: number) => `\u2068${formatMoney(money(BigInt(minor), card.currencyCode), locale)}\u2069`
  const query = `?src=${encodeURIComponent(source)}`
  const time = timeLeft(t, card)
  return (
    <article className="home-live card">
      <a href={`/v4/campaign/${encodeURIComponent(card.slug)}${query}`}>
        <span className="home-live-picture">
          {card.imageUrl ? (
            <img
              src={`${card.imageUrl}&w=960`}
              srcSet={`${card.imageUrl}&w=480 480w, ${card.imageUrl}&w=960 960w`}
              sizes="(min-width: 56.25rem) 30rem, 100vw"
              alt=""
              width="960"
              height="540"
              fetchPriority="high"
            />
          ) : null}
        </span>
        <span className="home-live-text">
          <span className="quiet small">{t('home.live')}</span>
          <strong lang={card.language} dir="auto">
            {card.name}
          </strong>
          <bdi className="quiet small">{charityName(card, locale)}</bdi>
        </span>
      </a>
      <div className="home-live-foot">
        {card.goal === null ? null : <Progress percent={card.fundedPercentage ?? 0} />}
        <p>
          <span className="strong num">
            {card.goal === null
              ? t('card.raised', { raised: show(card.pledgeAmount) })
              : t('card.raised-of', { raised: show(card.pledgeAmount), goal: show(card.goal) })}
          </span>
          <span className="quiet small">
            {[t('card.donors', { count: card.donorCount }), time].filter(Boolean).join(' · ')}
          </span>
        </p>
        <a className="button button-primary button-wide" href={`/v4/checkout/${encodeURIComponent(card.slug)}${query}`}>
          {t('campaign.donate')}
          <span className="visually-hidden">: {card.name}</span>
        </a>
      </div>
    </article>
  )
}
