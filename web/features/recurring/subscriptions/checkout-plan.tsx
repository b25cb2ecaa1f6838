import { dateTimeFormat } from '#shared/formats.ts'
import { useSyncExternalStore } from 'react'
import { localDate } from '#shared/calendar.ts'
import type { Money } from '#shared/money.ts'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import type { PlanFrequency } from '#modules/money/giving/rules/plan-frequency.ts'
import { nextDayOf, planMandate } from '#modules/recurring/subscriptions/rules/plan-mandate.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'

type Props = {
  readonly every: PlanFrequency
  readonly campaign: Parameters<typeof charityName>[0]
  /** Charged each time, including tip and covered fee. */
  readonly total: Money
  /** The part of the total for the platform. */
  readonly tip: Money
  /** The server's date, used until the browser's is known. */
  readonly today: string
}

/** The mandate of a plan that starts with a donation; the donor accepts it by clicking the button (recurring-21). */
export function PlanMandate({ every, campaign, total, tip, today }: Props) {
  const t = useText()
  const product = useFrame()?.productName ?? ''
  const locale = useLocale()
  const day = useSyncExternalStore(never, ownDay, () => today)
  return (
    <p className="small">
      {planMandate(
        {
          charity: charityName(campaign, locale),
          amount: total,
          tip,
          product,
          every,
          next: nextDayOf(every, localDate(day)),
        },
        locale,
        t,
      )}
    </p>
  )
}

const never = () => () => undefined
const ownDay = (): string => dateTimeFormat('en-CA', { calendar: 'gregory' }).format(new Date())
