import { data, redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { postedText, wrongOf } from '../lib/posted.ts'
import { useText } from '../lib/text.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextInput } from '../ui/field.tsx'
import type { Route } from './+types/account-profile'

export const loader = ({ context }: Route.LoaderArgs) => context.get(renderContext).api('GET /api/user/current', {})

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await request.formData()
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
      <ErrorSummary title={t('shell.problem')} wrong={wrongOf(refused, 'firstName')} />
      <form method="post" className="stack account-form" noValidate>
        <div className="two">
          <TextInput
            id="firstName"
            label={t('sign-up.first-name')}
            autoComplete="given-name"
            required
            defaultValue={typed?.firstName ?? loaderData['first-name']}
            error={refused?.fields.firstName}
          />
          <TextInput
            id="lastName"
            label={t('sign-up.last-name')}
            mark={t('shell.optional')}
            autoComplete="family-name"
            defaultValue={typed?.lastName ?? loaderData['last-name']}
            error={refused?.fields.lastName}
          />
        </div>
        <div>
          <p className="label">{t('profile.email')}</p>
          <p>
            <bdi>{loaderData.email}</bdi>
          </p>
        </div>
        <button className="button button-primary">{t('profile.submit')}</button>
      </form>
    </>
  )
}
