import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { isProblem } from '#shared/problem.ts'
import { shortDay } from '../../features/organizers/organizing/days.ts'
import { refuse, theirs } from '../../lib/theirs.ts'
import { PageTitle } from '../../features/organizers/organizing/page-title.tsx'
import { AddressOnPaper } from '../../features/organizers/organizing/paper-address.tsx'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/posted.ts'
import { useText } from '../../lib/text.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/small-parts.tsx'
import '../../styles/organizers/organize.css'
import '../../styles/organizers/dashboard.css'
import '../../styles/organizers/chart.css'
import '../../styles/organizers/claim.css'
import '../../styles/organizers/copy.css'
import type { Route } from './+types/claims'

const states = ['open', 'sent', 'all'] as const

function asked(query: URLSearchParams) {
  const level = query.get('level') ?? ''
  return {
    level: /^\d{1,18}$/.test(level) ? level : '',
    state: states.find((each) => each === query.get('state')) ?? 'open',
    before: query.get('before') ?? '',
  }
}

/** A page of the list. */
const listAt = (campaignId: string, { level, state, before }: ReturnType<typeof asked>): string =>
  `/organize/${campaignId}/claims?${new URLSearchParams({ state, ...(level ? { level } : {}), ...(before ? { before } : {}) }).toString()}`

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  const { level, state, before } = asked(new URL(request.url).searchParams)
  const page = await theirs(viewer, request, () =>
    api('GET /v4/campaigns/:campaignId/claims', {
      campaignId: params.campaignId,
      state,
      ...(level ? { level } : {}),
      ...(before ? { before } : {}),
    }),
  )
  // The last of it was sent: what is left stands before it.
  if (before !== '' && page.claims.length === 0) throw redirect(listAt(params.campaignId, { level, state, before: '' }))
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
}

type Opened = OutputOf<ProductContract, 'POST /v4/campaigns/:campaignId/claims/:giftId/emergency'> & {
  readonly giftId: string
}

/** Plain forms: `sent` and `unsent` mark a claim, `open` shows what was left for an emergency, once. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const form = await postedForm(request)
  const of = { campaignId: params.campaignId, giftId: postedText(form, 'gift', 40) }
  const intent = postedText(form, 'intent', 10)
  try {
    if (intent === 'open') {
      const opened: Opened = {
        ...(await api('POST /v4/campaigns/:campaignId/claims/:giftId/emergency', of)),
        giftId: of.giftId,
      }
      return data(opened, { headers: { 'cache-control': 'no-store' } })
    }
    if (intent !== 'sent' && intent !== 'unsent') throw data(null, { status: 400 })
    await api('POST /v4/campaigns/:campaignId/claims/:giftId/fulfilment', { ...of, isSent: intent === 'sent' })
  } catch (error) {
    if (!isProblem(error)) throw error
    refuse(error, request)
  }
  return redirect(listAt(params.campaignId, asked(new URL(request.url).searchParams)), 303)
}

/** Who chose which level, what they left for it, and what is still to be sent (content-9). */
export default function OrganizeClaims({ loaderData: of, actionData, params }: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/${params.campaignId}/claims`
  const at = (before: string) => listAt(params.campaignId, { level: of.level, state: of.state, before })
  return (
    <>
      <PageTitle of={t('organize.claims')} />
      <div className="page-head">
        <div className="stack">
          <h1>{t('organize.claims')}</h1>
          <p className="quiet">{t('organize.claims-lead')}</p>
        </div>
        {of.levels.length > 0 ? (
          <form method="post" action={`${path}/export`} className="claim-export">
            <input type="hidden" name="level" value={of.level} />
            <input type="hidden" name="state" value={of.state} />
            <Button look="quiet" aria-describedby="export-note">
              {t('organize.export')}
            </Button>
            <p className="quiet small" id="export-note">
              {t('organize.export-note')}
            </p>
          </form>
        ) : null}
      </div>
      {of.levels.length === 0 ? (
        <EmptyState title={t('organize.no-levels')}>
          <p className="quiet">{t('organize.no-levels-text')}</p>
        </EmptyState>
      ) : (
        <form method="get" action={path} className="claim-filter">
          <Select id="level" label={t('organize.level')} defaultValue={of.level}>
            <option value="">{t('organize.all-levels')}</option>
            {of.levels.map((level) => (
              <option key={level.id} value={level.id}>
                {t('organize.level-option', { title: level.title, sent: level.sent, count: level.gifts })}
              </option>
            ))}
          </Select>
          <Select id="state" label={t('organize.state')} defaultValue={of.state}>
            {states.map((state) => (
              <option key={state} value={state}>
                {t(`organize.claims-${state}`)}
              </option>
            ))}
          </Select>
          <Button look="quiet">{t('organize.show')}</Button>
        </form>
      )}
      {of.levels.length > 0 && of.claims.length === 0 ? (
        <EmptyState title={t(of.state === 'open' ? 'organize.no-open-claims' : 'organize.no-claims')} />
      ) : null}
      <ul className="claim-list">
        {of.claims.map((claim) => (
          <li key={claim.id} id={claim.id}>
            <OneClaim
              claim={claim}
              action={`${at(of.before)}#${claim.id}`}
              mayReadEmergencyDetails={of.mayReadEmergencyDetails}
              opened={actionData?.giftId === claim.id ? actionData : undefined}
            />
          </li>
        ))}
      </ul>
      {of.before === '' && !of.next ? null : (
        <nav className="button-row" aria-label={t('organize.pages')}>
          {of.before === '' ? null : (
            <a className="button button-quiet" href={at('')}>
              {t('organize.newest')}
            </a>
          )}
          {of.next ? (
            <a className="button button-quiet" href={at(of.next)}>
              {t('organize.older')}
            </a>
          ) : null}
        </nav>
      )}
    </>
  )
}

