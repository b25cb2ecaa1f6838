import type { ReactNode } from 'react'
import { localDateIn } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import { type Translate, useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { ChargeLines, PaidFields } from './wizard/charge-lines.tsx'
import { DonationDays, DonationNumber } from './donation-number.tsx'
import { PlanActs } from './plan-acts.tsx'
import {
  dayOfInstant,
  formatPlanAmount,
  formatCause,
  costOf,
  formatPlanDay,
  formatDonationParts,
  formatPlanMoney,
  formatChargeParts,
  type PlanInList,
  planName,
  formatPlanTime,
  formatZone,
} from './plan-text.ts'

const looks: Readonly<Partial<Record<PlanInList['state'], 'brand' | 'accent'>>> = {
  active: 'brand',
  'needs-card': 'accent',
  paused: 'accent',
}

/** The state of a plan. */
export function PlanState({ plan }: { readonly plan: Pick<PlanInList, 'state'> }) {
  const t = useText()
  const look = looks[plan.state]
  return <Badge {...(look ? { look } : {})}>{t(`managing.state-${plan.state}`)}</Badge>
}

const reasons = [
  'donor',
  'failures',
  'card',
  'causes',
  'zakat',
  'charity',
  'page',
  'consent',
  'dispute',
  'email-undeliverable',
  'email-refused',
  'email-unconfirmed',
] as const

/** Explains why a plan is paused; empty otherwise. */
export function PlanReason({ plan }: { readonly plan: Pick<PlanInList, 'state' | 'reason' | 'resumesOn'> }) {
  const t = useText()
  const locale = useLocale()
  const reason = reasons.find((reason) => reason === plan.reason)
  if ((plan.state !== 'paused' && plan.state !== 'needs-card') || !reason) return null
  return (
    <p>
      {plan.resumesOn
        ? t('managing.reason-until', { date: formatPlanDay(plan.resumesOn, locale) })
        : t(`managing.reason-${reason}`)}
    </p>
  )
}

type Coming = Pick<PlanInList, 'programme' | 'timeZone' | 'donationAmountCurrency'> & {
  readonly next: Pick<
    NonNullable<PlanInList['next']>,
    'number' | 'on' | 'onHijri' | 'dueAt' | 'gift' | 'tip' | 'coveredFee' | 'isUncertain'
  > | null
}

/** The amount of each charge, or for nights the sum, and its parts. */
export function PlanAmount({ plan }: { readonly plan: Parameters<typeof formatPlanAmount>[2] }) {
  const t = useText()
  const locale = useLocale()
  const parts = formatChargeParts(t, locale, plan)
  return (
    <p className="plan-amount">
      {formatPlanAmount(t, locale, plan)}
      {parts ? <span className="quiet small plan-parts">{parts}</span> : null}
    </p>
  )
}

/** The next donation in both calendars, with its local time. */
export function NextDonation({ plan }: { readonly plan: Coming }) {
  const t = useText()
  const locale = useLocale()
  const { next } = plan
  if (!next) return <p className="quiet">{t('managing.no-next')}</p>
  const parts = formatDonationParts(t, locale, next, plan.donationAmountCurrency)
  const time = formatPlanTime(next.dueAt, plan.timeZone)
  // A night that awaits the announcement of its month is charged after midnight.
  const isOnNextDay = localDateIn(plan.timeZone, new Date(next.dueAt)) !== next.on
  const moment = isOnNextDay ? `${dayOfInstant(next.dueAt, plan.timeZone, locale)} ${time}` : time
  return (
    <div className="plan-next">
      {next.number === null ? null : (
        <span className="strong">
          <DonationNumber programme={plan.programme} number={next.number} />
        </span>
      )}
      <DonationDays programme={plan.programme} donation={next} />
      <span className="quiet small" suppressHydrationWarning>
        {`${moment} ${formatZone(plan.timeZone, locale, (city) => t('managing.city-time', { city }))}`}
      </span>
      <span className="strong">
        <Amount minor={costOf(next)} currency={plan.donationAmountCurrency} />
      </span>
      {parts ? <span className="quiet small">{parts}</span> : null}
      {next.isUncertain ? <span className="quiet small">{t('managing.expected')}</span> : null}
    </div>
  )
}

type Failed = NonNullable<PlanInList['failed']>

/** Says why a donation failed and whether it will be charged; the emails about it say the same. */
function failureText(t: Translate, locale: Locale, failed: Failed): string {
  const date = formatPlanDay(failed.on, locale)
  if (failed.needsDonorAction) return t('managing.confirmation-text', { date })
  const next = failed.triedAgainOn
    ? t('managing.failed-again', { again: formatPlanDay(failed.triedAgainOn, locale) })
    : t('managing.failed-waits')
  return `${t(`managing.failed-${failed.cause}`, { date })} ${next}`
}

/** A donation that failed: why, whether it will be charged, and what paying it costs. */
export function FailedDonation({
  plan,
  level,
  name,
  pay,
  otherCard,
}: {
  readonly plan: Pick<PlanInList, 'failed' | 'programme' | 'donationAmountCurrency'>
  readonly level: 2 | 3
  readonly name?: ReactNode
  /** Returns the button that pays it. */
  readonly pay: (charge: NonNullable<Failed['charge']>, text: string) => ReactNode
  readonly otherCard: ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const { failed } = plan
  if (!failed) return null
  const { charge } = failed
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="notice notice-problem stack plan-repair">
      <Heading>{t(failed.needsDonorAction ? 'managing.confirmation-title' : 'managing.failed-title')}</Heading>
      {name}
      <p>{failureText(t, locale, failed)}</p>
      {charge && charge.donations.length > 1 ? <p>{t('managing.confirmation-batch')}</p> : null}
      {charge ? (
        <ChargeLines charge={charge} programme={plan.programme} currency={plan.donationAmountCurrency} />
      ) : (
        <p>{t('managing.pay-none')}</p>
      )}
      <div className="button-row">
        {charge
          ? pay(
              charge,
              t(charge.donations.length > 1 ? 'managing.pay-all-now' : 'managing.pay-now', {
                amount: formatPlanMoney(charge.total, plan.donationAmountCurrency, locale, 'always'),
              }),
            )
          : null}
        {failed.needsDonorAction ? null : otherCard}
      </div>
    </div>
  )
}

/** Banner to pay a failed donation now with the saved card, in one click. */
export function RepairBanner({
  plan,
  level,
  isNamed = false,
}: {
  readonly plan: PlanInList
  readonly level: 2 | 3
  readonly isNamed?: boolean
}) {
  const t = useText()
  const here = `/account/giving/${plan.id}`
  return (
    <FailedDonation
      plan={plan}
      level={level}
      name={
        isNamed ? (
          <p className="strong">
            <a href={here}>{planName(t, plan)}</a>
          </p>
        ) : null
      }
      pay={(charge, text) => (
        <form method="post" action={here}>
          <PaidFields gift={plan.failed?.key ?? ''} charge={charge} />
          <button className="button button-primary" name="intent" value="pay">
            {text}
          </button>
        </form>
      )}
      otherCard={
        <a className="button button-quiet" href={`${here}?edit=card#edit`}>
          {t('managing.other-card')}
        </a>
      }
    />
  )
}

/** Says that a donation is being charged at the moment, whatever the donor changes on this page. */
export function ChargingNotice({ plan }: { readonly plan: Pick<PlanInList, 'chargingOn'> }) {
  const t = useText()
  const locale = useLocale()
  return plan.chargingOn ? (
    <p className="notice">{t('managing.charging', { date: formatPlanDay(plan.chargingOn, locale) })}</p>
  ) : null
}

/** A plan in the list. */
export function PlanCard({ plan }: { readonly plan: PlanInList }) {
  const t = useText()
  const locale = useLocale()
  const name = planName(t, plan)
  return (
    <article className="card card-in plan-card" aria-labelledby={`plan-${plan.id}`}>
      <div className="row-apart">
        <h2 id={`plan-${plan.id}`}>{name}</h2>
        <PlanState plan={plan} />
      </div>
      <PlanAmount plan={plan} />
      <p className="quiet">{formatCause(t, locale, plan.causes)}</p>
      <RepairBanner plan={plan} level={3} />
      <PlanReason plan={plan} />
      <dl className="plan-facts">
        {plan.status === 'active' ? (
          <div>
            <dt>{t('managing.next')}</dt>
            <dd>
              <NextDonation plan={plan} />
            </dd>
          </div>
        ) : null}
        {plan.given.count > 0 ? (
          <div>
            <dt>{t('managing.given')}</dt>
            <dd>
              <Amount minor={plan.given.amount} currency={plan.donationAmountCurrency} />{' '}
              <span className="quiet small">{t('managing.given-count', { count: plan.given.count })}</span>
            </dd>
          </div>
        ) : null}
      </dl>
      <PlanActs plan={plan} />
    </article>
  )
}
