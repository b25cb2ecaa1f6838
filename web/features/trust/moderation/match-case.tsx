import { dateTimeFormat, displayNames } from '#shared/formats.ts'
import { dateTag, type Locale } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import type { CasePage } from './decision-form.tsx'

type Match = NonNullable<CasePage['match']>

/** A screening match: the charity's details beside those of the list, and what the decision does. */
export function MatchCase({ match, href }: { readonly match: Match; readonly href: string | null }) {
  const t = useText()
  const locale = useLocale()
  const countries = displayNames(locale, { type: 'region' })
  /** A list may name a country in its own words instead of by its code. */
  const countryName = (country: string) => (/^[A-Z]{2}$/.test(country) ? countries.of(country) : country)
  const { person, entry, first } = match
  const born = person?.birthYear ? formatBirth(person.birthYear, person.birthMonth, locale) : null
  return (
    <section className="stack" aria-labelledby="what">
      <h2 id="what">{t('case.match-sides', { score: match.score })}</h2>
      <div className="desk-compared-sides">
        <Side
          title={t('case.match-charity')}
          rows={[
            [t(`case.match-name-${match.subject}`), match.screenedName],
            [t('case.match-born'), born],
            [t('case.match-office'), person?.office],
            [t('case.match-country'), countryName(person?.country || match.charityCountry)],
          ]}
        />
        <Side
          title={t('case.match-listed')}
          rows={[
            [t('case.match-names'), match.names.join(' / ')],
            [t('case.match-born'), entry?.birthYear?.toString()],
            [t('case.match-country'), entry && countryName(entry.country)],
            [t('case.match-list'), [match.list, match.source].filter((text) => text !== '').join(' · ')],
          ]}
        />
      </div>
      {entry ? null : <p className="quiet small">{t('case.match-entry-gone')}</p>}
      <p className="notice">{t(match.isVerified ? 'case.match-stops-payouts' : 'case.match-stops-verification')}</p>
      {first ? (
        <p>
          {t(first.isOwn ? 'case.match-first-own' : 'case.match-first', {
            name: `\u2068${first.by}\u2069`,
            finding: t(`case.match-${first.finding}`),
          })}
        </p>
      ) : null}
      {first === null && match.approvals === 2 ? <p className="quiet">{t('case.match-two')}</p> : null}
      {href ? (
        <p>
          <a href={href}>{t('case.see-page')}</a>
        </p>
      ) : null}
    </section>
  )
}

/** Returns a month and year of birth as text, or the year alone. */
function formatBirth(year: number, month: number | null, locale: Locale): string {
  if (month === null) return String(year)
  return dateTimeFormat(dateTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, 1),
  )
}

/** One side of the comparison; rows without a value aren't shown. */
function Side({
  title,
  rows,
}: {
  readonly title: string
  readonly rows: readonly (readonly [label: string, value: string | null | undefined])[]
}) {
  return (
    <div className="card card-in stack">
      <h3>{title}</h3>
      <dl className="stack">
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt className="quiet small">{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  )
}
