import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/section.css'
import '#web/features/faith/zakat/zakat.css'
import { renderContext } from '#server/pages/render-context.ts'
import { zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { chooseCampaigns } from '#web/features/faith/zakat/home/choose-campaigns.ts'
import { RecipientGroups } from '#web/features/faith/zakat/home/recipient-groups.tsx'
import { StateCard } from '#web/features/faith/zakat/home/state-card.tsx'
import { ZakatSteps } from '#web/features/faith/zakat/home/zakat-steps.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/zakat-home'

/** The number of fundraisers shown per recipient category, with a link to search for more. */
const shownOfCategory = 3

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const progress = await api('GET /v4/zakat', {})
  if (!progress.isZakatHomeOn) throw new Response(null, { status: 404 })
  const schoolParam = new URL(request.url).searchParams.get('school')
  const school = zakatSchools.find((zakatSchool) => zakatSchool === schoolParam)
  const found = await Promise.all(
    zakatCategories.map((category) =>
      api('GET /v4/discovery/cards', {
        zakat: true,
        recipients: category,
        school: school ?? '',
        limit: 3 * shownOfCategory,
        offset: 0,
      }),
    ),
  )
  const chosen = chooseCampaigns(
    found.map(({ results }) => results),
    shownOfCategory,
  )
  const groups = zakatCategories.flatMap((category, index) => {
    const campaigns = chosen[index] ?? []
    return campaigns.length > 0 ? [{ category, campaigns, hasMore: (found[index]?.total ?? 0) > campaigns.length }] : []
  })
  return { progress, school: school ?? null, groups }
}

/** The zakat home page: the donor's zakat state, the calculators, and the recipient categories (S1 §2.1). */
export default function ZakatHome({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page stack-lg">
      <title>{t('zakat-home.title')}</title>
      <meta name="description" content={t('zakat-home.lead')} />
      <div className="zakat-home-head">
        <header className="stack">
          <h1>{t('zakat-home.title')}</h1>
          <p className="zakat-home-lead">{t('zakat-home.lead')}</p>
          <p className="quiet">{t('zakat-home.intro')}</p>
          <ul className="zakat-home-links">
            <li>
              <a className="tap-link" href="/v4/zakat/calculator">
                {t('zakat-home.calculator')}
              </a>
            </li>
            <li>
              <a className="tap-link" href="/zakat-policy">
                {t('zakat-home.policy')}
              </a>
            </li>
            {loaderData.progress.state === 'LOGGED_OUT' ? null : (
              <li>
                <a className="tap-link" href="/account/zakat">
                  {t('zakat-home.account')}
                </a>
              </li>
            )}
          </ul>
        </header>
        <StateCard progress={loaderData.progress} />
      </div>
      <RecipientGroups groups={loaderData.groups} school={loaderData.school} />
      <section className="section" aria-labelledby="other">
        <h2 id="other">{t('zakat-home.other')}</h2>
        <p className="quiet zakat-prose">{t('zakat-home.other-lead')}</p>
        <ul className="zakat-home-other">
          {(['al-fitr', 'fidya', 'kaffarah'] as const).map((page) => (
            <li key={page} className="card card-in stack">
              <h3>
                <a href={`/v4/zakat/${page}`}>{t(`zakat-home.${page}`)}</a>
              </h3>
              <p className="quiet">{t(`zakat-home.${page}-text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <ZakatSteps />
    </div>
  )
}
