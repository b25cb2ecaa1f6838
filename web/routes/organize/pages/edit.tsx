import '#web/features/causes/campaigns/styles/campaign.css'
import '#web/features/causes/campaigns/styles/donate.css'
import '#web/features/causes/campaigns/styles/story.css'
import '#web/features/organizers/charities/own-charity.css'
import '#web/features/organizers/fundraising/styles/preview.css'
import '#web/features/organizers/hosted-pages/hosted-page.css'
import '#web/features/organizers/hosted-pages/hosted-page-builder.css'
import { Fragment, type SubmitEvent, useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { PageAddressFields, DesignFields } from '#web/features/organizers/hosted-pages/design-fields.tsx'
import {
  BasicFields,
  GivingFields,
  ImpactFields,
  LevelFields,
} from '#web/features/organizers/hosted-pages/page-fields.tsx'
import { ConfirmCurrency } from '#web/features/organizers/hosted-pages/confirm-currency.tsx'
import { PagePreview } from '#web/features/organizers/hosted-pages/page-preview.tsx'
import { postedPage } from '#web/features/organizers/hosted-pages/posted-page.ts'
import { usePageAutosave } from '#web/features/organizers/hosted-pages/use-page-autosave.ts'
import { withTypedValues } from '#web/features/organizers/hosted-pages/page-changes.ts'
import { SavedState } from '#web/features/organizers/hosted-pages/saved-state.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { confirmedField, hasConfirmation, isConfirmed } from '#web/kit/confirm-fixed.tsx'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { currencyToFix } from './currency-to-fix.ts'
import type { Route } from './+types/edit'
import { hostedPageNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = hostedPageNamespaces

const addressOf = (subdomain: string, slug: string) =>
  `/organizations/${encodeURIComponent(subdomain)}/hosted-pages/${encodeURIComponent(slug)}`

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { subdomain, slug }, query }) => {
    // Members only: this request throws for everyone else, whereas the next one is public.
    const { versions } = await api('GET /v4/organizations/:subdomain/hosted-pages/:slug/versions', { subdomain, slug })
    const page = await api('GET /v4/organizations/:subdomain/hosted-pages/:slug', { subdomain, slug, draft: '1' })
    const charity = await api('GET /v4/organizations/:organizationId', { organizationId: page.organizationId })
    return {
      subdomain,
      page,
      organizationName: charity.name,
      countries: countriesIn(locale),
      versions: versions.map(({ publishedAt, ...version }) => ({
        ...version,
        day: formatDay(localDateIn('UTC', new Date(publishedAt)), locale),
      })),
      isSaved: query.has('saved'),
      asksCurrency: query.has('confirm') && versions.length === 0,
    }
  })

