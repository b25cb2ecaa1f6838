import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { VerificationBadge } from '#web/features/organizers/fundraising/verification-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import '#web/features/trust/moderation/desk.css'
import '#web/features/trust/moderation/review.css'
import { loadPage } from '#web/kit/load-page.ts'
import type { Route } from './+types/charities'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['causes/charities', 'causes/causes']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, hasPayouts }) => {
    const { charities } = await api('GET /v4/staff/charities', {})
    const countries = new Map(countriesIn(locale).map(({ code, name }) => [code, name]))
    return {
      hasPayouts,
      charities: charities.map((charity) => ({
        ...charity,
        country: countries.get(charity.country) ?? charity.country,
      })),
    }
  })

/** The charities, with their owners and verification. */
export default function StaffCharities({ loaderData: { charities, hasPayouts } }: Route.ComponentProps) {
  const t = useText()
  const isArabic = useLocale() === 'ar'
  return (
    <>
      <title>{t('charities.title')}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{t('charities.title')}</h1>
          <p className="quiet">{t('charities.lead')}</p>
        </div>
        {hasPayouts ? (
          <a className="button button-primary" href="/staff/charities/new">
            {t('charities.add')}
          </a>
        ) : null}
      </div>
      {charities.length === 0 ? (
        <EmptyState title={t('charities.empty')}>
          <p className="quiet">{t('charities.empty-text')}</p>
        </EmptyState>
      ) : (
        <ul className="card review-queue-list">
          {charities.map((charity) => (
            <li key={charity.id}>
              <article className="review-charity row-apart">
                <div>
                  <h2 className="review-queue-title">
                    <a href={`/staff/charities/${charity.id}`} dir="auto">
                      {isArabic && charity.nameAr ? charity.nameAr : charity.name}
                    </a>
                  </h2>
                  <p className="quiet small">
                    {charity.country} ·{' '}
                    {charity.owners === 0 ? t('charities.no-owner') : t('charities.owners', { count: charity.owners })}
                  </p>
                </div>
                <VerificationBadge charity={charity} />
              </article>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
