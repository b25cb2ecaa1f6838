import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { WordsModeration } from '#web/features/organizers/comments/words-moderation.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/causes/campaigns/styles/share.css'
import '#web/features/organizers/comments/comment.css'
import type { Route } from './+types/words'

const perPage = 20

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const page = Math.max(1, Math.min(1000, Number(/^\d{1,4}$/.exec(query.get('page') ?? '')?.[0] ?? 1)))
    const done = query.get('done')
    const { comments, hasMore } = await api('GET /v4/campaigns/:campaignId/comments/all', {
      campaignId: params.campaignId,
      limit: perPage,
      offset: (page - 1) * perPage,
    })
    return {
      comments,
      hasMore,
      page,
      done: done === 'hidden' || done === 'shown' ? (done as 'hidden' | 'shown') : null,
    }
  })

/** Plain forms that hide words of support or show them again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const isHiding = postedText(form, 'intent', 10) === 'hide'
  const page = /^\d{1,4}$/.exec(postedText(form, 'page', 4))?.[0] ?? '1'
  try {
    await api('POST /v4/campaigns/:campaignId/comments/:commentId/hidden', {
      campaignId: params.campaignId,
      commentId: postedText(form, 'comment', 64),
      hidden: isHiding,
      reason: postedText(form, 'reason', 500),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ message: refused.message }, { status: refused.status })
  }
  return redirect(
    `/organize/${encodeURIComponent(params.campaignId)}/words?${new URLSearchParams({ page, done: isHiding ? 'hidden' : 'shown' })}`,
    303,
  )
}

/** The donors' words of support, for the fundraiser's organizers. */
export default function OrganizeWords({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { comments, hasMore, page, done } = loaderData
  return (
    <>
      <PageTitle section={t('comments.title')} />
      <div className="stack">
        <h1>{t('comments.title')}</h1>
        <p className="quiet">{t('comments.lead')}</p>
      </div>
      {done && !actionData ? <DoneNotice>{t(`comments.done-${done}`)}</DoneNotice> : null}
      {actionData ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      {comments.length === 0 ? (
        <EmptyState title={t('comments.empty')}>
          <p className="quiet">{t('comments.empty-text')}</p>
        </EmptyState>
      ) : (
        <WordsModeration words={comments} page={page} />
      )}
      {page > 1 || hasMore ? (
        <p className="columns">
          {page > 1 ? (
            <a className="button button-quiet" href={`?page=${page - 1}`} rel="prev">
              {t('comments.newer')}
            </a>
          ) : null}
          {hasMore ? (
            <a className="button button-quiet" href={`?page=${page + 1}`} rel="next">
              {t('comments.older')}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
