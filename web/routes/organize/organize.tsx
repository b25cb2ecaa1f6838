import '#web/features/organizers/organizing/organize.css'
import '#web/features/organizers/fundraising/styles/own.css'
import '#web/features/organizers/charities/own-charity.css'
import { renderContext } from '#server/pages/render-context.ts'
import { AccountNav } from '#web/features/platform/account/account-nav.tsx'
import { hasEnded, OwnFundraiser } from '#web/features/organizers/fundraising/own-fundraiser.tsx'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/organize'
import { accountNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  ...accountNamespaces,
  'organizers/organize',
  'organizers/fundraising',
  'organizers/faults',
]

const groups = [
  { name: 'active', states: ['active'] },
  { name: 'drafts', states: ['draft', 'review'] },
  { name: 'ended', states: ['paused', 'ended', 'closed'] },
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer, now, charitySignUp } = context.get(renderContext)
  requireSignIn(viewer, request)
  const [own, { roles }] = await Promise.all([api('GET /v4/fundraisers/own', {}), api('GET /api/user/current', {})])
  return {
    ...own,
    isStaff: roles.length > 0,
    now: now().getTime(),
    canSignUp: charitySignUp === 'open',
    isAwaitingStaff: new URL(request.url).searchParams.get('waits') === 'staff',
  }
}

/** The fundraisers of the organizer's teams and charities, by state, with one action each. */
export default function Organize({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { fundraisers, charities, isStaff, now, canSignUp, isAwaitingStaff } = loaderData
  const start = (
    <a className="button button-primary" href="/organize/new">
      {t('fundraising.start')}
    </a>
  )
  const shown = groups
    .map(({ name, states }) => ({
      name,
      of: fundraisers.filter((one) => (states as readonly string[]).includes(hasEnded(one, now) ? 'ended' : one.state)),
    }))
    .filter(({ of }) => of.length > 0)
  return (
    <AccountNav isStaff={isStaff}>
      <title>{t('organize.title')}</title>
      <div className="page-head">
        <div className="stack">
          <h1>{t('organize.title')}</h1>
          {fundraisers.length > 0 ? <p className="quiet">{t('fundraising.own-lead')}</p> : null}
        </div>
        {fundraisers.length > 0 ? start : null}
      </div>
      {isAwaitingStaff ? (
        <p className="notice" role="status">
          {t('fundraising.ownership-joins-after-review')}
        </p>
      ) : null}
      {fundraisers.length === 0 ? (
        <EmptyState title={t('fundraising.own-empty')}>
          <p className="quiet">{t('fundraising.own-empty-text')}</p>
          <p>{start}</p>
        </EmptyState>
      ) : null}
      {shown.map(({ name, of }) => (
        <section key={name} className="stack" aria-labelledby={name}>
          <h2 id={name} className={shown.length > 1 ? 'organize-subheading' : 'visually-hidden'}>
            {t(`organize.own-${name}`)}
          </h2>
          <ul className="own-list">
            {of.map((one) => (
              <OwnFundraiser key={one.id} one={one} now={now} />
            ))}
          </ul>
        </section>
      ))}
      {charities.length > 0 || canSignUp ? (
        <section aria-labelledby="charities" className="stack">
          <h2 id="charities" className="organize-subheading">
            {t('fundraising.own-charities')}
          </h2>
          {charities.length > 0 ? (
            <ul className="own-charity-links">
              {charities.map(({ id, name }) => (
                <li key={id}>
                  <a href={`/organize/charities/${id}`}>
                    <bdi>{name}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          {canSignUp ? (
            <p>
              <a className="tap-link" href="/organize/charities/new">
                {t('fundraising.charity-sign-up')}
              </a>
            </p>
          ) : null}
        </section>
      ) : null}
    </AccountNav>
  )
}
