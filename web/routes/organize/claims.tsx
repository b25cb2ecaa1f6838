import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { throwAccessError } from '#web/lib/access.ts'
import { PageTitle } from '#web/features/organizers/organizing/page-title.tsx'
import { ClaimItem, type EmergencyDetails } from '#web/features/organizers/organizing/claim-item.tsx'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText } from '#web/lib/form-values.ts'
import { Pager } from '#web/kit/pager.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Progress } from '#web/ui/progress.tsx'
import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/claim.css'
import '#web/features/organizers/organizing/copy.css'
import type { Route } from './+types/claims'

const states = ['open', 'sent', 'all'] as const

function asked(query: URLSearchParams) {
  const level = query.get('level') ?? ''
  return {
    level: /^\d{1,18}$/.test(level) ? level : '',
    state: states.find((state) => state === query.get('state')) ?? 'open',
    before: query.get('before') ?? '',
  }
}

/** Returns the URL of the list with these filters. */
const listAt = (campaignId: string, { level, state, before }: ReturnType<typeof asked>): string =>
  `/organize/${campaignId}/claims?${new URLSearchParams({ state, ...(level ? { level } : {}), ...(before ? { before } : {}) }).toString()}`

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params, query }) => {
    const { level, state, before } = asked(query)
    const page = await api('GET /v4/campaigns/:campaignId/claims', {
      campaignId: params.campaignId,
      state,
      ...(level ? { level } : {}),
      ...(before ? { before } : {}),
    })
    // The last claim of this page was sent: show the first page.
    if (before !== '' && page.claims.length === 0)
      throw redirect(listAt(params.campaignId, { level, state, before: '' }))
    return {
      ...page,
      claims: page.claims.map((claim) => ({
        ...claim,
        label: shortDay(claim.givenAt, locale, { withYear: true }),
        sentLabel: claim.sentAt ? shortDay(claim.sentAt, locale, { withYear: true }) : '',
      })),
      level,
      state,
      before,
    }
  })

/** Plain forms: `sent` and `unsent` mark a claim, `open` shows the emergency contact once. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const ids = { campaignId: params.campaignId, donationId: postedText(form, 'gift', 40) }
  const intent = postedText(form, 'intent', 10)
  try {
    if (intent === 'open') {
      const opened: EmergencyDetails = {
        ...(await api('POST /v4/campaigns/:campaignId/claims/:donationId/emergency', ids)),
        donationId: ids.donationId,
      }
      return data(opened, { headers: { 'cache-control': 'no-store' } })
    }
    if (intent !== 'sent' && intent !== 'unsent') throw data(null, { status: 400 })
    await api('POST /v4/campaigns/:campaignId/claims/:donationId/fulfilment', { ...ids, isSent: intent === 'sent' })
  } catch (error) {
    if (!isProblem(error)) throw error
    throwAccessError(error, request)
  }
  return redirect(listAt(params.campaignId, asked(new URL(request.url).searchParams)), 303)
}

/** The claims of giving levels with the donors' details, and what must still be sent (content-9). */
export default function OrganizeClaims({ loaderData: data, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/${params.campaignId}/claims`
  const pageBefore = (before: string) => listAt(params.campaignId, { level: data.level, state: data.state, before })
  return (
    <>
      <PageTitle section={t('organize.claims')} />
      <div className="stack">
        <h1>{t('organize.claims')}</h1>
        <p className="quiet">{t('organize.claims-lead')}</p>
      </div>
      {data.levels.length === 0 ? (
        <EmptyState title={t('organize.no-levels')}>
          <p className="quiet">{t('organize.no-levels-text')}</p>
        </EmptyState>
      ) : (
        <div className="with-panel">
          <div className="stack">
            <nav className="dashboard-periods row" aria-label={t('organize.state')}>
              {states.map((state) => (
                <a
                  key={state}
                  className="chip"
                  href={listAt(params.campaignId, { level: data.level, state, before: '' })}
                  {...(state === data.state ? { 'aria-current': 'true' as const } : {})}
                >
                  {t(`organize.claims-${state}`)}
                </a>
              ))}
            </nav>
            {data.claims.length === 0 ? (
              <EmptyState title={t(data.state === 'open' ? 'organize.no-open-claims' : 'organize.no-claims')} />
            ) : null}
            <ul className="card organize-rows claim-list">
              {data.claims.map((claim) => (
                <li key={claim.id} id={claim.id}>
                  <ClaimItem
                    claim={claim}
                    action={`${pageBefore(data.before)}#${claim.id}`}
                    isOpenList={data.state === 'open'}
                    canReadEmergencyDetails={data.canReadEmergencyDetails}
                    opened={actionData?.donationId === claim.id ? actionData : undefined}
                  />
                </li>
              ))}
            </ul>
            <Pager
              label={t('organize.pages')}
              newest={data.before === '' ? undefined : { href: pageBefore(''), text: t('organize.newest') }}
              older={data.next ? { href: pageBefore(data.next), text: t('organize.older') } : undefined}
            />
          </div>
          <ClaimPanel claims={data} path={path} campaignId={params.campaignId} />
        </div>
      )}
    </>
  )
}

/** The levels with the number sent, which also filter the list, and the export. */
function ClaimPanel({
  claims,
  path,
  campaignId,
}: {
  readonly claims: Route.ComponentProps['loaderData']
  readonly path: string
  readonly campaignId: string
}) {
  const t = useText()
  const levels = [{ id: '', title: t('organize.all-levels'), ...sumsOf(claims.levels) }, ...claims.levels]
  return (
    <section className="card card-in stack panel" aria-labelledby="levels">
      <h2 id="levels">{t('organize.level')}</h2>
      <ul className="claim-levels">
        {levels.map(({ id, title, sent, donations }) => (
          <li key={id}>
            <a
              href={listAt(campaignId, { level: id, state: claims.state, before: '' })}
              {...(id === claims.level ? { 'aria-current': 'true' as const } : {})}
            >
              <bdi>{title}</bdi>
              <span className="quiet small">{t('organize.level-sent', { sent, count: donations })}</span>
            </a>
            <Progress percent={donations === 0 ? 0 : (sent * 100) / donations} />
          </li>
        ))}
      </ul>
      <PageForm action={`${path}/export`} className="claim-export">
        <input type="hidden" name="level" value={claims.level} />
        <input type="hidden" name="state" value={claims.state} />
        <Button look="quiet" aria-describedby="export-note">
          {t('organize.export')}
        </Button>
        <p className="quiet small" id="export-note">
          {t('organize.export-note')}
        </p>
      </PageForm>
    </section>
  )
}

const sumsOf = (levels: readonly { readonly sent: number; readonly donations: number }[]) => ({
  sent: levels.reduce((sum, { sent }) => sum + sent, 0),
  donations: levels.reduce((sum, { donations }) => sum + donations, 0),
})
