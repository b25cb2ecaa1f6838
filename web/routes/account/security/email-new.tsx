import { redirect } from 'react-router'
import { text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { reauthenticationUrlFor } from '#web/lib/login-urls.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/email-new'

export const emailFields = { email: text(254) }

/** Requires recent authentication before the address is typed, so that it isn't typed in vain. */
export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api }) => {
    const { email, requestedEmail, mustReauthenticate } = await api('GET /v4/me/email', {})
    if (mustReauthenticate) throw redirect(reauthenticationUrlFor('/account/profile/email'))
    return { email, requestedEmail }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(args, emailFields, async ({ email }, { api }) => {
    await api('POST /v4/me/email', { email })
    return { result: email }
  })

/** Form for a new email address, which becomes effective through the link sent to it. */
export default function NewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const form = viewForm(emailFields, actionData?.refused ? actionData : undefined)
  const sentTo = actionData?.result ?? loaderData.requestedEmail
  const title = t('email.title')
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('email.lead', { email: `\u2068${loaderData.email}\u2069` })}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
      {sentTo && !form.isRefused ? (
        <p className="notice" role="status">
          {t('email.sent', { email: `\u2068${sentTo}\u2069` })}
        </p>
      ) : null}
      <PageForm className="stack account-form" noValidate>
        <TextInput
          {...form.control('email')}
          type="email"
          label={t('email.new')}
          autoComplete="email"
          dir="ltr"
          required
        />
        <button className="button button-primary">{t('email.submit')}</button>
      </PageForm>
      <p>
        <a href="/account/profile">{t('email.back')}</a>
      </p>
    </>
  )
}
