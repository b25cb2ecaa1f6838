import '#web/features/organizers/charities/own-charity.css'
import { subdomainMax } from '#modules/causes/organizations/rules/subdomain.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/address'

export const addressFields = { subdomain: text(subdomainMax) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, origin, params }) => {
    const { changeableFrom, ...address } = await api('GET /v4/organizations/:organizationId/subdomain', params)
    const from = changeableFrom && formatDay(localDateIn('UTC', new Date(changeableFrom)), locale)
    return { ...address, origin, from }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(args, addressFields, async (values, { api }) => {
    await api('PUT /v4/organizations/:organizationId/subdomain', { ...args.params, ...values })
    return '?done=changed'
  })

/** The URL of a charity's public page, with a form to change it. */
export default function CharityAddress({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { subdomain, former, from, origin } = loaderData
  const form = viewForm(addressFields, actionData)
  const title = t('own-charity.address')
  const addressOf = (id: string) => `${origin.replace(/^https?:\/\//, '')}/organizations/${id}`
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.address-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ changed: 'own-charity.address-changed' }} />
      <p>
        {t('own-charity.address-now')} <bdi dir="ltr">{addressOf(subdomain)}</bdi>
      </p>
      {from ? (
        <p>{t('own-charity.address-from', { date: from })}</p>
      ) : (
        <PageForm className="stack" noValidate>
          <TextInput
            {...form.control('subdomain')}
            label={t('own-charity.address-new')}
            hint={t('own-charity.address-hint')}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <p>
            <button className="button button-primary">{t('own-charity.address-save')}</button>
          </p>
        </PageForm>
      )}
      {former.length > 0 ? (
        <section className="stack" aria-labelledby="former">
          <h2 id="former">{t('own-charity.address-former')}</h2>
          <ul>
            {former.map((text) => (
              <li key={text}>
                <bdi dir="ltr">{addressOf(text)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
