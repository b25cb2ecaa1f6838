import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/section.css'
import '#web/features/faith/zakat/zakat.css'
import { renderContext } from '#server/pages/render-context.ts'
import { zakatCategories, zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { ResultHead } from '#web/features/faith/zakat/calculator/result-head.tsx'
import { ShortCalculator } from '#web/features/faith/zakat/calculator/short-calculator.tsx'
import { chooseCampaigns } from '#web/features/faith/zakat/home/choose-campaigns.ts'
import { RecipientGroups } from '#web/features/faith/zakat/home/recipient-groups.tsx'
import { stateAction } from '#web/features/faith/zakat/home/state-action.ts'
import { StateCard } from '#web/features/faith/zakat/home/state-card.tsx'
import { ZakatSteps } from '#web/features/faith/zakat/home/zakat-steps.tsx'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/zakat-home'
import { loadPrices } from './calculator-data.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'faith/zakat-home',
  'faith/zakat-short',
  'causes/zakat',
  'causes/campaigns',
  'faith/faults',
  'platform/faults',
]

/** The number of fundraisers shown per recipient category, with a link to search for more. */
const shownOfCategory = 3

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api } = frame
  const progress = await api('GET /v4/zakat', {})
  if (!progress.isZakatHomeOn) throw new Response(null, { status: 404 })
  const schoolParam = new URL(request.url).searchParams.get('school')
  const school = zakatSchools.find((zakatSchool) => zakatSchool === schoolParam)
  const [calculator, ...found] = await Promise.all([
    loadPrices(frame, request),
    ...zakatCategories.map((category) =>
      api('GET /v4/discovery/cards', {
        zakat: true,
        recipients: category,
        school: school ?? '',
        limit: 3 * shownOfCategory,
        offset: 0,
      }),
    ),
  ])
  const chosen = chooseCampaigns(
    found.map(({ results }) => results),
    shownOfCategory,
  )
  const groups = zakatCategories.flatMap((category, index) => {
    const campaigns = chosen[index] ?? []
    return campaigns.length > 0 ? [{ category, campaigns, hasMore: (found[index]?.total ?? 0) > campaigns.length }] : []
  })
  return { progress, school: school ?? null, groups, calculator }
}

/** The zakat home page: the calculator or what is left to give, and the recipient categories (S1 §2.1). */
export default function ZakatHome({ loaderData: { progress, school, groups, calculator } }: Route.ComponentProps) {
  const t = useText()
  const action = stateAction(progress)
  // A donor who has calculated sees what is left to give first.
  const leads = action === 'log-in' || action === 'calculate'
  return (
    <div className="page stack-lg">
      <title>{t('zakat-home.title')}</title>
      <meta name="description" content={t('zakat-home.lead')} />
      <header className="stack">
        <h1>{t('zakat-home.title')}</h1>
        <p className="zakat-home-lead">{t('zakat-home.lead')}</p>
      </header>
      <div className="zakat-home-head">
        {leads ? (
          <section className="card card-in stack" aria-labelledby="calculator">
            <h2 id="calculator">{t('zakat-home.calculator')}</h2>
            <p className="quiet">{t('zakat-home.intro')}</p>
            <ShortCalculator
              page={calculator}
              onPrecise={() => location.assign('/v4/zakat/calculator')}
              precise={(open) => (
                <a className="button button-quiet button-wide" href="/v4/zakat/calculator" onClick={open}>
                  {t('zakat-calc.precise')}
                </a>
              )}
              showResult={(result) => (
                <ResultHead result={result} takesFocus>
                  <p>
                    <a href="/v4/zakat/calculator">{t('zakat-calc.explained')}</a>
                  </p>
                </ResultHead>
              )}
            />
          </section>
        ) : null}
        <div className="stack">
          <StateCard progress={progress} />
          <ul className="zakat-home-links">
            {leads ? null : (
              <li>
                <a className="tap-link" href="/v4/zakat/calculator">
                  {t('zakat-home.calculator')}
                </a>
              </li>
            )}
            <li>
              <a className="tap-link" href="/zakat-policy">
                {t('zakat-home.policy')}
              </a>
            </li>
            {progress.state === 'LOGGED_OUT' ? null : (
              <li>
                <a className="tap-link" href="/account/zakat">
                  {t('zakat-home.account')}
                </a>
              </li>
            )}
          </ul>
        </div>
      </div>
      <RecipientGroups groups={groups} school={school} />
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
