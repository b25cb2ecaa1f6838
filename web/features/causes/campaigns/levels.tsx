import type { ReactNode } from 'react'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { type LevelRequirements, levelRequirements } from '#modules/causes/campaigns/rules/level-fields.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { commaOf } from '#shared/text.ts'
import { type Approximate, approximately } from './approximate.ts'
import { type MessageKey, useLocale, useText } from '#web/lib/text.tsx'

export type ShownLevel = LevelRequirements & {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly amount: number
  readonly limit: number | null
  readonly remaining: number | null
  readonly soldOut: boolean
  /** The level's only frequency; null for any. */
  readonly frequency?: CampaignPage['levels'][number]['frequency']
}

const asks: Readonly<Record<keyof LevelRequirements, MessageKey>> = {
  requireNote: 'campaign.asks-note',
  requireEmail: 'campaign.asks-email',
  requireShipping: 'campaign.asks-shipping',
  requireEmergencyContact: 'campaign.asks-emergency',
  requireMedical: 'campaign.asks-medical',
}

/** Giving levels with their remaining quantity and the details they require (S1 §9). */
export function Levels({
  campaign,
  isOpen,
  about,
  hrefOf,
  besideOf,
}: {
  campaign: { readonly currency: Currency; readonly language: string; readonly levels: readonly ShownLevel[] }
  isOpen: boolean
  about: Approximate | null
  hrefOf: (level: ShownLevel) => string
  /** Renders an additional action of an available level. */
  besideOf?: (level: ShownLevel) => ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <section aria-labelledby="levels" className="stack">
      <h2 id="levels">{t('campaign.levels')}</h2>
      <ul className="campaign-page-levels">
        {campaign.levels.map((level) => {
          const wanted = levelRequirements.filter((name) => level[name]).map((name) => t(asks[name]))
          const amount = formatMoney(money(BigInt(level.amount), campaign.currency), locale, {
            fractions: 'auto',
          })
          const aboutAmount = approximately(about, level.amount, locale)
          return (
            <li key={level.id} className="card card-in campaign-page-level">
              <h3 dir="auto" lang={campaign.language}>
                {level.title}
              </h3>
              <p className="quiet" dir="auto" lang={campaign.language}>
                {level.description}
              </p>
              {level.limit !== null && !level.soldOut ? (
                <p className="small strong">
                  {t('campaign.remaining', { count: level.remaining ?? 0, limit: level.limit })}
                </p>
              ) : null}
              {wanted.length > 0 ? (
                <p className="small quiet">{t('campaign.asks', { what: wanted.join(`${commaOf(locale)} `) })}</p>
              ) : null}
              {aboutAmount ? <p className="small quiet">{t('campaign.approx', { amount: aboutAmount })}</p> : null}
              {level.soldOut ? <p className="strong">{t('campaign.sold-out')}</p> : null}
              {!level.soldOut && isOpen ? (
                <>
                  <a className="button button-quiet" href={hrefOf(level)}>
                    {t('campaign.choose', { amount: `\u2068${amount}\u2069` })}
                    {/* A hosted page's level has exactly one frequency (pages-6). */}
                    {level.frequency && level.frequency !== 'onetime'
                      ? ` · ${t(`campaign.give-${level.frequency}`)}`
                      : ''}
                  </a>
                  {besideOf?.(level)}
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
