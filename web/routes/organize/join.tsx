import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { loginUrlFor, reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/join'
import { organizeNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = organizeNamespaces

/** The page of an invitation's link. Opening it changes nothing, because email programs open links by themselves. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const code = new URL(request.url).searchParams.get('code') ?? ''
  try {
    return {
      code,
      isSignedIn: viewer.isSignedIn,
      invitation: await api('POST /v4/invitations/look', { code: code.slice(0, 100) }),
    }
  } catch (error) {
    if (isProblem(error) && error.status < 500)
      return data({ code, isSignedIn: viewer.isSignedIn, invitation: null }, { status: error.status })
    throw error
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const code = postedText(await postedForm(request), 'code', 100)
  try {
    const { path } = await api('POST /v4/invitations/accept', { code })
    return redirect(path.startsWith('/organize/') ? `${path}/team` : path, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.code === 'reauthentication-required')
      return redirect(reauthenticationUrlFor(`/organize/join?code=${encodeURIComponent(code)}`), 303)
    return data({ message: refused.message }, { status: refused.status })
  }
}

export default function OrganizeJoin({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { code, isSignedIn, invitation } = loaderData
  if (!invitation)
    return (
      <div className="page narrow-page stack">
        <title>{t('fundraising.join-dead')}</title>
        <h1>{t('fundraising.join-dead')}</h1>
        <p>{t('fundraising.join-dead-text')}</p>
      </div>
    )
  return (
    <div className="page narrow-page stack">
      <title>{t('fundraising.join', { title: invitation.title })}</title>
      <h1>{t('fundraising.join', { title: `\u2068${invitation.title}\u2069` })}</h1>
      <p>{t('fundraising.join-text', { role: t(`fundraising.role-${invitation.role}` as MessageKey) })}</p>
      <p className="quiet">{t(`fundraising.role-${invitation.role}-text` as MessageKey)}</p>
      {actionData ? (
        <p className="notice notice-problem" role="alert">
          {actionData.message}
        </p>
      ) : null}
      <AcceptInvitation code={code} isSignedIn={isSignedIn} invitation={invitation} />
    </div>
  )
}

/** The button to accept, or what the invited person must do first. */
function AcceptInvitation({
  code,
  isSignedIn,
  invitation,
}: Pick<Route.ComponentProps['loaderData'], 'code' | 'isSignedIn'> & {
  readonly invitation: NonNullable<Route.ComponentProps['loaderData']['invitation']>
}) {
  const t = useText()
  const here = `/organize/join?code=${encodeURIComponent(code)}`
  const email = `\u2068${invitation.email}\u2069`
  if (!isSignedIn)
    return (
      <>
        <p>{t('fundraising.join-log-in', { email })}</p>
        <p>
          <a className="button button-primary" href={loginUrlFor(here)}>
            {t('shell.log-in')}
          </a>
        </p>
      </>
    )
  if (!invitation.isYours) return <p className="notice">{t('fundraising.join-other', { email })}</p>
  if (!invitation.isConfirmed) return <p className="notice">{t('fundraising.join-confirm')}</p>
  return (
    <form method="post" action={here}>
      <input type="hidden" name="code" value={code} />
      <button className="button button-primary">{t('fundraising.join-accept')}</button>
    </form>
  )
}
