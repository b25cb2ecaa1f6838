import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { AnimalsForm, FileForm, Preview, type ShownRow } from '../../../features/faith/qurbani/shares/confirm-forms.tsx'
import { ShareCounts, ShareDownloads, SharesByAnimal } from '../../../features/faith/qurbani/shares/share-list.tsx'
import { PageTitle } from '../../../features/organizers/organizing/page-title.tsx'
import { textOfFile } from '../../../features/organizers/organizing/posted-file.ts'
import { countriesIn } from '../../../features/platform/addresses/address-facts.ts'
import { formWithin } from '../../../lib/posted-form.ts'
import { postedText, wrongOf } from '../../../lib/posted.ts'
import { useText } from '../../../lib/text.tsx'
import { refuse, theirs } from '../../../lib/theirs.ts'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import '../../../styles/organizers/table.css'
import '../../../styles/faith/qurbani-shares.css'
import type { Route } from './+types/shares'

const effects = ['new', 'changed', 'same', 'settled'] as const

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale, now } = context.get(renderContext)
  const { searchParams } = new URL(request.url)
  const after = /^\d{1,6}$/.exec(searchParams.get('after') ?? '')?.[0] ?? '0'
  const list = await theirs(viewer, request, () =>
    api('GET /v4/campaigns/:campaignId/qurbani-shares/:itemId', { ...params, after }),
  )
  const day = (date: string) => formatDay(localDate(date), locale)
  const closesAt = new Date(list.closesAt)
  return {
    ...params,
    list,
    after: Number(after),
    countryName: countriesIn(locale).find(({ code }) => code === list.item.country)?.name ?? list.item.country,
    days: Object.fromEntries(
      list.shares.flatMap(({ performedOn }) => (performedOn ? [[performedOn, day(performedOn)]] : [])),
    ),
    closes: new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: list.item.timeZone,
    }).format(closesAt),
    hasClosed: closesAt <= now(),
    confirmBy: day(list.confirmBy),
    today: localDateIn(list.item.timeZone, now()),
    done: effects.flatMap((effect) => {
      const count = Number(/^\d{1,6}$/.exec(searchParams.get(effect) ?? '')?.[0] ?? 0)
      return count > 0 ? [{ effect, count }] : []
    }),
  }
}

/** The largest file as UTF-8, and the fields around it. */
const formBytesMax = 2_100_000

/** Plain forms: `animals` confirms whole animals, `preview` reads a file, and `confirm` records what was previewed. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf, sentencesOf } = context.get(renderContext)
  const here = `/organize/${params.campaignId}/qurbani/shares/${params.itemId}`
  let csv = ''
  let typed = { animals: '', performedOn: '', place: '' }
  try {
    const form = await formWithin(request, formBytesMax)
    if (!form) throw new Problem('validation', 'csv-too-large', { status: 413 })
    typed = {
      animals: postedText(form, 'animals', 4000),
      performedOn: postedText(form, 'performedOn', 40),
      place: postedText(form, 'place', 1000),
    }
    csv = await textOfFile(form)
    const intent = postedText(form, 'intent', 10)
    if (intent === 'preview') {
      const preview = await api('POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/preview', { ...params, csv })
      const rows = preview.rows.map(({ faults, ...row }): ShownRow => ({
        ...row,
        faults: faults.map(({ field, fault: { code, params: values } }) => {
          const sentences = sentencesOf({ [field]: { code, ...(values ? { params: values } : {}) } })
          return sentences[field] ?? code
        }),
      }))
      return data({ rows, csv, typed, refused: undefined }, { status: preview.faulty > 0 ? 400 : 200 })
    }
    const confirmed =
      intent === 'confirm'
        ? await api('POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm', { ...params, csv })
        : await api('POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm-animals', { ...params, ...typed })
    return redirect(`${here}?${new URLSearchParams(effects.map((effect) => [effect, String(confirmed[effect])]))}`, 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication' || error.class === 'not-found') refuse(error, request)
    const refused = refusalOf(error)
    return data({ rows: undefined, csv, typed, refused }, { status: refused.status })
  }
}

/** The shares of an item by animal, its downloads, and forms that confirm what was performed (qurbani-10, qurbani-11). */
export default function OrganizeQurbaniShares({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { list, campaignId, itemId, done } = loaderData
  const { refused, rows, typed, csv } = actionData ?? {}
  const title = t('qurbani-shares.title')
  return (
    <>
      <PageTitle of={refused ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <p>
          <a href={`/organize/${campaignId}/qurbani/shares?year=${list.item.hijriYear}`}>{t('qurbani-shares.back')}</a>
        </p>
        <h1>
          <bdi>{list.item.title}</bdi>
        </h1>
        <p className="quiet">
          {t(`qurbani-shares.animal-${list.item.animal}`)} · {loaderData.countryName} · <bdi>{list.item.partner}</bdi> ·{' '}
          {t('qurbani-shares.year', { year: String(list.item.hijriYear) })}
        </p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrongOf(refused, csv ? 'csv' : 'animals')} />
      {done.length > 0 && !actionData ? (
        <div className="notice" role="status">
          {done.map(({ effect, count }) => (
            <p key={effect}>{t(`qurbani-shares.done-${effect}`, { count })}</p>
          ))}
        </div>
      ) : null}
      {rows ? (
        <Preview rows={rows} csv={csv ?? ''} />
      ) : (
        <>
          <StateNotice data={loaderData} />
          <ShareCounts counts={list.counts} />
          <ShareDownloads
            base={`/v4/campaigns/${campaignId}/qurbani-shares/${itemId}`}
            parts={list.pdfParts}
            isEmpty={list.counts.animals === 0}
          />
        </>
      )}
      {list.isFinal && list.counts.animals > 0 ? (
        <section className="stack" aria-labelledby="confirm">
          <h2 id="confirm">{t('qurbani-shares.confirm')}</h2>
          {rows ? null : (
            <AnimalsForm
              typed={typed}
              errors={refused?.fields ?? {}}
              days={{ from: list.performedFrom, to: loaderData.today }}
            />
          )}
          <FileForm csv={csv ?? ''} error={refused?.fields.csv} />
        </section>
      ) : null}
      {rows ? null : <SharesByAnimal list={list} days={loaderData.days} />}
    </>
  )
}

/** Says whether the list may still change, or by when the charity confirms it. */
function StateNotice({ data: page }: { readonly data: Route.ComponentProps['loaderData'] }) {
  const t = useText()
  return <p className="notice">{stateText(page, t)}</p>
}

function stateText(
  { list, hasClosed, closes, confirmBy, today }: Route.ComponentProps['loaderData'],
  t: ReturnType<typeof useText>,
): string {
  if (!list.isFinal)
    return hasClosed
      ? t('qurbani-shares.closed-waiting')
      : t('qurbani-shares.provisional', { closes: `\u2068${closes}\u2069` })
  if (list.counts.unconfirmed === 0) return t('qurbani-shares.all-performed')
  return t(today > list.confirmBy ? 'qurbani-shares.late' : 'qurbani-shares.confirm-by', { date: confirmBy })
}
