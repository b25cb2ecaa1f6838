import '#web/features/money/giving/styles/donation.css'
import { renderContext } from '#server/pages/render-context.ts'
import { donationStatuses, isDonationStatus } from '#modules/money/giving/rules/donation-status.ts'
import { isGivingYear } from '#modules/money/giving/rules/giving-year.ts'
import { one } from '#shared/collections.ts'
import { DonationMonths, NoDonations } from '#web/features/money/giving/donation-list.tsx'
import { withHijriDay } from '#web/features/money/giving/hijri-day.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { useApplyChoice } from '#web/lib/use-apply-choice.ts'
import { Select } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/donations'

/**
 * Reads the filters in the URL, ignoring invalid ones. `cause`: `c` and a campaign's id, or `o` and an organization's
 * slug.
 */
function filtersOf(query: URLSearchParams) {
  const param = (name: string) => query.get(name) ?? ''
  const [year, status, zakat, cause] = [param('year'), param('status'), param('zakat'), param('cause')]
  return {
    ...(isGivingYear(year) ? { year } : {}),
    ...(isDonationStatus(status) ? { status } : {}),
    ...(zakat === 'true' || zakat === 'false' ? { zakat: zakat as 'true' | 'false' } : {}),
    ...(/^c\d{1,18}$/.test(cause) ? { campaignId: cause.slice(1) } : {}),
    ...(/^o[\w-]{1,100}$/.test(cause) ? { organization: cause.slice(1) } : {}),
  }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  const url = new URL(request.url)
  requireSignIn(viewer, request)
  const filters = filtersOf(url.searchParams)
  const before = url.searchParams.get('before')
  const [list, summary] = await Promise.all([
    api('GET /v4/account/donations', { ...filters, ...(before ? { before: before.slice(0, 80) } : {}) }),
    api('GET /v4/account/giving', {}),
  ])
  const chosen = Object.fromEntries(
    ['year', 'status', 'zakat', 'cause'].map((name) => [name, url.searchParams.get(name) ?? '']),
  )
  const donations = list.donations.map((donation) => withHijriDay(donation, locale))
  return {
    ...list,
    donations,
    years: summary.years,
    causes: summary.causes,
    chosen,
    isFiltered: Object.keys(filters).length > 0,
    isFirst: !before,
  }
}

export default function Donations({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { donations, next, years, causes, chosen, isFiltered, isFirst } = loaderData
  const apply = useApplyChoice()
  const older = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value))
  if (next) older.set('before', next)
  const charityOf = (cause: (typeof causes)[number]) => (locale === 'ar' && cause.organizationAr) || cause.organization
  const organizations = Map.groupBy(causes, (cause) => cause.organizationSlug)
  const isEmpty = donations.length === 0 && !isFiltered && isFirst
  return (
    <>
      <title>{t('donations.title')}</title>
      <div className="stack">
        <h1>{t('donations.title')}</h1>
        <p className="quiet">{t('donations.lead')}</p>
      </div>
      {isEmpty ? null : (
        <form method="get" className="donation-filters" aria-label={t('donations.filter')} onChange={apply}>
          <Select id="year" label={t('donations.year')} defaultValue={chosen.year}>
            <option value="">{t('donations.all-years')}</option>
            <optgroup label={t('donations.gregorian')}>
              {years.gregorian.map((year) => (
                <option key={year} value={year}>
                  {year.slice(1)}
                </option>
              ))}
            </optgroup>
            <optgroup label={t('donations.hijri')}>
              {years.hijri.map((year) => (
                <option key={year} value={year}>
                  {t('donations.hijri-year', { year: year.slice(1) })}
                </option>
              ))}
            </optgroup>
          </Select>
          <Select id="cause" label={t('donations.cause')} defaultValue={chosen.cause}>
            <option value="">{t('donations.all-causes')}</option>
            {[...organizations].map(([slug, causesOfOne]) => (
              <optgroup key={slug} label={charityOf(one(causesOfOne))}>
                <option value={`o${slug}`}>
                  {t('donations.all-of', { organization: charityOf(one(causesOfOne)) })}
                </option>
                {causesOfOne.map((cause) => (
                  <option key={cause.campaignId} value={`c${cause.campaignId}`} lang={cause.language}>
                    {cause.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          <Select id="zakat" label={t('donations.kind')} defaultValue={chosen.zakat}>
            <option value="">{t('donations.any-kind')}</option>
            <option value="true">{t('donations.only-zakat')}</option>
            <option value="false">{t('donations.no-zakat')}</option>
          </Select>
          <Select id="status" label={t('donations.status')} defaultValue={chosen.status}>
            <option value="">{t('donations.any-status')}</option>
            {donationStatuses.map((status) => (
              <option key={status} value={status}>
                {t(`donations.status-${status}`)}
              </option>
            ))}
          </Select>
          <button className="button button-quiet script-hidden">{t('donations.show')}</button>
        </form>
      )}
      <p className="visually-hidden" role="status">
        {isFiltered ? t('donations.found', { count: donations.length }) : ''}
      </p>
      <DonationMonths donations={donations} />
      {isEmpty ? <NoDonations /> : null}
      {donations.length === 0 && !isEmpty ? (
        <EmptyState title={t('donations.none-such')}>
          <p>
            <a className="button button-quiet" href="/account/donations">
              {t('donations.show-all')}
            </a>
          </p>
        </EmptyState>
      ) : null}
      {next ? (
        <p>
          <a className="button button-quiet" href={`/account/donations?${older.toString()}`}>
            {t('donations.older')}
          </a>
        </p>
      ) : null}
    </>
  )
}
