import { renderContext } from '#server/pages/render-context.ts'
import { PageTitle } from '../../../features/organizers/organizing/page-title.tsx'
import { countriesIn } from '../../../features/platform/addresses/address-facts.ts'
import { useText } from '../../../lib/text.tsx'
import { theirs } from '../../../lib/theirs.ts'
import type { Route } from './+types/shares-items'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { campaignId } = params
  const year = /^1[45]\d\d$/.exec(new URL(request.url).searchParams.get('year') ?? '')?.[0]
  const { hijriYear, items } = await theirs(viewer, request, () =>
    api('GET /v4/campaigns/:campaignId/qurbani-items', { campaignId, ...(year ? { hijriYear: year } : {}) }),
  )
  const nameOf = new Map(countriesIn(locale).map(({ code, name }) => [code, name]))
  return {
    campaignId,
    hijriYear,
    items: items.map(({ id, title, animal, country, partner }) => ({
      id,
      title,
      animal,
      partner,
      countryName: nameOf.get(country) ?? country,
    })),
  }
}

/** Leads to the list of shares of each item of a year (qurbani-10). */
export default function OrganizeQurbaniItems({ loaderData: { campaignId, hijriYear, items } }: Route.ComponentProps) {
  const t = useText()
  const title = t('qurbani-shares.title')
  const here = `/organize/${campaignId}/qurbani/shares`
  return (
    <>
      <PageTitle of={title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('qurbani-shares.lead')}</p>
      </div>
      <section className="stack" aria-labelledby="items">
        <h2 id="items">{t('qurbani-shares.year', { year: String(hijriYear) })}</h2>
        {items.length === 0 ? <p>{t('qurbani-shares.no-items', { year: String(hijriYear) })}</p> : null}
        <ul className="stack">
          {items.map((item) => (
            <li key={item.id}>
              <a href={`${here}/${item.id}`}>
                <bdi>{item.title}</bdi>
              </a>
              <br />
              <span className="quiet small">
                {t(`qurbani-shares.animal-${item.animal}`)} · {item.countryName} · <bdi>{item.partner}</bdi>
              </span>
            </li>
          ))}
        </ul>
        <p className="button-row">
          {[hijriYear - 1, hijriYear + 1].map((year) => (
            <a key={year} className="button button-quiet" href={`${here}?year=${year}`}>
              {t('qurbani-shares.other-year', { year: String(year) })}
            </a>
          ))}
        </p>
      </section>
    </>
  )
}
