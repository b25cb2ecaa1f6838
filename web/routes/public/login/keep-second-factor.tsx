import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { LinkPage } from '#web/features/platform/identity/link-page.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/keep-second-factor'
import { loginNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = loginNamespaces

export const loader = ({ request }: Route.LoaderArgs) => ({
  code: (new URL(request.url).searchParams.get('code') ?? '').slice(0, 100),
})

/** Stops the removal of a second factor, by the link in the email about it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  try {
    await api('POST /v4/factor-removals/stop', { code: postedText(form, 'code', 100) })
  } catch (error) {
    return data({ isStopped: false }, { status: refusalOf(error).status })
  }
  return data({ isStopped: true })
}

export default function KeepSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  if (!actionData)
    return (
      <LinkPage
        title={t('stop-removal.title')}
        lead={t('stop-removal.lead')}
        code={loaderData.code}
        submit={t('stop-removal.submit')}
      />
    )
  const title = t(actionData.isStopped ? 'stop-removal.stopped' : 'link.expired-title')
  return (
    <div className="page narrow-page stack" role="status">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{t(actionData.isStopped ? 'stop-removal.stopped-text' : 'stop-removal.expired')}</p>
    </div>
  )
}
