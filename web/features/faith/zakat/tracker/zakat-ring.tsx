import { formatMoney, type Money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ringShares } from './ring-shares.ts'

/** The circumference is 1000, so that lengths are tenths of a percent. */
const radius = 1000 / (2 * Math.PI)

/**
 * Draws the amount given towards the amount due as a ring in two tints, online and offsite, with the sum in the middle.
 * Without an amount due it shows their proportion.
 */
export function ZakatRing({
  due,
  online,
  offsite,
}: {
  readonly due: Money | null
  readonly online: Money
  readonly offsite: Money
}) {
  const t = useText()
  const locale = useLocale()
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale)}\u2069`
  const given = { ...online, amount: online.amount + offsite.amount }
  const parts = { given: show(given), online: show(online), offsite: show(offsite) }
  const shares = ringShares({ due: due?.amount ?? 0n, online: online.amount, offsite: offsite.amount })
  return (
    <div className="zakat-ring">
      <svg
        viewBox="-200 -200 400 400"
        role="img"
        aria-label={due ? t('zakat-account.ring', { ...parts, due: show(due) }) : t('zakat-account.ring-no-due', parts)}
      >
        <circle r={radius} className="zakat-ring-track" />
        <Arc look="online" length={shares.online} />
        <Arc look="offsite" length={shares.offsite} from={shares.online} />
      </svg>
      <p className="zakat-ring-text" aria-hidden="true">
        <bdi className="num zakat-ring-sum">{formatMoney(given, locale)}</bdi>
        <span className="quiet small">
          {due ? t('zakat-account.given-of', { amount: show(due) }) : t('zakat-account.given-year')}
        </span>
      </p>
    </div>
  )
}

function Arc({
  look,
  length,
  from = 0,
}: {
  readonly look: 'online' | 'offsite'
  readonly length: number
  readonly from?: number
}) {
  if (length === 0) return null
  return (
    <circle
      r={radius}
      className={`zakat-ring-${look}`}
      strokeDasharray={`${length} ${1000 - length}`}
      strokeDashoffset={-from}
      transform="rotate(-90)"
    />
  )
}
