import { renderContext } from '#server/pages/render-context.ts'
import { loadByMailLink } from '#web/lib/mail-link.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/unsubscribe-reminders'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/qurbani', 'platform/faults']

/**
 * The page of the unsubscribe link in a reminder. Opening it changes nothing, because email programs open links by
 * themselves.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  return loadByMailLink(() =>
    context.get(renderContext).api('GET /v4/unsubscribe/qurbani/:token', { token: params.token }),
  )
}

/** Handles the page's button and one-click unsubscribe (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  return loadByMailLink(() =>
    context.get(renderContext).api('POST /v4/unsubscribe/qurbani/:token', { token: params.token }),
  )
}

export default function UnsubscribeReminders({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { of: subscription } = actionData ?? loaderData
  const isUnsubscribed = subscription?.isUnsubscribed === true
  const title = subscription
    ? t(isUnsubscribed ? 'qurbani.unsubscribed' : 'qurbani.unsubscribe')
    : t('qurbani.unsubscribe-dead')
  return (
    <div className="page narrow-page stack">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{t(subscription ? 'qurbani.unsubscribe-text' : 'qurbani.unsubscribe-dead-text')}</p>
      {subscription && !isUnsubscribed ? (
        <form method="post">
          <button className="button button-primary">{t('qurbani.unsubscribe-yes')}</button>
        </form>
      ) : null}
      <p>
        <a href="/v4/qurbani">{t('qurbani.see')}</a>
      </p>
    </div>
  )
}