/** Saves the form, publishes it, or restores a version; also without JavaScript. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { subdomain, slug } = params
  const form = await formOfOwner({ context, request })
  if (!viewer.isSignedIn) return redirectToLogin(`${addressOf(subdomain, slug)}/edit`)
  const intent = postedText(form, 'intent', 20)
  const restored = postedText(form, 'restore', 9)
  try {
    if (restored !== '') {
      await api('POST /v4/organizations/:subdomain/hosted-pages/:slug/versions/:number/restore', {
        subdomain,
        slug,
        number: restored,
      })
      return redirect(`${addressOf(subdomain, slug)}/edit?saved=1`, 303)
    }
    const version = Number(postedText(form, 'version', 10)) || 0
    const saved = await api('PATCH /v4/organizations/:subdomain/hosted-pages/:slug', {
      subdomain,
      slug,
      version,
      ...postedPage(form),
    })
    if (intent !== 'publish' && !hasConfirmation(form))
      return redirect(`${addressOf(subdomain, saved.slug)}/edit?saved=1`, 303)
    const currency = await currencyToFix(api, { subdomain, slug: saved.slug })
    if (currency !== undefined && !isConfirmed(form, currency))
      return redirect(`${addressOf(subdomain, saved.slug)}/edit?confirm=1`, 303)
    const page = await api('POST /v4/organizations/:subdomain/hosted-pages/:slug/state', {
      subdomain,
      slug: saved.slug,
      state: 'published',
    })
    return redirect(`${addressOf(subdomain, page.slug)}?done=1`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(`${addressOf(subdomain, slug)}/edit`)
    if (refused.status === 404) throw data(null, { status: 404 })
    return data({ refused, typed: restored === '' ? postedPage(form) : undefined }, { status: refused.status })
  }
}

/** A hosted page's settings next to its preview. Saves itself, with or without JavaScript. */
export default function EditHostedPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { subdomain, organizationName, countries, versions, isSaved } = loaderData
  const [asksCurrency, setAsksCurrency] = useState(loaderData.asksCurrency)
  const refused = actionData?.refused
  const { form, ...draft } = usePageAutosave({ subdomain, page: withTypedValues(loaderData.page, actionData?.typed) })
  const page = draft.kept
  const errors = { ...refused?.fields, ...draft.errors }
  const title = t('pages.edit-title', { title: `\u2068${loaderData.page.title}\u2069` })
  const fields = { page, errors, countries }
  const parts = [
    ['basics', <BasicFields key="basics" {...fields} />],
    ['design', <DesignFields key="design" page={page} typed={draft.typed} errors={errors} onChange={draft.onChange} />],
    ['giving', <GivingFields key="giving" {...fields} />],
    [
      'levels',
      <Fragment key="levels">
        <ImpactFields {...fields} />
        <LevelFields {...fields} />
      </Fragment>,
    ],
    ['address', <PageAddressFields key="address" {...fields} />],
  ] as const
  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const button = submitter instanceof HTMLButtonElement ? submitter : undefined
    const isConfirmation = button?.name === confirmedField && button.value === page.currency
    if (button?.value !== 'publish' && !isConfirmation) return void draft.flush()
    if (versions.length === 0 && !isConfirmation) {
      if (await draft.flush()) setAsksCurrency(true)
      return
    }
    const slug = await draft.publish()
    if (slug !== undefined) window.location.assign(`${addressOf(subdomain, slug)}?done=1`)
  }
  return (
    <div className="page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <p>
          <a href={addressOf(subdomain, page.slug)}>{t('pages.back')}</a>
          {' · '}
          <a href={`/organize/${page.legacyCampaignId}/supporters`}>{t('pages.supporters')}</a>
        </p>
        <h1>{title}</h1>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'title')} />
      {isSaved && !refused ? (
        <p className="notice" role="status">
          {t('pages.saved-notice')}
        </p>
      ) : null}
      {asksCurrency ? <ConfirmCurrency form="hosted-page" currency={page.currency} /> : null}
      <div className="hosted-page-builder">
        <PageForm
          id="hosted-page"
          ref={form}
          className="stack-lg"
          noValidate
          onInput={draft.onChange}
          onSubmit={(event) => void send(event)}
        >
          {parts.map(([name, part]) => (
            <details
              key={name}
              className="card"
              open={name === 'basics' || refused !== undefined || hasError(name, errors)}
            >
              <summary className="card-in">
                <h2>{t(`pages.part-${name}`)}</h2>
              </summary>
              <div key={draft.drawn} className="card-in stack">
                {part}
              </div>
            </details>
          ))}
          <div className="own-charity-row hosted-page-builder-save">
            <input type="hidden" name="version" value={page.version} />
            {/* The form's default button, so that Enter saves. */}
            <button hidden name="intent" value="save">
              {t('pages.save')}
            </button>
            <button className="button button-primary" name="intent" value="publish">
              {t(page.status === 'published' ? 'pages.publish-changes' : 'pages.to-published')}
            </button>
            <button className="button button-quiet" name="intent" value="save">
              {t('pages.save')}
            </button>
            <SavedState saving={draft.saving} onChoose={draft.settle} />
          </div>
        </PageForm>
        <PagePreview page={page} typed={draft.typed} organizationName={organizationName} />
      </div>
      {versions.length > 0 ? (
        <section className="stack" aria-labelledby="versions">
          <h2 id="versions">{t('pages.versions')}</h2>
          <p className="quiet">{t('pages.versions-lead')}</p>
          <PageForm>
            <ul className="own-charity-documents">
              {versions.map(({ number, day, isPublic }) => (
                <li key={number} className="own-charity-row">
                  <span>{t('pages.version', { number, date: day })}</span>
                  {isPublic ? (
                    <span className="quiet small">{t('pages.version-public')}</span>
                  ) : (
                    <button className="button button-quiet" name="restore" value={number}>
                      {t('pages.restore')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </PageForm>
        </section>
      ) : null}
    </div>
  )
}

const fieldsOfPart = {
  basics: ['title', 'tagline', 'description', 'category', 'country', 'location', 'language'],
  design: ['image', 'imageAlt', 'logo', 'logoAlt', 'video', 'primaryColor', 'secondaryColor'],
  giving: ['goalCurrency', 'donationGoal', 'endDate', 'frequencies', 'paymentMethods'],
  levels: ['givingLevels', 'impacts'],
  address: ['customUrl', 'socialLinks'],
} as const

/** Returns whether a part of the form has an error and must be shown. */
const hasError = (part: keyof typeof fieldsOfPart, errors: Readonly<Record<string, string>>): boolean =>
  Object.keys(errors).some((field) => fieldsOfPart[part].some((name) => field.split('.')[0] === name))
