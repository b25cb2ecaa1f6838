import { redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/scheduled-not-me'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['recurring/plan-mails']

/**
 * Opening the page changes nothing, because email programs open links by themselves; it shows nothing about the plan
 * (recurring-28).
 */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { token: query.get('token') ?? '', isDone: query.get('done') !== null }
}

export async function action({ context, request }: Route.ActionArgs) {
  const token = postedText(await postedForm(request), 'token', 400)
  await context.get(renderContext).api('POST /v4/subscription-links/not-me', { token })
  return redirect('/scheduled-giving/not-me?done', 303)
}

export default function NotMe({ loaderData: { token, isDone } }: Route.ComponentProps) {
  const t = useText()
  const title = t(isDone ? 'plan-mails.not-me-done' : 'plan-mails.not-me')
  return (
    <div className="page narrow-page stack">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {isDone ? (
        <p role="status">{t('plan-mails.not-me-done-text')}</p>
      ) : (
        <form method="post" action="/scheduled-giving/not-me" className="stack">
          <p>{t('plan-mails.not-me-text')}</p>
          <input type="hidden" name="token" value={token} />
          <div>
            <Button type="submit">{t('plan-mails.not-me-stop')}</Button>
          </div>
        </form>
      )}
    </div>
  )
}
