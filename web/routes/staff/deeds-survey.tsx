import { formatDay, localDateIn } from '#shared/calendar.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import '#web/features/trust/moderation/desk.css'
import '#web/features/organizers/organizing/table.css'
import type { Route } from './+types/deeds-survey'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, query }) => {
    const yearParam = /^1[34]\d\d$/.exec(query.get('year') ?? '')?.[0]
    const survey = await api('GET /v4/staff/deeds-survey', yearParam ? { hijriYear: Number(yearParam) } : {})
    return {
      ...survey,
      comments: survey.comments.map(({ answeredAt, ...rest }) => ({
        ...rest,
        day: formatDay(localDateIn('UTC', new Date(answeredAt)), locale),
      })),
    }
  })

/** The donors' ratings of a year's Deeds, without names. */
export default function DeedsSurvey({ loaderData: { hijriYear, ratings, comments } }: Route.ComponentProps) {
  const t = useText()
  const title = t('staff.deeds-survey')
  return (
    <>
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('deeds-survey.lead', { year: String(hijriYear) })}</p>
      </div>
      <p className="button-row">
        {[hijriYear - 1, hijriYear + 1].map((year) => (
          <a key={year} className="button button-quiet" href={`?year=${year}`}>
            {t('deeds-survey.year', { year: String(year) })}
          </a>
        ))}
      </p>
      {ratings.length === 0 ? <p>{t('deeds-survey.none')}</p> : null}
      {ratings.length > 0 ? (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('deeds-survey.rating')}</th>
              <th scope="col" className="table-figure">
                {t('deeds-survey.answers')}
              </th>
            </tr>
          </thead>
          <tbody>
            {ratings.toReversed().map(({ rating, count }) => (
              <tr key={rating}>
                <th scope="row">{t('deeds-survey.of-five', { rating: String(rating) })}</th>
                <td className="table-figure num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {comments.length > 0 ? (
        <section className="stack" aria-labelledby="comments">
          <h2 id="comments">{t('deeds-survey.comments')}</h2>
          <ul className="desk-list">
            {comments.map(({ rating, comment, day }, index) => (
              // Two comments can be equal.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="card card-in">
                <p dir="auto">{comment}</p>
                <p className="quiet small">
                  {t('deeds-survey.of-five', { rating: String(rating) })} · {day}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
