import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

type Year = OutputOf<ProductContract, 'GET /v4/zakat/years'>['years'][number]

/** Lists a donor's zakat years with the amounts due and given. `current`: the profile of the current year. */
export function YearList({
  years,
  current,
}: {
  readonly years: readonly Year[]
  readonly current: string | undefined
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="card zakat-list">
      {years.map(({ profile, online, offsite }) => {
        const show = (amount: bigint) =>
          `\u2068${formatMoney(money(amount, profile.code), locale, { fractions: 'always' })}\u2069`
        const name = t('zakat-account.hijri-year', { year: profile.period })
        return (
          <li key={profile.id}>
            <p className="zakat-list-day">
              <a href={`/account/zakat/years/${profile.id}`} className="strong">
                {name}
              </a>
              {profile.id === current ? <Badge look="brand">{t('zakat-account.running')}</Badge> : null}
            </p>
            <p>
              {t('zakat-account.year-given', {
                given: show(BigInt(online.total) + BigInt(offsite.total)),
                due: show(BigInt(profile.zakatDue)),
              })}
              <span className="small quiet zakat-list-line">
                {t('zakat-account.year-from-to', { from: profile.startDate.text, to: profile.anniversary.text })}
              </span>
            </p>
            <a
              className="link-button"
              href={`/v4/zakat/profiles/${profile.id}/statement`}
              aria-label={t('zakat-account.statement-of', { year: name })}
            >
              {t('zakat-account.statement')}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
