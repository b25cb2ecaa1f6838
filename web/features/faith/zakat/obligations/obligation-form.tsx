import { formatDay, localDateIn } from '#shared/calendar.ts'
import { formatMoney } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { type ObligationPage, obligationPages, rateOf, type ShownRate } from './obligation-amount.ts'

type Props = {
  readonly page: ObligationPage
  /** Empty if unknown. */
  readonly country: string
  readonly countries: readonly { readonly code: string; readonly name: string }[]
  readonly obligation: string
  readonly count: string
  readonly rate: ShownRate | null
  readonly year: number
  readonly closesAt: string | null
  readonly isClosed: boolean
  readonly error: string | undefined
}

/** Country and count, with the country's rate. A plain GET form whose values are in the URL. */
export function ObligationForm(props: Props) {
  const t = useText()
  const { page, country, countries, obligation, count, isClosed, error } = props
  return (
    <form method="get" action={`/v4/zakat/${page}`} className="stack zakat-form" noValidate>
      <Select key={country} id="country" label={t('zakat-duty.country')} defaultValue={country}>
        {country === '' ? <option value="">{t('zakat-duty.country-none')}</option> : null}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {page === 'kaffarah' ? (
        <Select key={obligation} id="obligation" label={t('zakat-duty.what')} defaultValue={obligation}>
          {obligationPages.kaffarah.obligations.map((obligation) => (
            <option key={obligation} value={obligation}>
              {t(`zakat-duty.what-${obligation}`)}
            </option>
          ))}
        </Select>
      ) : null}
      <RateText {...props} />
      {isClosed ? null : (
        <TextInput
          id="count"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          label={t(`zakat-duty.count-${page}`)}
          hint={t(`zakat-duty.count-hint-${page}`)}
          defaultValue={count}
          error={error}
        />
      )}
      <button className="button button-primary">{t(isClosed ? 'zakat-duty.show' : 'zakat-duty.calculate')}</button>
    </form>
  )
}

/** The country's rate with its source, and the deadline for zakat al-fitr. */
function RateText({ page, rate, year, closesAt, isClosed }: Props) {
  const t = useText()
  const locale = useLocale()
  if (!rate) return <p className="notice">{t('zakat-duty.no-rate')}</p>
  return (
    <div className="zakat-duty-rate">
      <p className="strong">
        {t(`zakat-duty.rate-${page}`, {
          rate: `\u2068${formatMoney(rateOf(rate), locale, { fractions: 'always' })}\u2069`,
        })}
      </p>
      <p className="quiet small">
        {t('zakat-duty.source', { source: `\u2068${rate.source}\u2069`, year: String(year) })}
      </p>
      {closesAt && !isClosed ? (
        <p className="small">
          {t('zakat-duty.closes', {
            date: formatDay(localDateIn('UTC', new Date(closesAt)), locale),
            time: closesAt.slice(11, 16),
          })}
        </p>
      ) : null}
    </div>
  )
}