type Claim = Route.ComponentProps['loaderData']['claims'][number]

/** Says when the reward was sent, or that it is still to be sent. */
function SentBadge({ claim }: { readonly claim: Claim }) {
  const t = useText()
  if (claim.sentAt)
    return (
      <Badge look="brand">
        ✓ {t('organize.sent-on')} <bdi>{claim.sentLabel}</bdi>
      </Badge>
    )
  return claim.hasToSend ? <Badge look="accent">{t('organize.to-send')}</Badge> : null
}

function OneClaim({
  claim,
  action,
  mayReadEmergencyDetails,
  opened,
}: {
  readonly claim: Claim
  readonly action: string
  readonly mayReadEmergencyDetails: boolean
  readonly opened: Opened | undefined
}) {
  const t = useText()
  const who = claim.name ?? t('organize.anonymous')
  return (
    <article className="card card-in claim" aria-label={`${claim.level.title}, ${who}`}>
      <div className="claim-head">
        <div>
          <h2>
            <bdi>{claim.level.title}</bdi>
          </h2>
          <p className="quiet small">
            <bdi>{who}</bdi> · <bdi>{claim.label}</bdi> · <Amount minor={claim.gift} currency={claim.currency} />
            {claim.quantity > 1 ? <> · {t('organize.times', { count: claim.quantity })}</> : null}
          </p>
        </div>
        <SentBadge claim={claim} />
      </div>
      <dl className="claim-facts">
        {claim.note ? (
          <div>
            <dt>{t('organize.note')}</dt>
            <dd>
              <bdi>{claim.note}</bdi>
            </dd>
          </div>
        ) : null}
        {claim.email ? (
          <div>
            <dt>{t('organize.email')}</dt>
            <dd>
              <a href={`mailto:${claim.email}`} dir="ltr">
                {claim.email}
              </a>
            </dd>
          </div>
        ) : null}
        {claim.shipping ? (
          <div>
            <dt>{t('organize.ship-to')}</dt>
            <dd>
              <AddressOnPaper of={claim.shipping} />
            </dd>
          </div>
        ) : null}
        {opened?.emergencyContact ? (
          <div>
            <dt>{t('organize.emergency')}</dt>
            <dd>
              <span dir="auto">{opened.emergencyContact.name}</span>
              {opened.emergencyContact.relationship ? (
                <span dir="auto"> ({opened.emergencyContact.relationship})</span>
              ) : null}{' '}
              <a href={`tel:${opened.emergencyContact.phone}`} dir="ltr">
                {opened.emergencyContact.phone}
              </a>
            </dd>
          </div>
        ) : null}
        {opened?.medicalInformation ? (
          <div>
            <dt>{t('organize.medical')}</dt>
            <dd>
              <bdi>{opened.medicalInformation}</bdi>
            </dd>
          </div>
        ) : null}
      </dl>
      {claim.hasSealed && !mayReadEmergencyDetails ? (
        <p className="quiet small">{t('organize.sealed-not-yours')}</p>
      ) : null}
      <form method="post" action={action} className="button-row claim-actions">
        <input type="hidden" name="gift" value={claim.id} />
        <Button
          className="button-small"
          look={claim.sentAt || !claim.hasToSend ? 'quiet' : 'primary'}
          name="intent"
          value={claim.sentAt ? 'unsent' : 'sent'}
        >
          {t(claim.sentAt ? 'organize.mark-unsent' : 'organize.mark-sent')}
        </Button>
        {claim.hasSealed && mayReadEmergencyDetails && !opened ? (
          <Button
            className="button-small"
            look="quiet"
            name="intent"
            value="open"
            aria-describedby={`sealed-${claim.id}`}
          >
            {t('organize.open-sealed')}
          </Button>
        ) : null}
      </form>
      {claim.hasSealed && mayReadEmergencyDetails && !opened ? (
        <p className="quiet small" id={`sealed-${claim.id}`}>
          {t('organize.sealed-note')}
        </p>
      ) : null}
    </article>
  )
}
