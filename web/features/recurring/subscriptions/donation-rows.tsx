import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { PaidFields } from './wizard/charge-lines.tsx'
import { DonationMark } from './donation-mark.tsx'
import { DonationDays, DonationNumber } from './donation-number.tsx'
import {
  costOf,
  dayOfInstant,
  formatPlanDay,
  formatDonationParts,
  formatPlanMoney,
  type Plan,
  type PlanDonation,
} from './plan-text.ts'

/** List of a plan's donations with their actions; also the calendar's accessible and printable form. */
export function DonationRows({
  plan,
  donations,
  month,
}: {
  readonly plan: Plan
  readonly donations: readonly PlanDonation[]
  readonly month: string
}) {
  const t = useText()
  if (donations.length === 0) return <p className="quiet">{t('managing.no-donations')}</p>
  return (
    <ul className="plan-donations">
      {donations.map((donation) => (
        <DonationRow key={donation.key} plan={plan} donation={donation} month={month} />
      ))}
    </ul>
  )
}

/** Returns the donor's available action for a donation; null if there is none. */
function actionOf({ charge, canBeSkipped, canBeRestored }: PlanDonation): 'pay' | 'skip' | 'take' | null {
  if (charge) return 'pay'
  if (canBeSkipped) return 'skip'
  return canBeRestored ? 'take' : null
}

function DonationRow({
  plan,
  donation,
  month,
}: {
  readonly plan: Plan
  readonly donation: PlanDonation
  readonly month: string
}) {
  const t = useText()
  const locale = useLocale()
  const date = formatPlanDay(donation.on, locale)
  const parts = formatDonationParts(t, locale, donation, plan.donationAmountCurrency)
  const amount = formatPlanMoney(
    donation.charge?.total ?? costOf(donation),
    plan.donationAmountCurrency,
    locale,
    'always',
  )
  const { charge } = donation
  const act = actionOf(donation)
  return (
    <li className="plan-donation">
      <span className="plan-donation-when">
        {donation.number === null ? null : (
          <span className="strong">
            <DonationNumber programme={plan.programme} number={donation.number} />
          </span>
        )}
        <DonationDays programme={plan.programme} donation={donation} />
        {parts ? <span className="quiet small">{parts}</span> : null}
      </span>
      <span className="plan-donation-status">
        <DonationMark status={donation.status} />
        {donation.triedAgainAt ? (
          <span className="quiet small">
            {t('managing.next-try', { date: dayOfInstant(donation.triedAgainAt, plan.timeZone, locale) })}
          </span>
        ) : null}
      </span>
      <span className="plan-donation-amount strong">
        <Amount minor={costOf(donation)} currency={plan.donationAmountCurrency} />
      </span>
      {act ? (
        <form method="post" className="plan-donation-act">
          <input type="hidden" name="version" value={plan.version} />
          {charge ? (
            <PaidFields gift={donation.key} charge={charge} />
          ) : (
            <input type="hidden" name="key" value={donation.key} />
          )}
          <input type="hidden" name="month" value={month} />
          <button
            className="link-button"
            name="intent"
            value={act}
            aria-label={t(`managing.${act}-one`, { date, amount })}
          >
            {t(`managing.${act}`, { amount })}
          </button>
          {charge && charge.donations.length > 1 ? (
            <span className="quiet small"> {t('managing.pay-together', { count: charge.donations.length - 1 })}</span>
          ) : null}
        </form>
      ) : null}
    </li>
  )
}
