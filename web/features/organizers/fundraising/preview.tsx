import type { Locale } from '#shared/text.ts'
import { type ReactNode, useState } from 'react'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { artworkUrl } from '#modules/causes/campaigns/rules/category.ts'
import type { OwnLevelView } from '#modules/organizers/fundraising/contract-levels.ts'
import type { RichNode } from '#shared/rich-text.ts'
import { type Currency, formatMoney, money, parseMajor } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { directionOf, RichText } from '#web/ui/rich-text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { countryNames } from '#web/features/causes/campaigns/country-names.ts'
import { Gallery } from '#web/features/causes/campaigns/gallery.tsx'
import { Levels } from '#web/features/causes/campaigns/levels.tsx'
import type { Content } from './use-autosave.ts'

export type PreviewData = {
  readonly content: Content
  readonly story: readonly RichNode[]
  readonly coverUrl: string | null
  readonly slug: string
  readonly currency: Currency
  /** Minor units raised so far. */
  readonly raised: number
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly zakatVerified: boolean
  readonly organizationName: string
  readonly organizerName: string
  readonly levels: Parameters<typeof Levels>[0]['campaign']['levels']
}

/** An inert preview of a fundraiser, made of its page's components. */
export function FundraiserPreview({
  draft,
  headingId,
  donate,
}: {
  readonly draft: PreviewData
  readonly headingId?: string
  /** Replaces the plain button. */
  readonly donate?: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const { content, currency } = draft
  const goal = parseMajor(content.goal, currency)
  const goalText = goal ? `\u2068${formatMoney(goal, locale, { fractions: 'auto' })}\u2069` : ''
  return (
    <div className="preview-page" inert>
      <div className="campaign-page preview-campaign">
        <div className="stack-lg">
          <div className="campaign-page-picture">
            <img
              src={`${draft.coverUrl ?? artworkUrl(draft.slug, content.category)}&w=960`}
              alt={draft.coverUrl ? content.coverAlt : ''}
              width="960"
              height="540"
            />
          </div>
          <div className="stack">
            <h2 className="preview-title" id={headingId} lang={content.language} dir="auto">
              {content.title || t('fundraising.preview-untitled')}
            </h2>
            {content.tagline ? (
              <p className="quiet" lang={content.language} dir="auto">
                {content.tagline}
              </p>
            ) : null}
            <div className="badges">
              {draft.zakatVerified ? <Badge look="zakat">{t('card.zakat')}</Badge> : null}
              {draft.giftAid ? <Badge look="brand">{t('campaign.gift-aid')}</Badge> : null}
              {draft.taxReceiptCountries.length > 0 ? (
                <Badge>{t('campaign.tax', { countries: countryNames(draft.taxReceiptCountries, locale) })}</Badge>
              ) : null}
            </div>
          </div>
        </div>
        <div className="campaign-page-side preview-side card">
          <div className="card-in stack">
            <p className="campaign-page-goal">
              <b>
                <Amount minor={draft.raised} currency={currency} />
              </b>
              {goalText ? <span className="quiet">{t('campaign.goal-of', { goal: goalText })}</span> : null}
            </p>
            {goal ? <Progress percent={Number((BigInt(draft.raised) * 100n) / goal.amount)} /> : null}
            {donate ?? <span className="button button-primary button-wide">{t('campaign.donate')}</span>}
            <div>
              <p className="quiet small">{t('campaign.for')}</p>
              <p className="strong">
                <bdi>{draft.organizationName}</bdi>
              </p>
              <p className="quiet small">{t('campaign.organizer', { name: `\u2068${draft.organizerName}\u2069` })}</p>
            </div>
          </div>
        </div>
        <div className="stack-lg">
          <div className="story preview-story">
            <p className="preview-heading">{t('fundraising.story')}</p>
            <div lang={content.language} dir={directionOf(content.language)}>
              <RichText nodes={draft.story} />
            </div>
          </div>
          {content.gallery.length > 0 ? (
            <Gallery pictures={content.gallery.map(({ id, ...shown }) => ({ url: pictureUrl(id), ...shown }))} />
          ) : null}
          {draft.levels.length > 0 ? (
            <Levels
              campaign={{ currency, language: content.language, levels: draft.levels }}
              isOpen
              about={null}
              hrefOf={() => '#'}
            />
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** The preview in phone or desktop width, next to or below the form. */
export function PreviewFrame({ draft }: { readonly draft: PreviewData }) {
  const t = useText()
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  return (
    <section className="preview" aria-labelledby="preview" data-width={width}>
      <div className="preview-head row-apart">
        <h2 id="preview">{t('fundraising.preview')}</h2>
        <div className="button-row no-script-hidden" role="group" aria-label={t('fundraising.preview-width')}>
          {(['phone', 'desktop'] as const).map((option) => (
            <button
              key={option}
              type="button"
              className="chip preview-choice"
              aria-pressed={width === option}
              onClick={() => setWidth(option)}
            >
              {t(`fundraising.preview-${option}`)}
            </button>
          ))}
        </div>
      </div>
      <p className="quiet small">{t('fundraising.preview-lead')}</p>
      <div className="preview-frame">
        <FundraiserPreview draft={draft} />
      </div>
    </section>
  )
}

/** Returns an editor's levels as donors will see them, without hidden ones. */
export const previewLevels = (levels: readonly OwnLevelView[]): PreviewData['levels'] =>
  levels
    .filter(({ hidden }) => !hidden)
    .map((level) => ({
      ...level,
      remaining: level.limit === null ? null : level.limit - level.claimed - level.reserved,
      soldOut: level.limit !== null && level.claimed >= level.limit,
    }))

/** Formats an amount in minor units. */
export const shownAmount = (minor: number, currency: Currency, locale: Locale): string =>
  `\u2068${formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })}\u2069`
