import type { ReactNode } from 'react'
import { formatMoney, money } from '#shared/money.ts'
import { isolate, type Locale } from '#shared/text.ts'
import { type Translate, useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { cardName, type SavedCard } from '#web/features/money/cards/card-text.ts'
import { formatPlanDay, hasNights, type Plan, formatPlanRange } from './plan-text.ts'
import { zoneCity } from '#shared/zones.ts'
import { percentOf } from './wizard/percent.ts'
import type { Editable } from './posted-change.ts'

/** Returns whether a plan has started; until then its calendar can be changed. */
const hasBegun = ({ occurrences }: Plan): boolean =>
  occurrences.some(({ status }) => status !== 'SCHEDULED' && status !== 'CANCELLED')

/** Returns the name shown with the donor's donations. */
function nameText(t: Translate, { anonymous, CustomName }: Plan): string {
  if (anonymous) return t('managing.anonymous')
  return CustomName ? isolate(CustomName) : t('managing.own-name')
}

/** Returns when a plan ends: at a total, on a date, with its last donation, or when cancelled. */
function endText(t: Translate, locale: Locale, plan: Plan): string {
  if (plan.total) {
    const show = (minor: number) =>
      isolate(formatMoney(money(BigInt(minor), plan.donationAmountCurrency), locale, { fractions: 'always' }))
    const amounts = { paid: show(plan.total.paid), total: show(plan.total.amount) }
    const { endsOn } = plan.total
    return endsOn
      ? t('managing.total-ends', { ...amounts, day: formatPlanDay(endsOn, locale) })
      : t('managing.total-paid', amounts)
  }
  if (plan.unsubscribedAt) return formatPlanDay(plan.unsubscribedAt, locale)
  return t(hasNights(plan) ? 'managing.ends-by-itself' : 'managing.no-end')
}

/** Details of a plan, one line each with a link to change it; the line being changed is a form. */
export function PlanDetails({
  plan,
  editing,
  form,
}: {
  readonly plan: Plan
  readonly editing: Editable | null
  readonly form: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const product = useFrame()?.productName ?? ''
  const isOver = plan.status !== 'active'
  const tip = plan.tipAmount > 0 ? formatPlanRange(t, locale, plan, 'tip') : t('managing.no-tip')
  const given = formatPlanRange(t, locale, plan, 'gift')
  const text = hasNights(plan) ? t('managing.all-nights', { amount: given }) : given
  const causes =
    plan.causes.length === 0 ? (
      t('managing.to-platform')
    ) : (
      <ul className="plan-causes">
        {plan.causes.map(({ campaignId, name, slug, share }) => (
          <li key={campaignId}>
            {slug ? (
              <a href={`/v4/campaign/${encodeURIComponent(slug)}`}>
                <bdi>{name}</bdi>
              </a>
            ) : null}
            {plan.causes.length > 1 ? <span className="quiet num"> {percentOf(share)}%</span> : null}
          </li>
        ))}
      </ul>
    )
  const lines: readonly (readonly [Editable, string, ReactNode])[] = [
    [
      'amount',
      t('managing.amount'),
      <>
        {text}
        <span className="quiet small plan-line-more">
          {t('managing.tip', { product })}: {tip}
        </span>
        {plan.charged.coveredFee > 0 ? (
          <span className="quiet small plan-line-more">
            {t('managing.line-fee')}: {formatPlanRange(t, locale, plan, 'coveredFee')}
          </span>
        ) : null}
      </>,
    ],
    ['causes', t('managing.causes'), causes],
    ['card', t('managing.card'), plan.card ? cardName(t, plan.card as SavedCard) : t('managing.no-card')],
    ['end', t('managing.end'), endText(t, locale, plan)],
    ['zone', t('managing.zone'), <bdi key="zone">{zoneCity(plan.timeZone)}</bdi>],
    ...(hasNights(plan) ? [['calendar', t('wizard.calendar'), t(`wizard.calendar-${plan.calendar}`)] as const] : []),
    ['name', t('managing.name'), nameText(t, plan)],
    [
      'mails',
      t('managing.mails'),
      plan.monthly === null ? (
        t(plan.remindBefore ? 'managing.mails-yes' : 'managing.mails-no')
      ) : (
        <>
          {t(`plan-mails.${plan.monthly}`)}
          {plan.remindBefore ? (
            <span className="quiet small plan-line-more">{t('managing.mails-before-first')}</span>
          ) : null}
        </>
      ),
    ],
  ]
  return (
    <dl className="plan-lines">
      <div className="plan-line">
        <dt>{t('managing.kind')}</dt>
        <dd>{t(plan.isZakat ? 'managing.zakat' : 'managing.sadaqah')}</dd>
      </div>
      {plan.reward ? (
        <div className="plan-line">
          <dt>{t('managing.level')}</dt>
          <dd>
            <bdi>{plan.reward.title}</bdi>
            <span className="quiet small plan-line-more">{t(`managing.level-${plan.reward.state}`)}</span>
          </dd>
        </div>
      ) : null}
      {lines.map(([what, label, value]) => (
        <div key={what} className="plan-line" {...(editing === what ? { id: 'edit' } : {})}>
          <dt>{label}</dt>
          <dd>{editing === what ? form : value}</dd>
          {isOver || editing === what || (what === 'calendar' && hasBegun(plan)) ? null : (
            <dd className="plan-line-change">
              <a
                href={`/account/giving/${plan.id}?edit=${what}#edit`}
                aria-label={t('managing.change-what', { what: label })}
              >
                {t('managing.change')}
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
