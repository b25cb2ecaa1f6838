import { renderContext } from '#server/pages/render-context.ts'
import { loadByMailLink } from '#web/lib/mail-link.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/unsubscribe'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/fundraising', 'platform/faults', 'organizers/faults']

/**
 * The page of the unsubscribe link in an update email. Opening it changes nothing, because email programs open links by
 * themselves.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  return loadByMailLink(() => context.get(renderContext).api('GET /v4/unsubscribe/:token', { token: params.token }))
}

/** Handles the page's button and one-click unsubscribe (RFC 8058), which sends no cookie. */
export async function action({ context, params }: Route.ActionArgs) {
  return loadByMailLink(() => context.get(renderContext).api('POST /v4/unsubscribe/:token', { token: params.token }))
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const input = (actionData ?? loaderData).of
  const name = input ? `\u2068${input.title}\u2069` : ''
  const title = !input
    ? t('fundraising.unsubscribe-dead')
    : t(input.isUnsubscribed ? 'fundraising.unsubscribed' : 'fundraising.unsubscribe', { title: name })
  return (
    <div className="page narrow-page stack">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {input ? null : <p>{t('fundraising.unsubscribe-dead-text')}</p>}
      {input && !input.isUnsubscribed ? (
        <form method="post" className="stack">
          <p>{t('fundraising.unsubscribe-text')}</p>
          <button className="button button-primary">{t('fundraising.unsubscribe-yes')}</button>
        </form>
      ) : null}
      {input ? (
        <p>
          <a href={`/v4/campaign/${encodeURIComponent(input.slug)}`}>{t('fundraising.see-page')}</a>
        </p>
      ) : (
        <p>
          <a href="/account/notifications">{t('fundraising.summaries-settings')}</a>
        </p>
      )}
    </div>
  )
}
