import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { PaidFields } from './wizard/charge-lines.tsx'
import { GiftMark } from './gift-mark.tsx'
import { GiftDays, GiftNumber } from './gift-number.tsx'
import {
  costOf,
  dayOfInstant,
  formatPlanDay,
  formatDonationParts,
  formatPlanMoney,
  type Plan,
  type PlanGift,
} from './plan-text.ts'

/** List of donations with their actions: the calendar for reading and printing. */
export function GiftRows({
  plan,
  gifts,
  month,
}: {
  readonly plan: Plan
  readonly gifts: readonly PlanGift[]
  readonly month: string
}) {
  const t = useText()
  if (gifts.length === 0) return <p className="quiet">{t('managing.no-gifts')}</p>
  return (
    <ul className="plan-gifts">
      {gifts.map((gift) => (
        <GiftRow key={gift.key} plan={plan} gift={gift} month={month} />
      ))}
    </ul>
  )
}

/** Returns what the donor can do with a donation; null: nothing. */
function actionOf({ charge, mayBeSkipped, mayBeTaken }: PlanGift): 'pay' | 'skip' | 'take' | null {
  if (charge) return 'pay'
  if (mayBeSkipped) return 'skip'
  return mayBeTaken ? 'take' : null
}

function GiftRow({ plan, gift, month }: { readonly plan: Plan; readonly gift: PlanGift; readonly month: string }) {
  const t = useText()
  const locale = useLocale()
  const date = formatPlanDay(gift.on, locale)
  const parts = formatDonationParts(t, locale, gift, plan.donationAmountCurrency)
  const amount = formatPlanMoney(gift.charge?.total ?? costOf(gift), plan.donationAmountCurrency, locale, 'always')
  const { charge } = gift
  const act = actionOf(gift)
  return (
    <li className="plan-gift">
      <span className="plan-gift-when">
        {gift.number === null ? null : (
          <span className="strong">
            <GiftNumber programme={plan.programme} number={gift.number} />
          </span>
        )}
        <GiftDays programme={plan.programme} gift={gift} />
        {parts ? <span className="quiet small">{parts}</span> : null}
      </span>
      <span className="plan-gift-status">
        <GiftMark status={gift.status} />
        {gift.triedAgainAt ? (
          <span className="quiet small">
            {t('managing.tried-again', { date: dayOfInstant(gift.triedAgainAt, plan.timeZone, locale) })}
          </span>
        ) : null}
      </span>
      <span className="plan-gift-amount strong">
        <Amount minor={costOf(gift)} currency={plan.donationAmountCurrency} />
      </span>
      {act ? (
        <form method="post" className="plan-gift-act">
          <input type="hidden" name="version" value={plan.version} />
          {charge ? (
            <PaidFields gift={gift.key} charge={charge} />
          ) : (
            <input type="hidden" name="key" value={gift.key} />
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
          {charge && charge.gifts.length > 1 ? (
            <span className="quiet small"> {t('managing.pay-together', { count: charge.gifts.length - 1 })}</span>
          ) : null}
        </form>
      ) : null}
    </li>
  )
}
