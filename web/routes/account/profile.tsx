import { NameFields } from '#web/features/platform/identity/name-fields.tsx'
import { unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/profile'

export const nameFields = { firstName: unlimited(200), lastName: unlimited(200) }

export const loader = (args: Route.LoaderArgs) => loadPage(args, ({ api }) => api('GET /api/user/current', {}))

export const action = (args: Route.ActionArgs) =>
  submitForm(args, nameFields, async (values, { api }) => {
    await api('POST /v4/me/name', values)
    return '?done=name'
  })

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const title = t('profile.title')
  const saved = { firstName: loaderData['first-name'], lastName: loaderData['last-name'] }
  const form = viewForm(nameFields, actionData, saved)
  return (
    <>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('profile.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
      <PageForm className="stack account-form" noValidate>
        <NameFields typed={{ ...saved, ...form.values }} errors={actionData?.refused?.fields} />
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
      </PageForm>
    </>
  )
}
