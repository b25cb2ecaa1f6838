import type { ReactNode } from 'react'
import type { CharityPlanView } from '#modules/organizers/charity-donors/contract-donors.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

/** Mails about a plan that have a text of their own; all others are "Email". */
const namedMails: readonly string[] = [
  'plan-confirmed',
  'plan-upcoming',
  'plan-failed',
  'plan-needs-authentication',
  'plan-needs-card',
  'plan-paused',
  'plan-cancelled',
  'plan-ended',
]

/** Donors' plans with their state, next date, failures and newest mails. */
export function PlanTable({
  label,
  plans,
  donorPath,
  actionOf,
}: {
  readonly label: string
  readonly plans: readonly CharityPlanView[]
  /** The path of a donor's page, to which the id of a donation is added; absent on that page. */
  readonly donorPath?: string
  readonly actionOf?: (plan: CharityPlanView) => ReactNode
}) {
  const t = useText()
  const mailText = (kind: string | null) =>
    t(
      (kind !== null && namedMails.includes(kind)
        ? `charity-donors.mail-${kind}`
        : 'charity-donors.mail') as MessageKey,
    )
  return (
    <ScrollRegion label={label}>
      <table className="table table-cards">
        <thead>
          <tr>
            {donorPath ? <th scope="col">{t('charity-donors.donor')}</th> : null}
            <th scope="col">{t('charity-donors.plan')}</th>
            <th scope="col">{t('charity-donors.state')}</th>
            <th scope="col">{t('charity-donors.next')}</th>
            <th scope="col">{t('charity-donors.failures')}</th>
            <th scope="col">{t('charity-donors.mails')}</th>
            {actionOf ? (
              <th scope="col">
                <span className="visually-hidden">{t('charity-donors.cancel-plan')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id}>
              {donorPath ? (
                <th scope="row">
                  {plan.donationId ? (
                    <a href={`${donorPath}/${plan.donationId}`}>
                      <bdi>{plan.name ?? t('charity-donors.anonymous')}</bdi>
                    </a>
                  ) : (
                    t(plan.paid > 0 ? 'charity-donors.anonymous' : 'charity-donors.no-donation-yet')
                  )}
                </th>
              ) : null}
              <td data-label={t('charity-donors.plan')}>
                <span>
                  {plan.gift === null ? null : <Amount minor={plan.gift} currency={plan.currency} />}{' '}
                  {t(`charity-donors.frequency-${plan.frequency}`)}
                  <span className="quiet small table-block">
                    <bdi>{plan.fundraiser.name}</bdi>
                  </span>
                </span>
              </td>
              <td data-label={t('charity-donors.state')}>
                <span>
                  <Badge {...(plan.state === 'active' ? { look: 'brand' as const } : {})}>
                    {t(`charity-donors.plan-${plan.state}`)}
                  </Badge>
                  <span className="quiet small table-block">
                    {plan.endedOn
                      ? t('charity-donors.since-until', { from: plan.startedOn, to: plan.endedOn })
                      : t('charity-donors.since', { date: plan.startedOn })}
                  </span>
                </span>
              </td>
              <td data-label={t('charity-donors.next')} data-empty={plan.nextOn === null || undefined}>
                <bdi>{plan.nextOn ?? '–'}</bdi>
              </td>
              <td data-label={t('charity-donors.failures')} data-empty={plan.failed + plan.failures === 0 || undefined}>
                {plan.failed + plan.failures === 0 ? (
                  '–'
                ) : (
                  <span>
                    {t('charity-donors.failures-now', { count: plan.failures })}
                    <span className="quiet small table-block">
                      {t('charity-donors.failed-ever', { count: plan.failed })}
                    </span>
                  </span>
                )}
              </td>
              <td data-label={t('charity-donors.mails')} data-empty={plan.mails.length === 0 || undefined}>
                <span>
                  {plan.mails.length === 0
                    ? '–'
                    : plan.mails.map(({ kind, sentOn }, index) => (
                        <span key={`${sentOn}-${index}`} className="small table-block">
                          {mailText(kind)}, <bdi>{sentOn}</bdi>
                        </span>
                      ))}
                </span>
              </td>
              {actionOf ? <td>{actionOf(plan)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
