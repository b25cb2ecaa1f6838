import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, fromMajor } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { ShownDay } from './shown-day.ts'

type Offsite = OutputOf<ProductContract, 'POST /api/zakat/getOffLineDonations'>['offlineDonations'][number] & ShownDay
type Online = OutputOf<ProductContract, 'POST /api/user/loadZakatEligibleDonations'>['items'][number] & ShownDay

/** Lists payments made elsewhere. `currency`: the zakat year's; undefined to show only the payments' own amounts. */
export function OffsiteList({
  entries,
  currency,
}: {
  readonly entries: readonly Offsite[]
  readonly currency: Offsite['code'] | undefined
}) {
  const t = useText()
  return (
    <ul className="card zakat-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Day {...entry} />
          <p>{entry.note ? <bdi>{entry.note}</bdi> : null}</p>
          <div className="zakat-list-amount">
            <p className="strong">
              <Amount minor={fromMajor(entry.amount, entry.code).amount} currency={entry.code} fractions="always" />
            </p>
            {currency === undefined ? null : <Counted entry={entry} own={entry.code} currency={currency} />}
          </div>
          <a
            className="link-button"
            href={`/account/zakat/payments/${entry.id}`}
            aria-label={t('zakat-account.details-one', { date: entry.day })}
          >
            {t('zakat-account.details')}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Lists zakat donations with the eligible amount of each. */
export function OnlineList({
  donations,
  currency,
}: {
  readonly donations: readonly Online[]
  readonly currency: Online['currency']
}) {
  return (
    <ul className="card zakat-list">
      {donations.map((donation) => (
        <li key={donation.id}>
          <Day {...donation} />
          <p>
            <a href={`/account/donations/${donation.id}`} dir="auto">
              {donation.campaign.name}
            </a>
          </p>
          <div className="zakat-list-amount">
            <p className="strong">
              <Amount
                minor={fromMajor(donation.zakat_eligible_amount, donation.currency).amount}
                currency={donation.currency}
                fractions="always"
              />
            </p>
            <Counted entry={donation} own={donation.currency} currency={currency} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const Day = ({ day, hijri }: ShownDay) => (
  <p className="zakat-list-day">
    <bdi>{day}</bdi>
    <bdi className="small quiet">{hijri}</bdi>
  </p>
)

/** Shows the converted value of an amount in another currency. */
function Counted({
  entry: { convertedAmount, isApproximate },
  own,
  currency,
}: {
  readonly entry: { readonly convertedAmount: string | null; readonly isApproximate: boolean }
  readonly own: Online['currency']
  readonly currency: Online['currency']
}) {
  const t = useText()
  const locale = useLocale()
  if (own === currency) return null
  if (convertedAmount === null) return <p className="small quiet">{t('zakat-account.no-rate')}</p>
  const amount = formatMoney(fromMajor(convertedAmount, currency), locale, { fractions: 'always' })
  return (
    <p className="small quiet">
      {t(isApproximate ? 'zakat-account.counted-as-about' : 'zakat-account.counted-as', {
        amount: `\u2068${amount}\u2069`,
      })}
    </p>
  )
}
