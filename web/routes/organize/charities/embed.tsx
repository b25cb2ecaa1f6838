import '#web/features/organizers/charities/own-charity.css'
import '#web/features/organizers/organizing/copy.css'
import { embedHostsMax } from '#modules/organizers/charities/rules/embed-host.ts'
import { EmbedCode } from '#web/features/organizers/organizing/embed-code.tsx'
import { unlimited } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Select, TextArea } from '#web/ui/field.tsx'
import type { Route } from './+types/embed'

/** More than the maximum number of hosts, so that a list that is too long returns with its error. */
const linesMax = 100

const embedFields = { hosts: unlimited(4000) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, origin, params, query }) => {
    const embeds = await api('GET /v4/organizations/:organizationId/embed-hosts', params)
    const { subdomain, name } = embeds.charity
    const { pages } = await api('GET /v4/organizations/:subdomain/hosted-pages', { subdomain })
    const choices = [
      { slug: subdomain, title: name },
      ...pages
        .filter(({ status }) => status === 'published')
        .map(({ legacyCampaignSlug, title }) => ({ slug: legacyCampaignSlug, title })),
    ]
    const chosen = choices.find(({ slug }) => slug === query.get('page')) ?? { slug: subdomain, title: name }
    return {
      ...embeds,
      origin,
      choices,
      chosen,
      // The general fund of a charity that signs up is a draft.
      isPublic: await api('GET /v4/campaign-pages/:slug', { slug: chosen.slug }).then(
        () => true,
        () => false,
      ),
    }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(args, embedFields, async ({ hosts: lines }, { api }) => {
    const hosts = lines.split(/\s+/).slice(0, linesMax)
    await api('PUT /v4/organizations/:organizationId/embed-hosts', { ...args.params, hosts })
    return '?done=changed'
  })

/** The websites that may embed a charity's donation form, and the code to copy. */
export default function CharityEmbed({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { hosts, canChange, allowsLocal, choices, chosen, origin } = loaderData
  const form = viewForm(embedFields, actionData, { hosts: hosts.join('\n') })
  const title = t('own-charity.embed')
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.embed-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ changed: 'own-charity.embed-changed' }} />
      <section className="card card-in stack" aria-labelledby="websites">
        <h2 id="websites">{t('own-charity.embed-hosts')}</h2>
        {hosts.length === 0 ? <p>{t('own-charity.embed-none')}</p> : null}
        {canChange ? (
          <PageForm className="stack" noValidate>
            <TextArea
              {...form.control('hosts')}
              label={t('own-charity.embed-list', { max: embedHostsMax })}
              hint={t(allowsLocal ? 'own-charity.embed-hint-local' : 'own-charity.embed-hint')}
              rows={Math.max(4, hosts.length + 1)}
              dir="ltr"
              autoCapitalize="none"
              spellCheck={false}
            />
            <p>
              <button className="button button-primary">{t('own-charity.embed-save')}</button>
            </p>
          </PageForm>
        ) : (
          <>
            <ul>
              {hosts.map((host) => (
                <li key={host}>
                  <bdi dir="ltr">{host}</bdi>
                </li>
              ))}
            </ul>
            <p className="quiet small">{t('own-charity.embed-admins-only')}</p>
          </>
        )}
      </section>
      <section className="card card-in stack" aria-labelledby="code">
        <h2 id="code">{t('own-charity.embed-code')}</h2>
        {choices.length > 1 ? (
          <form method="get" className="stack">
            <Select id="page" label={t('own-charity.embed-page')} defaultValue={chosen.slug}>
              {choices.map(({ slug, title: name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <p>
              <button className="button button-quiet">{t('own-charity.embed-show')}</button>
            </p>
          </form>
        ) : null}
        <EmbedCode origin={origin} slug={chosen.slug} title={chosen.title} isPublic={loaderData.isPublic} />
      </section>
    </div>
  )
}
