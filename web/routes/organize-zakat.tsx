import { data, redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { zakatCategories } from '#modules/moderation/rules/zakat.ts'
import { atTheDesk } from '../lib/at-the-desk.ts'
import { postedText, wrongOf } from '../lib/posted.ts'
import { useText } from '../lib/text.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Checkbox, TextArea } from '../ui/field.tsx'
import type { Route } from './+types/organize-zakat'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale } = context.get(renderContext)
  const { requests } = await atTheDesk({ viewer }, request, () => api('GET /v4/campaigns/:campaignId/zakat-requests', { campaignId: params.campaignId }))
  const day = (at: string) => formatDay(localDateIn('UTC', new Date(at)), locale)
  const granted = requests.find(({ state }) => state === 'granted')
  const asked = requests.find(({ state }) => state === 'asked')
  const last = requests[0]
  return {
    standing: granted ? { categories: granted.categories, until: day(granted.expiresAt!) } : null,
    waitingSince: asked ? day(asked.askedAt) : null,
    lastState: last?.state ?? null,
    /** What was asked last time, to begin from. */
    last: last ? { categories: last.categories, note: last.note, links: last.links.join('\n') } : null,
    isDone: new URL(request.url).searchParams.get('done') === 'asked',
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await request.formData()
  const typed = {
    categories: zakatCategories.filter((each) => form.getAll('categories').includes(each)),
    note: postedText(form, 'note', 8000),
    links: postedText(form, 'links', 6000),
  }
  try {
    const links = typed.links
      .split('\n')
      .map((link) => link.trim())
      .filter(Boolean)
    await api('POST /v4/campaigns/:campaignId/zakat-requests', {
      campaignId: params.campaignId,
      categories: typed.categories,
      note: typed.note,
      links: links.slice(0, 20),
    })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirect(`/login?redirectUrl=${encodeURIComponent(`/organize/${params.campaignId}/zakat`)}`, 303)
    if (refused.status === 404) throw new Response(null, { status: 404 })
    return data({ refused, typed }, { status: refused.status })
  }
  return redirect(`/organize/${params.campaignId}/zakat?done=asked`, 303)
}

/** Whoever edits a fundraiser asks that it be verified for Zakat, and sees how that stands. */
export default function OrganizeZakat({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('organize.zakat')
  const { standing, waitingSince, lastState, isDone } = loaderData
  const { refused } = actionData ?? {}
  const typed = actionData?.typed ?? loaderData.last
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('organize.zakat-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrongOf(refused, 'note')} />
      {isDone && !refused ? (
        <p className="notice" role="status">
          {t('organize.zakat-asked')}
        </p>
      ) : null}
      {standing ? (
        <section className="notice stack" aria-labelledby="standing">
          <h2 id="standing">{t('organize.zakat-now', { date: standing.until })}</h2>
          <p>{standing.categories.map((each) => t(`zakat.${each}`)).join(' · ')}</p>
          <p className="small">{t('organize.zakat-now-text')}</p>
        </section>
      ) : lastState === 'declined' ? (
        <section className="notice stack" aria-labelledby="ended">
          <h2 id="ended">{t('organize.zakat-declined')}</h2>
          <p>{t('organize.zakat-again')}</p>
        </section>
      ) : lastState === 'expired' || lastState === 'revoked' ? (
        <section className="notice stack" aria-labelledby="ended">
          <h2 id="ended">{t('organize.zakat-ended')}</h2>
          <p>{t('organize.zakat-ended-text')}</p>
        </section>
      ) : null}
      {waitingSince ? (
        <section className="notice stack" aria-labelledby="waiting">
          <h2 id="waiting">{t('organize.zakat-waiting')}</h2>
          <p>{t('organize.zakat-waiting-text', { date: waitingSince })}</p>
        </section>
      ) : (
        <form method="post" className="stack account-form" noValidate>
          <fieldset className="group" id="categories" tabIndex={-1} aria-describedby={refused?.fields.categories ? 'categories-error' : undefined}>
            <legend>{t('organize.zakat-categories')}</legend>
            <p className="hint">{t('zakat.source')}</p>
            {refused?.fields.categories ? (
              <p className="error" id="categories-error">
                {refused.fields.categories}
              </p>
            ) : null}
            {zakatCategories.map((each) => (
              <Checkbox
                key={each}
                id={`category-${each}`}
                name="categories"
                value={each}
                label={t(`zakat.${each}`)}
                defaultChecked={typed?.categories.includes(each)}
              />
            ))}
          </fieldset>
          <TextArea
            id="note"
            label={t('organize.zakat-note')}
            hint={t('organize.zakat-note-hint')}
            defaultValue={typed?.note}
            error={refused?.fields.note}
            required
            maxLength={4000}
            rows={6}
          />
          <TextArea
            id="links"
            label={t('organize.zakat-links')}
            hint={t('organize.zakat-links-hint')}
            mark={t('shell.optional')}
            dir="ltr"
            defaultValue={typed?.links}
            error={refused?.fields.links}
          />
          <button className="button button-primary">{t('organize.zakat-submit')}</button>
        </form>
      )}
    </>
  )
}
