import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/editor.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import '#web/features/causes/campaigns/styles/campaign.css'
import { useEffect, useRef, useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import type { Currency } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import { Levels } from '#web/features/causes/campaigns/levels.tsx'
import { LevelDialog } from '#web/features/organizers/fundraising/level-dialog.tsx'
import { previewLevels, shownAmount } from '#web/features/organizers/fundraising/preview.tsx'
import { RemoveQuestion } from '#web/features/organizers/fundraising/remove-question.tsx'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/levels'

const done = ['saved', 'removed'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const levels = await api('GET /v4/campaigns/:campaignId/levels', { campaignId: params.campaignId })
    return {
      ...levels,
      campaignId: params.campaignId,
      asksToRemove: query.get('remove'),
      moved: query.get('moved'),
      done: done.find((option) => query.get('done') === option) ?? null,
    }
  })

/** Plain forms: a level is deleted or moved up or down. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const { campaignId } = params
  const here = `/organize/${campaignId}/levels`
  const form = await formOfOwner({ context, request })
  const levelId = postedText(form, 'level', 20)
  const intent = postedText(form, 'intent', 10)
  try {
    if (intent === 'remove') {
      await api('DELETE /v4/campaigns/:campaignId/levels/:levelId', { campaignId, levelId })
      return redirect(`${here}?done=removed`, 303)
    }
    if (intent !== 'up' && intent !== 'down') throw data(null, { status: 400 })
    const { levels } = await api('GET /v4/campaigns/:campaignId/levels', { campaignId })
    const ids = levels.map(({ id }) => id)
    const from = ids.indexOf(levelId)
    const to = from + (intent === 'up' ? -1 : 1)
    if (from >= 0 && to >= 0 && to < ids.length) {
      ids.splice(to, 0, ...ids.splice(from, 1))
      await api('POST /v4/campaigns/:campaignId/levels/order', { campaignId, ids })
    }
    return redirect(`${here}?moved=${encodeURIComponent(levelId)}#level-${encodeURIComponent(levelId)}`, 303)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.class === 'authentication') return redirectToLogin(here)
    // Deleted or moved elsewhere: the page shows the current list.
    if (error.status === 404 || error.status === 409) return redirect(here, 303)
    throw data(null, { status: error.status })
  }
}

/** How donors see the levels. */
function LevelsPreview({
  levels,
  currency,
}: {
  readonly levels: ReturnType<typeof previewLevels>
  readonly currency: Currency
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <section className="card card-in panel stack" aria-label={t('fundraising.preview')}>
      <p className="quiet small">{t('fundraising.preview-lead')}</p>
      <div inert>
        <Levels campaign={{ currency, language: locale, levels }} isOpen about={null} hrefOf={() => '#'} />
      </div>
    </section>
  )
}

export default function OrganizeLevels({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { campaignId, currency } = loaderData
  /** The levels after saving in the dialog; every other change reloads the page's data. */
  const [saved, setLevels] = useState<typeof loaderData.levels>()
  const levels = saved ?? loaderData.levels
  const [edited, setEdited] = useState<{ id: string | undefined } | undefined>()
  const [isSaved, setSaved] = useState(false)
  const here = `/organize/${campaignId}/levels`
  const open = (id: string | undefined) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    setSaved(false)
    setEdited({ id })
  }
  // The first level replaces the link that opened the dialog, so the focus moves to the same link above the list.
  const adding = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isSaved && document.activeElement === document.body) adding.current?.focus()
  }, [isSaved])
  const movedTo = levels.findIndex(({ id }) => id === loaderData.moved)
  const moved = levels[movedTo]
  const done = isSaved ? 'saved' : loaderData.done
  const add = (
    <a ref={adding} className="button button-primary" href={`${here}/new`} onClick={open(undefined)}>
      {t('fundraising.level-add')}
    </a>
  )
  return (
    <>
      <PageTitle section={t('fundraising.levels')} />
      <div className="page-head">
        <div className="stack">
          <h1>{t('fundraising.levels')}</h1>
          <p className="quiet">{t('fundraising.levels-lead')}</p>
        </div>
        {levels.length > 0 ? add : null}
      </div>
      {done ? <DoneNotice>{t(`fundraising.level-${done}`)}</DoneNotice> : null}
      {moved && !done ? (
        <p className="notice" role="status">
          {t('fundraising.moved', { title: `\u2068${moved.title}\u2069`, place: movedTo + 1 })}
        </p>
      ) : null}
      {levels.length === 0 ? (
        <EmptyState title={t('fundraising.levels-empty')}>
          <p className="quiet">{t('fundraising.levels-empty-text')}</p>
          <p>{add}</p>
        </EmptyState>
      ) : (
        <div className="with-panel">
          <ol className="card organize-rows">
            {levels.map((level, place) => (
              <li key={level.id} id={`level-${level.id}`} className="organize-level-place">
                <span className="num" aria-hidden="true">
                  {place + 1}
                </span>
                <div className="organize-row">
                  <div className="organize-row-head row-apart row-baseline">
                    <h2 dir="auto">{level.title}</h2>
                    <p className="strong num">{shownAmount(level.amount, currency, locale)}</p>
                  </div>
                  {level.description ? <p dir="auto">{level.description}</p> : null}
                  <p className="quiet small">
                    {level.limit === null
                      ? t('fundraising.level-claimed', { claimed: level.claimed })
                      : t('fundraising.level-of', { claimed: level.claimed + level.reserved, limit: level.limit })}{' '}
                    {level.hidden ? <Badge look="accent">{t('fundraising.level-hidden')}</Badge> : null}
                  </p>
                  {loaderData.asksToRemove === level.id ? (
                    <RemoveQuestion
                      question={t('fundraising.level-remove-question')}
                      text={t('fundraising.level-remove-text')}
                      name="level"
                      value={level.id}
                      here={here}
                    />
                  ) : (
                    <PageForm action={here} className="organize-actions">
                      <input type="hidden" name="level" value={level.id} />
                      <a
                        href={`${here}/${level.id}`}
                        onClick={open(level.id)}
                        aria-label={t('fundraising.level-edit-one', { title: level.title })}
                      >
                        {t('fundraising.level-edit')}
                      </a>
                      {place > 0 ? (
                        <button
                          className="link-button"
                          name="intent"
                          value="up"
                          aria-label={t('fundraising.move-up-one', { title: level.title })}
                        >
                          {t('fundraising.move-up')}
                        </button>
                      ) : null}
                      {place < levels.length - 1 ? (
                        <button
                          className="link-button"
                          name="intent"
                          value="down"
                          aria-label={t('fundraising.move-down-one', { title: level.title })}
                        >
                          {t('fundraising.move-down')}
                        </button>
                      ) : null}
                      <a
                        href={`${here}?remove=${level.id}#level-${level.id}`}
                        aria-label={t('fundraising.level-remove-one', { title: level.title })}
                      >
                        {t('fundraising.level-remove')}
                      </a>
                    </PageForm>
                  )}
                </div>
              </li>
            ))}
          </ol>
          <LevelsPreview levels={previewLevels(levels)} currency={currency} />
        </div>
      )}
      <LevelDialog
        campaignId={campaignId}
        currency={currency}
        level={levels.find(({ id }) => id === edited?.id)}
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        onChangedElsewhere={(theirs) => setLevels(levels.map((level) => (level.id === theirs.id ? theirs : level)))}
        onSaved={(now) => {
          setLevels([...now])
          setEdited(undefined)
          setSaved(true)
        }}
      />
    </>
  )
}
