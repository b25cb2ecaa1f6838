import '#web/features/platform/identity/login.css'
import { PasswordInput } from '#web/features/platform/identity/password-input.tsx'
import { secret } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/password'

const fields = { currentPassword: secret(), password: secret() }

export const loader = (args: Route.LoaderArgs) => loadPage(args, ({ api }) => api('GET /api/user/current', {}))

export const action = (args: Route.ActionArgs) =>
  submitForm(args, fields, async ({ password, currentPassword }, { api }) => {
    await api('POST /v4/password', { password, ...(currentPassword ? { currentPassword } : {}) })
    return '?done=password'
  })

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('password.title')
  const first = loaderData.hasPassword ? 'currentPassword' : 'password'
  const form = viewForm(fields, actionData, {}, { first })
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t(loaderData.hasPassword ? 'password.change-lead' : 'password.none')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
      <PageForm className="stack account-form" noValidate>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" defaultValue={loaderData.email} readOnly hidden />
        {loaderData.hasPassword ? (
          <PasswordInput
            id="currentPassword"
            label={t('password.current')}
            autoComplete="current-password"
            required
            error={form.errorOf('currentPassword')}
          />
        ) : null}
        <PasswordInput
          id="password"
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          required
          error={form.errorOf('password')}
        />
        <button className="button button-primary">{t('password.submit')}</button>
      </PageForm>
      {loaderData.hasPassword ? (
        <p>
          <a href="/password/forgotten">{t('login.forgotten')}</a>
        </p>
      ) : null}
    </>
  )
}
