import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import { data, redirect, useRouteLoaderData } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { isProblem } from '#shared/problem.ts'
import { RemoveQuestion } from '#web/features/organizers/fundraising/remove-question.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { loader as running } from './campaign.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/news'

const done = ['published', 'corrected', 'removed'] as const
/** Returns the URL of the list with a notice or question. */
const listAt = (path: string, before: string | null, more: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...(before ? { before } : {}), ...more }).toString()
  return query ? `${path}?${query}` : path
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const before = query.get('before')
    const news = await api('GET /v4/campaigns/:campaignId/news', {
      campaignId: params.campaignId,
      ...(before ? { before } : {}),
    })
    return {
      ...news,
      campaignId: params.campaignId,
      before,
      asksToRemove: query.get('remove'),
      done: done.find((option) => query.get('done') === option) ?? null,
    }
  })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const here = `/organize/${params.campaignId}/news`
  const form = await formOfOwner({ context, request })
  try {
    await api('DELETE /v4/campaigns/:campaignId/news/:newsId', {
      campaignId: params.campaignId,
      newsId: postedText(form, 'news', 40),
    })
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication') return redirectToLogin(here)
    if (error.status !== 404) throw data(null, { status: error.status })
  }
  return redirect(listAt(here, new URL(request.url).searchParams.get('before'), { done: 'removed' }), 303)
}

export default function OrganizeNews({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const campaign = useRouteLoaderData<typeof running>('routes/organize/campaign')
  const { news, next, campaignId, before, asksToRemove } = loaderData
  const path = `/organize/${campaignId}/news`
  const here = listAt(path, before)
  const canEdit = campaign?.acts.includes('edit') ?? false
  const isPublic = campaign?.status !== 0
  const canWrite = canEdit && isPublic && !campaign?.isPausedByStaff
  const write = (
    <a className="button button-primary" href={`${path}/new`}>
      {t('fundraising.news-write')}
    </a>
  )
  return (
    <>
      <PageTitle section={t('fundraising.news')} />
      <div className="page-head">
        <div className="stack">
          <h1>{t('fundraising.news')}</h1>
          <p className="quiet">{t('fundraising.news-lead')}</p>
        </div>
        {news.length > 0 && canWrite ? write : null}
      </div>
      {campaign?.isPausedByStaff ? <p className="notice">{t('fundraising.paused-by-staff')}</p> : null}
      {loaderData.done ? <DoneNotice>{t(`fundraising.news-${loaderData.done}`)}</DoneNotice> : null}
      {news.length === 0 ? (
        <EmptyState title={t('fundraising.news-empty')}>
          <p className="quiet">{t(isPublic ? 'fundraising.news-empty-text' : 'fundraising.news-draft')}</p>
          {canWrite ? <p>{write}</p> : null}
        </EmptyState>
      ) : (
        <ol className="organize-list" reversed>
          {news.map((one) => (
            <li key={one.id} id={one.id} className="card card-in organize-row">
              <div className="organize-row-head row-apart row-baseline">
                <h2 dir="auto">{one.title}</h2>
                <p className="quiet small">
                  <time dateTime={one.publishedAt}>{formatDay(localDate(one.publishedAt.slice(0, 10)), locale)}</time>
                  {one.mailed > 0 ? ` · ${t('fundraising.news-mailed', { count: one.mailed })}` : ''}
                </p>
              </div>
              <div className="story" dir="auto">
                <RichText nodes={one.nodes} />
              </div>
              {canEdit && asksToRemove === one.id ? (
                <RemoveQuestion
                  question={t('fundraising.news-remove-question')}
                  text={t('fundraising.news-remove-text')}
                  name="news"
                  value={one.id}
                  here={here}
                />
              ) : null}
              {canEdit && asksToRemove !== one.id ? (
                <div className="organize-actions">
                  <a href={`${path}/${one.id}`} aria-label={t('fundraising.level-edit-one', { title: one.title })}>
                    {t('fundraising.level-edit')}
                  </a>
                  <a
                    href={`${listAt(path, before, { remove: one.id })}#${one.id}`}
                    aria-label={t('fundraising.level-remove-one', { title: one.title })}
                  >
                    {t('fundraising.level-remove')}
                  </a>
                </div>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {next ? (
        <p>
          <a className="button button-quiet" href={listAt(path, next)}>
            {t('fundraising.news-older')}
          </a>
        </p>
      ) : null}
    </>
  )
}
