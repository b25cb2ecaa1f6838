import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { NameFields } from '../../features/platform/identity/name-fields.tsx'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../lib/form-values.ts'
import { useText } from '../../lib/text.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import type { Route } from './+types/profile'

export const loader = ({ context }: Route.LoaderArgs) => context.get(renderContext).api('GET /api/user/current', {})

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const typed = { firstName: postedText(form, 'firstName', 200), lastName: postedText(form, 'lastName', 200) }
  try {
    await api('POST /v4/me/name', typed)
  } catch (error) {
    const refused = refusalOf(error)
    return data({ refused, typed }, { status: refused.status })
  }
  return redirect('/account/profile?done=name', 303)
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('profile.title')
  const { refused, typed } = actionData ?? {}
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('profile.lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'firstName')} />
      <form method="post" className="stack account-form" noValidate>
        <NameFields
          typed={typed ?? { firstName: loaderData['first-name'], lastName: loaderData['last-name'] }}
          errors={refused?.fields}
        />
        <div>
          <p className="label">{t('profile.email')}</p>
          <p>
            <bdi>{loaderData.email}</bdi>
          </p>
          <p>
            <a href="/account/profile/email">{t('profile.change-email')}</a>
          </p>
        </div>
        <button className="button button-primary">{t('profile.submit')}</button>
      </form>
    </>
  )
}
