import type { ReactNode } from 'react'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { formatMoney, money, type Money } from '#shared/money.ts'
import { type Translate, useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { hasNumberedDays } from './programme.ts'
import { rangeOf, type SummaryOf, formatPlanSummary } from './plan-summary.ts'
import type { Json } from '#shared/wire/json.ts'

export type SummaryRailProps = Pick<SummaryOf, 'programme'> & {
  /** The donor's choices; `total` ends the plan when reached, in minor units as text. */
  readonly chosen: Omit<SummaryOf, 'programme'> & { readonly total?: string | undefined }
  readonly preview: Json<PlanPreview> | null
  /** Whether the preview is still loading for the latest choices. */
  readonly isOld?: boolean
  readonly causes: readonly { readonly name: string; readonly percent: string }[]
  /** Whether the platform chooses the causes. */
  readonly isPlatform: boolean
  readonly code: string | undefined
  /** Title of the chosen giving level. */
  readonly level?: string | undefined
  readonly children?: ReactNode
}

/** Plain-language summary of dates and amounts, shown before the donor agrees (recurring-17). */
export function SummaryRail({
  programme,
  chosen: { frequency, until, total },
  preview,
  isOld = false,
  causes,
  isPlatform,
  code,
  level,
  children,
}: SummaryRailProps) {
  const t = useText()
  return (
    <aside className="wizard-rail card" aria-labelledby="summary">
      <div className="card-in stack" data-old={isOld || undefined}>
        <h2 id="summary">{t('wizard.summary')}</h2>
        {preview ? (
          <PlanText programme={programme} frequency={frequency} until={until} preview={preview} />
        ) : (
          <p className="quiet">{t('wizard.no-preview')}</p>
        )}
        {preview && total ? <EndsAt sum={money(BigInt(total), preview.currency)} /> : null}
        <Causes causes={causes} isPlatform={isPlatform} />
        {level ? (
          <p className="small">
            <span className="quiet">{t('wizard.level-line')}</span> <bdi>{level}</bdi>
          </p>
        ) : null}
        {code ? <p className="small quiet">{t('wizard.code-kept', { code: `\u2068${code}\u2069` })}</p> : null}
        {children}
        <p className="small quiet">{t('wizard.nothing-now')}</p>
      </div>
    </aside>
  )
}

function EndsAt({ sum }: { readonly sum: Money }) {
  const t = useText()
  const locale = useLocale()
  const total = `\u2068${formatMoney(sum, locale, { fractions: 'always' })}\u2069`
  return <p className="notice small">{t('wizard.ends-at-total', { total })}</p>
}

function Causes({ causes, isPlatform }: Pick<SummaryRailProps, 'causes' | 'isPlatform'>) {
  const t = useText()
  if (causes.length > 0)
    return (
      <ul className="wizard-rail-causes small">
        {causes.map(({ name, percent }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {percent === '' || causes.length === 1 ? null : <span className="quiet num"> {`${percent}%`}</span>}
          </li>
        ))}
      </ul>
    )
  return isPlatform ? <p className="small quiet">{t('wizard.to-platform')}</p> : null
}

function PlanText({ preview, ...chosen }: SummaryOf & { readonly preview: Json<PlanPreview> }) {
  const t = useText()
  const locale = useLocale()
  const words = formatPlanSummary(t, locale, chosen, preview)
  const { donations, currency } = preview
  const counted = hasNumberedDays(chosen.programme)
  return (
    <>
      <div role="status" className="wizard-summary">
        {words.count ? <p className="strong">{words.count}</p> : null}
        <p className="wizard-headline num">{words.headline}</p>
        <p>{words.dates}</p>
      </div>
      <Lines preview={preview} isCounted={counted} />
      {counted ? null : (
        <div>
          <p className="label">{t('wizard.next-donations')}</p>
          <ol className="wizard-next small">
            {donations.slice(0, 3).map((donation) => (
              <li key={donation.key}>
                <span>{words.day(donation, true)}</span> <span className="quiet">{donation.onHijri}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <p className="small quiet">{words.clock}</p>
      {counted ? <p className="notice small">{moonText(t, chosen.programme, preview)}</p> : null}
      <p className="visually-hidden">{currency}</p>
    </>
  )
}

/** Explains how a moon sighting can move or add a night or day. */
function moonText(t: Translate, programme: Programme | null, { thirtieth, totalOf29 }: Json<PlanPreview>): string {
  const moon = t('wizard.moon')
  if (programme !== 'Ramadan30Nights') return moon
  if (thirtieth) return `${t('wizard.of-29')} ${moon}`
  return totalOf29 === null ? moon : `${t('wizard.of-30')} ${moon}`
}

/** Price lines, shown only if more than the donation itself is charged. */
function Lines({ preview, isCounted: counted }: { readonly preview: Json<PlanPreview>; readonly isCounted: boolean }) {
  const t = useText()
  const { donations, thirtieth, currency } = preview
  const list = counted ? [...donations, ...(thirtieth ? [thirtieth] : [])] : donations.slice(0, 1)
  const sum = (part: 'gift' | 'tip' | 'coveredFee') => list.reduce((total, donation) => total + donation[part], 0)
  if (sum('tip') + sum('coveredFee') === 0) return null
  const { high, low } = rangeOf(preview)
  const totalLabel = high > low ? 'wizard.line-total-30' : 'wizard.line-total'
  const total = counted ? high : sum('gift') + sum('tip') + sum('coveredFee')
  return (
    <dl className="lines">
      <dt>{t('wizard.line-donations')}</dt>
      <dd>
        <Amount minor={sum('gift')} currency={currency} fractions="always" />
      </dd>
      {sum('tip') > 0 ? (
        <>
          <dt>{t('wizard.line-tip')}</dt>
          <dd>
            <Amount minor={sum('tip')} currency={currency} fractions="always" />
          </dd>
        </>
      ) : null}
      {sum('coveredFee') > 0 ? (
        <>
          <dt>{t('wizard.line-fee')}</dt>
          <dd>
            <Amount minor={sum('coveredFee')} currency={currency} fractions="always" />
          </dd>
        </>
      ) : null}
      <dt className="lines-total">{t(counted ? totalLabel : 'wizard.line-each')}</dt>
      <dd className="lines-total">
        <Amount minor={total} currency={currency} fractions="always" />
      </dd>
    </dl>
  )
}
