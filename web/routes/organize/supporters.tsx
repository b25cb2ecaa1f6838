import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/supporter-pages/supporter.css'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { stateLook, stateText } from '#web/features/organizers/supporter-pages/page-state.ts'
import { checkbox, choice, hidden } from '#web/kit/fields.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { ResultNotice } from '#web/ui/result-notice.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/supporters'

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => {
    const { campaignId } = params
    return {
      ...(await api('GET /v4/campaigns/:campaignId/supporter-settings', { campaignId })),
      isDone: query.has('done'),
    }
  })

const fields = {
  isOn: checkbox,
  needsApproval: checkbox,
  hasLeaderboard: checkbox,
  page: hidden,
  state: choice(['live', 'hidden'], 'hidden'),
}

/** Saves the settings, or approves, hides or shows a page. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, fields, async ({ page: pageId, state, ...settings }, { api }) => {
    const { campaignId } = args.params
    if (pageId) await api('POST /v4/campaigns/:campaignId/supporters/:pageId/state', { campaignId, pageId, state })
    else await api('PUT /v4/campaigns/:campaignId/supporter-settings', { campaignId, ...settings })
    return '?done=yes'
  })

/** Whether supporters may create pages below a fundraiser, and the existing pages. */
export default function OrganizeSupporters({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { pages } = loaderData
  // A refused decision about a page has no settings.
  const settings = actionData && !actionData.values.page ? actionData.values : loaderData
  const title = t('supporter-pages.settings')
  return (
    <>
      <PageTitle section={actionData ? t('shell.title-problem', { title }) : title} />
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('supporter-pages.settings-lead')}</p>
      </div>
      <ResultNotice
        problem={actionData?.refused?.message}
        done={loaderData.isDone ? t('supporter-pages.changed') : undefined}
      />
      <PageForm className="card card-in stack organize-form">
        <Checkbox
          id="isOn"
          label={t('supporter-pages.set-on')}
          hint={t('supporter-pages.set-on-hint')}
          defaultChecked={settings.isOn ?? false}
        />
        <Checkbox
          id="needsApproval"
          label={t('supporter-pages.set-approval')}
          defaultChecked={settings.needsApproval ?? false}
        />
        <Checkbox
          id="hasLeaderboard"
          label={t('supporter-pages.set-leaderboard')}
          hint={t('supporter-pages.set-leaderboard-hint')}
          defaultChecked={settings.hasLeaderboard ?? false}
        />
        <p>
          <button className="button button-primary">{t('supporter-pages.save')}</button>
        </p>
      </PageForm>
      <section className="stack" aria-labelledby="pages">
        <h2 id="pages">{t('supporter-pages.pages')}</h2>
        {pages.length === 0 ? <p className="quiet">{t('supporter-pages.no-pages')}</p> : null}
        <ul className="supporter-own">
          {pages.map((page) => (
            <PageBelow key={page.id} page={page} />
          ))}
        </ul>
      </section>
    </>
  )
}

type Page = Route.ComponentProps['loaderData']['pages'][number]

function PageBelow({ page }: { readonly page: Page }) {
  const t = useText()
  return (
    <li className="card card-in stack">
      <h3>
        <bdi lang={page.language}>
          {page.isPublic ? <a href={`/v4/campaign/${encodeURIComponent(page.slug)}`}>{page.title}</a> : page.title}
        </bdi>
      </h3>
      <p>
        <Badge look={stateLook(page)}>{t(stateText(page))}</Badge>{' '}
        {page.kind === 'team' ? <Badge>{t('supporter-pages.team')}</Badge> : null}{' '}
        {t('supporter-pages.by', { name: `\u2068${page.supporterName}\u2069` })}
        {' · '}
        <Amount minor={page.raised} currency={page.currency} />
      </p>
      {page.state === 'waiting' && page.story ? (
        <p className="supporter-words" lang={page.language} dir="auto">
          {page.story}
        </p>
      ) : null}
      <Decisions page={page} />
    </li>
  )
}

const decisions = {
  waiting: [
    ['live', 'supporter-pages.approve'],
    ['hidden', 'supporter-pages.decline'],
  ],
  live: [['hidden', 'supporter-pages.hide']],
  ended: [['hidden', 'supporter-pages.hide']],
  hidden: [['live', 'supporter-pages.show']],
} as const

function Decisions({ page }: { readonly page: Page }) {
  const t = useText()
  return (
    <PageForm className="button-row">
      <input type="hidden" name="page" value={page.id} />
      {decisions[page.state].map(([state, label]) => (
        <button
          key={state}
          className={`button ${state === 'live' ? 'button-primary' : 'button-quiet'}`}
          name="state"
          value={state}
          aria-label={t('supporter-pages.of', { act: t(label), title: `\u2068${page.title}\u2069` })}
        >
          {t(label)}
        </button>
      ))}
    </PageForm>
  )
}
