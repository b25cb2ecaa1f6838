import { renderContext } from '#server/pages/render-context.ts'
import { loadByMailLink } from '#web/lib/mail-link.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/unsubscribe-charity'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/fundraising', 'platform/faults', 'organizers/faults']

/**
 * The page of the unsubscribe link in a charity's letter or thanks. Opening it changes nothing, because email programs
 * open links by themselves.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  return loadByMailLink(() => context.get(renderContext).api('GET /v4/unsubscribe/charity/:token', { token }))
}

/** Handles the page's button and one-click unsubscribe (RFC 8058), which sends no cookie. */
export async function action({ context, params }: Route.ActionArgs) {
  const { token } = params
  return loadByMailLink(() => context.get(renderContext).api('POST /v4/unsubscribe/charity/:token', { token }))
}

export default function UnsubscribeCharity({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { of: subscription } = actionData ?? loaderData
  const charity = subscription ? `\u2068${subscription.charity}\u2069` : ''
  const isUnsubscribed = subscription?.isUnsubscribed === true
  const title = subscription
    ? t(isUnsubscribed ? 'fundraising.charity-unsubscribed' : 'fundraising.charity-unsubscribe', { charity })
    : t('fundraising.unsubscribe-dead')
  return (
    <div className="page narrow-page stack">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {subscription ? null : <p>{t('fundraising.unsubscribe-dead-text')}</p>}
      {subscription && !isUnsubscribed ? (
        <form method="post" className="stack">
          <p>{t('fundraising.charity-unsubscribe-text')}</p>
          <button className="button button-primary">{t('fundraising.unsubscribe-yes')}</button>
        </form>
      ) : null}
      <p>
        <a href="/account/notifications">{t('fundraising.summaries-settings')}</a>
      </p>
    </div>
  )
}
